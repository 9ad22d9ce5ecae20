import { useEffect } from 'react';
import { listChannelPage } from '#contract/channels.ts';
import { listPlaylistContents } from '#contract/playlists.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { channelPart, playableAfter, playlistPart } from '#app/data/channel-lists.ts';
import { useOnline } from '#app/device/traffic.ts';
import { usePagedAnswer, type PagedAnswer } from '#app/data/use-paged-answer.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import type { WatchSearch } from '#app/navigation/watch-address.ts';
import { queueAfter } from './watch-rules.ts';

/** The list that is played: a channel's, or a playlist's, which has the same rows. */
export type Queue = PagedAnswer<typeof listChannelPage>;

type Part = (page: number) => { channelId: string; limit: number; offset: number };
const callOf = ({ channelId, playlistId }: WatchSearch) => ({
  call: (playlistId ? listPlaylistContents : listChannelPage) as typeof listChannelPage,
  key: playlistId ?? channelId,
  part: (playlistId ? playlistPart(playlistId) : channelPart(channelId)) as Part,
});

/** The whole list, a page at a time; its first item is played where the address names none. */
export const useList = (search: WatchSearch): Queue => {
  const { call, key, part } = callOf(search);
  return usePagedAnswer(call, key, part);
};

/** The items that are played after another, as far as they are known. */
export interface Following extends Pick<Queue, 'end' | 'isEnded'> {
  next: ContentListItem[];
}

/**
 * The items to play after an item, as far as network and saved items allow. The server finds them, so that a list of a thousand
 * locked items is one request. Where it cannot be asked, the pages of the list that are kept on this device are read, up to the
 * one that contains the item and a playable item after it.
 */
export const useQueue = (list: Queue, search: WatchSearch, currentId: string): Following => {
  const isOnline = useOnline();
  const saved = useSavedIds();
  const { call, key, part } = callOf(search);
  const rest = usePagedAnswer(call, `${key} after ${currentId}`, playableAfter(part, currentId));
  const isPlayable = (item: ContentListItem) => !item.locked && (isOnline || saved.has(item.id));
  const isAsked = isOnline && rest.answered.answer !== undefined;

  const items = list.answered.answer?.results ?? [];
  const isFound = list.isEnded || items.some((item) => item.id === currentId);
  const known = isFound ? queueAfter(items, currentId, isPlayable) : [];
  const looksFurther = known.length === 0 && (!isOnline || (!isAsked && rest.answered.error !== undefined));
  const { more } = list;
  useEffect(() => {
    if (looksFurther) more?.();
  }, [looksFurther, more]);
  if (isAsked) return { next: rest.answered.answer!.results.filter(isPlayable), end: rest.end, isEnded: rest.isEnded };
  return { next: known, end: list.end, isEnded: list.isEnded && (!isOnline || !rest.answered.isLoading) };
};
