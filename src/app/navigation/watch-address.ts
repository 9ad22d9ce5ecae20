import type { ContentListItem } from '#contract/sports.ts';
import { count, orElse, rowId, search } from './search.ts';

/** The part of an address that names what is watched, and in which queue. Source: D-50. */
export const readWatchSearch = search({
  content: rowId,
  channelId: orElse(rowId, ''),
  playlistId: rowId,
  /** Steps made in the queue so far. */
  from: count,
});
export type WatchSearch = ReturnType<typeof readWatchSearch>;

export const watchAddress = (item: ContentListItem, playlistId?: string): string =>
  playlistId
    ? `/watch-playlist?content=${item.id}&channelId=${item.channel.id}&playlistId=${playlistId}`
    : `/watch-channel?content=${item.id}&channelId=${item.channel.id}`;
