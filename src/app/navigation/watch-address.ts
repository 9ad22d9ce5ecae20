import type { ContentListItem } from '#contract/sports.ts';
import { count, orElse, rowId, search } from './search.ts';

/** Search parameters of the watch page: the item and its queue. Source: D-50. */
export const readWatchSearch = search({
  content: rowId,
  channelId: orElse(rowId, ''),
  playlistId: rowId,
  /** Number of steps made in the queue. */
  from: count,
});
export type WatchSearch = ReturnType<typeof readWatchSearch>;

export const watchAddress = (item: Pick<ContentListItem, 'id' | 'channel'>, playlistId?: string): string =>
  playlistId
    ? `/watch-playlist?content=${item.id}&channelId=${item.channel.id}&playlistId=${playlistId}`
    : `/watch-channel?content=${item.id}&channelId=${item.channel.id}`;
