// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { commonText } from '#contract/text/common.ts';
import { displayText } from '#contract/text/ui-display.ts';
import { Badge } from './badge.tsx';
import { Cover, type ContentKind } from '../pictures/cover.tsx';
import { AudioIcon, PlayIcon, TextIcon, UnavailableIcon } from '../icons.ts';
import { LockBadge } from './lock-badge.tsx';
import './hero-tile.css';

const kinds = {
  video: { icon: <PlayIcon className="icon-fill" />, spoken: displayText.video },
  audio: { icon: <AudioIcon />, spoken: displayText.audio },
  text: { icon: <TextIcon />, spoken: displayText.pdf },
} as const;

export interface HeroTileProps {
  id: string;
  title: string;
  href: string;
  sport?: string | null | undefined;
  coverSrc?: string | null | undefined;
  /** With `length` in the Signal badge. Leave out for channels and playlists and use `badge`. */
  kind?: ContentKind | undefined;
  length?: string | undefined;
  /** Text of the Signal badge: "Playlist", "Channel". */
  badge?: string | undefined;
  /** Beside the badge: "New today". */
  flag?: string | undefined;
  meta?: ReactNode;
  memberOnly?: boolean | undefined;
  /** Cannot be opened offline: grey cover, "Needs a connection". */
  unavailable?: boolean | undefined;
  eager?: boolean | undefined;
}

/** The large first tile of a section. */
export function HeroTile({
  id,
  title,
  href,
  sport,
  coverSrc,
  kind,
  length,
  badge,
  flag,
  meta,
  memberOnly,
  unavailable,
  eager,
}: HeroTileProps) {
  return (
    <article className="hero">
      <Cover
        className="hero__cover"
        id={id}
        sport={sport}
        src={coverSrc}
        kind={kind}
        shape="fill"
        whole
        dimmed={unavailable}
        eager={eager}
      />
      {memberOnly && <LockBadge className="hero__lock" />}
      <div className="hero__over">
        {(kind ?? badge ?? flag) && (
          <p className="hero__flags">
            {unavailable && <Badge icon={<UnavailableIcon />}>{commonText.needsConnection}</Badge>}
            {kind && !unavailable && (
              <Badge tone="signal" icon={kinds[kind].icon}>
                <span className="visually-hidden">{kinds[kind].spoken}, </span>
                {length}
              </Badge>
            )}
            {badge && <Badge tone="signal">{badge}</Badge>}
            {flag && <span>{flag}</span>}
          </p>
        )}
        <h3 className="hero__title">
          <a className="hero__open" href={href}>
            {title}
          </a>
        </h3>
        {meta && <p className="hero__meta">{meta}</p>}
      </div>
    </article>
  );
}
