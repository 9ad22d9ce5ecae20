// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ReactNode } from 'react';
import type { ContentListItem } from '#contract/sports.ts';
import { savedText } from '#contract/text/watch-saved.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { ContentTile } from '#ui/tiles/content-tile.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { Time } from '#ui/time.tsx';
import { formatAge, formatFullDate, formatLength } from '../format/format.ts';
import { useIsLocked } from '../data/use-locks.ts';
import { useSavingPercent } from '../data/use-saved.ts';
import { useOnline } from '../device/traffic.ts';
import { watchAddress } from '../navigation/watch-address.ts';

export interface ListedTileProps {
  item: ContentListItem;
  /** Saved for watching offline. */
  isSaved: boolean;
  eager?: boolean;
  showChannel?: boolean;
  /** The owner's menu. */
  menu?: ReactNode;
  /** The line that a search has found. */
  excerpt?: ReactNode;
  /** Opens it at a time, s. */
  atSeconds?: number | undefined;
  /** An own change of it is not sent yet. */
  queued?: boolean | undefined;
}

/** A published content in a grid or rail. */
export function ListedTile(props: ListedTileProps) {
  const { item, isSaved, eager = false, showChannel = true, excerpt, atSeconds, menu, queued } = props;
  const isOnline = useOnline();
  const isLocked = useIsLocked(item);
  const percent = useSavingPercent(item.id);
  return (
    <ContentTile
      id={item.id}
      title={item.title}
      kind={item.content.type}
      length={formatLength({ ...item.content, type: item.content.type })}
      sport={item.sportId}
      coverSrc={item.coverImage}
      href={watchAddress(item, undefined, atSeconds)}
      excerpt={excerpt}
      memberOnly={isLocked}
      saved={isSaved}
      badges={percent !== undefined && <Badge tone="info">{savedText.badge(percent)}</Badge>}
      unavailable={!isOnline && !isSaved}
      eager={eager}
      menu={menu}
      queued={queued}
      meta={
        <Facts
          facts={[
            showChannel && item.channel.name,
            <Time key="age" iso={item.publishedAt} full={formatFullDate}>
              {formatAge(item.publishedAt)}
            </Time>,
          ]}
        />
      }
    />
  );
}
