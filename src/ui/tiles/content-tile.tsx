// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useId, type CSSProperties, type ReactNode } from 'react';
import { publicationText } from '#contract/text/ui-display.ts';
import { Badge } from './badge.tsx';
import { classNames } from '../class-names.ts';
import { ContentTag } from './content-tag.tsx';
import { Cover, type ContentKind } from '../pictures/cover.tsx';
import { CheckIcon } from '../icons.ts';
import { LockBadge } from './lock-badge.tsx';
import { QueueBadge } from './queue-badge.tsx';
import { SavedBadge } from './saved-badge.tsx';
import './content-tile.css';

export interface Selectable {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}

export interface ContentTileProps {
  id: string;
  title: string;
  kind: ContentKind;
  /** "6:42", "4 pages". */
  length?: string | undefined;
  /** Between the title and the details, e.g. the line that a search has found. */
  excerpt?: ReactNode;
  /** One line: channel and age, or size and date. */
  meta?: ReactNode;
  sport?: string | null | undefined;
  coverSrc?: string | null | undefined;
  href?: string | undefined;
  /** Instead of `href`: called when a tile that cannot be opened is pressed, to explain why. */
  onOpen?: (() => void) | undefined;
  memberOnly?: boolean | undefined;
  /** Own items only. */
  publication?: keyof typeof publicationText | undefined;
  saved?: boolean | undefined;
  /** Text for the queued change, or true for the default text. */
  queued?: string | boolean | undefined;
  /** Not on this device while offline. */
  unavailable?: boolean | undefined;
  /** Select mode: the tile becomes a checkbox. */
  selectable?: Selectable | undefined;
  /** Usually a `RowMenu`. */
  menu?: ReactNode;
  /** Fades in: an upload that has just become content. */
  arrived?: boolean | undefined;
  eager?: boolean | undefined;
  /** How much of it was watched, from 0 to 1: a bar on the cover. */
  progress?: number | undefined;
  /** Heading level: 2 where there is no section title above the grid. */
  level?: 2 | 3 | undefined;
  /** Further badges. */
  badges?: ReactNode;
}

/** A video, an audio or a PDF in a grid or a rail. */
export function ContentTile(props: ContentTileProps) {
  const { title, href, onOpen, selectable, menu, arrived, unavailable, level = 3 } = props;
  const Title = `h${level}` as const;
  const id = useId();
  const looks = classNames('tile', arrived && 'tile--arrived', unavailable && 'tile--unavailable');
  if (selectable) {
    return (
      <label className={classNames(looks, 'tile--selectable')}>
        <input
          className="visually-hidden"
          type="checkbox"
          checked={selectable.checked}
          disabled={selectable.disabled}
          aria-labelledby={`${id}t`}
          aria-describedby={`${id}d`}
          onChange={(event) => selectable.onChange(event.target.checked)}
        />
        <TileCover {...props} tick />
        <span className="tile__title" id={`${id}t`}>
          {title}
        </span>
        <span className="tile__details" id={`${id}d`}>
          <TileDetails {...props} />
        </span>
      </label>
    );
  }
  return (
    <article className={looks}>
      <TileCover {...props} tick={false} />
      <Title className="tile__title">
        {href !== undefined && (
          <a className="tile__open" href={href}>
            {title}
          </a>
        )}
        {href === undefined && onOpen && (
          <button type="button" className="tile__open" onClick={onOpen}>
            {title}
          </button>
        )}
        {href === undefined && !onOpen && title}
      </Title>
      <div className="tile__details">
        <TileDetails {...props} />
      </div>
      {menu && <div className="tile__menu">{menu}</div>}
    </article>
  );
}

function TileCover({
  id,
  sport,
  coverSrc,
  kind,
  length,
  memberOnly,
  unavailable,
  menu,
  eager,
  selectable,
  progress,
  tick,
}: ContentTileProps & { tick: boolean }) {
  // The menu uses the lock's corner, so the lock moves to the other one.
  const lockAside = menu !== undefined && !selectable;
  return (
    <Cover className="tile__cover" id={id} sport={sport} src={coverSrc} kind={kind} dimmed={unavailable} eager={eager}>
      <ContentTag kind={kind} length={length} unavailable={unavailable} />
      {progress !== undefined && <span className="tile__progress" style={{ '--watched': progress } as CSSProperties} />}
      {memberOnly && <LockBadge className={classNames('tile__lock', lockAside && 'tile__lock--aside')} />}
      {tick && (
        <span className="tile__tick">
          <CheckIcon />
        </span>
      )}
    </Cover>
  );
}

const publicationTone = { 'in-library': 'plain', 'on-channel': 'success', removed: 'warn' } as const;

function TileDetails({ excerpt, meta, publication, saved, queued, badges }: ContentTileProps) {
  const any = publication ?? (saved || queued || badges);
  return (
    <>
      {excerpt}
      {meta && <span className="tile__meta">{meta}</span>}
      {any && (
        <span className="tile__badges">
          {publication && <Badge tone={publicationTone[publication]}>{publicationText[publication]}</Badge>}
          {saved && <SavedBadge />}
          {queued && <QueueBadge>{queued === true ? undefined : queued}</QueueBadge>}
          {badges}
        </span>
      )}
    </>
  );
}
