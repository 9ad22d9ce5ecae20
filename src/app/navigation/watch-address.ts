import type { ContentListItem } from '#contract/sports.ts';
import { count, orElse, rowId, search } from './search.ts';

/** Search parameters of the watch page: the item and its queue. Source: D-50. */
export const readWatchSearch = search({
  content: rowId,
  channelId: orElse(rowId, ''),
  playlistId: rowId,
  /** Number of steps made in the queue. */
  from: count,
  /** Where playing begins, whole seconds, instead of where the person stopped. */
  at: (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
});
export type WatchSearch = ReturnType<typeof readWatchSearch>;

/** @param atSeconds Where playing begins; where the person stopped if it is not given. */
export const watchAddress = (
  item: Pick<ContentListItem, 'id' | 'channel'>,
  playlistId?: string,
  atSeconds?: number,
): string => {
  const parts = `content=${item.id}&channelId=${item.channel.id}`;
  const at = atSeconds === undefined ? '' : `&at=${Math.floor(atSeconds)}`;
  return playlistId ? `/watch-playlist?${parts}&playlistId=${playlistId}${at}` : `/watch-channel?${parts}${at}`;
};
