// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { commonText } from '#contract/text/common.ts';
import { displayText } from '#contract/text/ui-display.ts';
import { Brand } from '../pictures/brand.tsx';
import { Button } from '../buttons/button.tsx';
import { classNames } from '../class-names.ts';
import { CountDot } from '../tiles/dot.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { BackIcon, CloseIcon, NotificationsIcon, SearchIcon } from '../icons.ts';
import './app-bar.css';

export interface RootAppBarProps {
  title: string;
  /** Shows the wordmark; the title is then visually hidden. */
  brand?: boolean | undefined;
  searchHref?: string | undefined;
  notificationsHref?: string | undefined;
  unread?: number | undefined;
  /** Before search and bell. */
  actions?: ReactNode;
}

/** Top of a root screen: large title, search, bell. */
export function RootAppBar({ title, brand, searchHref, notificationsHref, unread = 0, actions }: RootAppBarProps) {
  return (
    <header className="app-bar app-bar--root">
      <h1 className="app-bar__title">{brand ? <Brand label={title} /> : title}</h1>
      {actions}
      {searchHref !== undefined && <IconButton label={displayText.search} icon={<SearchIcon />} href={searchHref} />}
      {notificationsHref !== undefined && (
        <IconButton
          label={displayText.notifications}
          icon={<NotificationsIcon />}
          href={notificationsHref}
          badge={unread > 0 ? <CountDot count={unread} spoken={displayText.unread(unread)} /> : undefined}
        />
      )}
    </header>
  );
}

export interface AppBarProps {
  title?: string | undefined;
  /** A URL, or a callback (usually the browser's own Back). */
  back?: string | (() => void) | undefined;
  /** At most two icon buttons; over art give them `look="shade"`. */
  actions?: ReactNode;
  /** Overlays the cover that follows and shows no title until `compact`. */
  clear?: boolean | undefined;
  /** The page has scrolled: an overlaid bar becomes opaque and shows its title. */
  compact?: boolean | undefined;
  /** False where the page has its own h1. */
  heading?: boolean | undefined;
}

/** Top of an inner screen: back, title, at most two actions. */
export function AppBar({ title, back, actions, clear = false, compact = false, heading = !clear }: AppBarProps) {
  const Title = heading ? 'h1' : 'p';
  const isOverCover = clear && !compact;
  const look = isOverCover ? 'shade' : 'plain';
  return (
    <header
      className={classNames(
        'app-bar',
        clear && 'app-bar--clear',
        clear && compact && 'app-bar--compact',
        back === undefined && 'app-bar--no-back',
      )}
    >
      {typeof back === 'string' && <IconButton label={commonText.back} icon={<BackIcon />} look={look} href={back} />}
      {typeof back === 'function' && (
        <IconButton label={commonText.back} icon={<BackIcon />} look={look} onClick={back} />
      )}
      {isOverCover ? <span className="app-bar__title" /> : <Title className="app-bar__title">{title}</Title>}
      {actions}
    </header>
  );
}

export interface SelectAppBarProps {
  /** "2 selected". */
  title: string;
  onLeave: () => void;
  onSelectAll?: (() => void) | undefined;
}

/** Top of a list in select mode. */
export function SelectAppBar({ title, onLeave, onSelectAll }: SelectAppBarProps) {
  return (
    <header className="app-bar">
      <IconButton label={displayText.leaveSelect} icon={<CloseIcon />} onClick={onLeave} />
      <h1 className="app-bar__title" aria-live="polite">
        {title}
      </h1>
      {onSelectAll && (
        <Button variant="ghost" size="m" onClick={onSelectAll}>
          {displayText.selectAll}
        </Button>
      )}
    </header>
  );
}
