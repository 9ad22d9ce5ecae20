import { useEffect } from 'react';
import type { listChannelPage } from '#contract/channels.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { useOnline } from '#app/device/traffic.ts';
import type { PagedAnswer } from '#app/data/use-paged-answer.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { queueAfter } from './watch-rules.ts';

/** The list that is played: of a channel, or of a playlist, whose rows are the same. */
export type Queue = PagedAnswer<typeof listChannelPage>;

/**
 * What is played after an item, as the network and this device allow. The list is read on until it holds the item and
 * something to play after it, however far behind its first page that is.
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
