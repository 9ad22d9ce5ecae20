import type { ContentListItem } from '#contract/sports.ts';

/** The part of an address that names what is watched, and in which queue. Source: D-50. */
export interface WatchSearch {
  content?: string | undefined;
  channelId: string;
  playlistId?: string | undefined;
  /** Steps made in the queue so far. */
  from?: number | undefined;
}

const UUID = /^[0-9a-f-]{36}$/;
const id = (value: unknown): string | undefined => (typeof value === 'string' && UUID.test(value) ? value : undefined);

const stepCount = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;

export const readWatchSearch = (search: Record<string, unknown>): WatchSearch => ({
  content: id(search['content']),
  channelId: id(search['channelId']) ?? '',
  playlistId: id(search['playlistId']),
  from: stepCount(search['from']),
});

export const watchAddress = (item: ContentListItem, playlistId?: string): string =>
  playlistId
    ? `/watch-playlist?content=${item.id}&channelId=${item.channel.id}&playlistId=${playlistId}`
    : `/watch-channel?content=${item.id}&channelId=${item.channel.id}`;
