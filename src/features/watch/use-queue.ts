import { useEffect } from 'react';
import type { listChannelPage } from '#contract/channels.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { useOnline } from '#app/device/traffic.ts';
import type { PagedAnswer } from '#app/data/use-paged-answer.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { queueAfter } from './watch-rules.ts';

/** The list that is played: a channel's, or a playlist's, which has the same rows. */
export type Queue = PagedAnswer<typeof listChannelPage>;

/**
 * The items to play after an item, as far as network and saved items allow. Fetches further pages of the list until it
 * contains the item and at least one playable item after it.
 */
export const useQueue = ({ answered, more, isEnded }: Queue, currentId: string): ContentListItem[] => {
  const isOnline = useOnline();
  const saved = useSavedIds();
  const items = answered.answer?.results ?? [];
  const isFound = isEnded || items.some((item) => item.id === currentId);
  const next = isFound ? queueAfter(items, currentId, (item) => !item.locked && (isOnline || saved.has(item.id))) : [];
  const isEmpty = next.length === 0;
  useEffect(() => {
    if (isEmpty) more?.();
  }, [isEmpty, more]);
  return next;
};
