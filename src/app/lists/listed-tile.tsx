// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ContentListItem } from '#contract/sports.ts';
import { ContentTile } from '#ui/content-tile.tsx';
import { Time } from '#ui/time.tsx';
import { formatAge, formatFullDate, formatLength } from '../format/format.ts';
import { useOnline } from '../device/traffic.ts';
import { watchAddress } from '../navigation/watch-address.ts';

export interface ListedTileProps {
  item: ContentListItem;
  /** Saved for watching offline. */
  isSaved: boolean;
  eager?: boolean;
  showChannel?: boolean;
}

/** A published content in a grid or rail. */
export function ListedTile({ item, isSaved, eager = false, showChannel = true }: ListedTileProps) {
  const isOnline = useOnline();
  return (
    <ContentTile
      id={item.id}
      title={item.title}
      kind={item.content.type}
      length={formatLength({ ...item.content, type: item.content.type })}
      sport={item.sportId}
      coverSrc={item.coverImage}
      href={watchAddress(item)}
      memberOnly={item.pricingCategory === 'member_only'}
      saved={isSaved}
      unavailable={!isOnline && !isSaved && item.content.type !== 'text'}
      eager={eager}
      meta={
        <>
          {showChannel && `${item.channel.name} · `}
          <Time iso={item.publishedAt} full={formatFullDate}>
            {formatAge(item.publishedAt)}
          </Time>
        </>
      }
    />
  );
}
