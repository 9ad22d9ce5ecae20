import type { ContentListItem } from '#contract/sports.ts';
import { useOnline } from '../../app/traffic.ts';
import { useSavedIds } from '../../app/use-saved.ts';
import { queueAfter } from './queue-after.ts';

/** What is played after an item, as the network and this device allow. */
export const useQueue = (items: readonly ContentListItem[], currentId: string): ContentListItem[] => {
  const isOnline = useOnline();
  const saved = useSavedIds();
  return queueAfter(items, currentId, (item) => !item.locked && (isOnline || saved.has(item.id)));
};
