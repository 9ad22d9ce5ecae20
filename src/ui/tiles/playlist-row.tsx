// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { Cover } from '../pictures/cover.tsx';
import { PlaylistIcon } from '../icons.ts';
import { QueueBadge } from './queue-badge.tsx';
import './playlist-row.css';

export interface PlaylistRowProps {
  id: string;
  title: string;
  /** "8 items". */
  count: string;
  meta?: ReactNode;
  sport?: string | null | undefined;
  coverSrc?: string | null | undefined;
  href?: string | undefined;
  queued?: string | boolean | undefined;
  /** `RowMenu`, or `ReorderButtons` while reordering. */
  trailing?: ReactNode;
}

/** A playlist: a cover with two more behind it. Use it inside a `RowList`. */
export function PlaylistRow({ id, title, count, meta, sport, coverSrc, href, queued, trailing }: PlaylistRowProps) {
  return (
    <li className="playlist-row">
      <span className="playlist-row__stack">
        <Cover id={id} sport={sport} src={coverSrc}>
          <span className="playlist-row__count">
            <PlaylistIcon />
            {count}
          </span>
        </Cover>
      </span>
      <span className="playlist-row__words">
        <span className="playlist-row__title">
          {href === undefined ? (
            title
          ) : (
            <a className="playlist-row__open" href={href}>
              {title}
            </a>
          )}
        </span>
        {meta && <span className="playlist-row__meta">{meta}</span>}
        {queued && <QueueBadge>{queued === true ? undefined : queued}</QueueBadge>}
      </span>
      {trailing && <span className="playlist-row__trailing">{trailing}</span>}
    </li>
  );
}
