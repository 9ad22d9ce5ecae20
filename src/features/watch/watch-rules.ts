import type { WatchDetail } from '#contract/channels.ts';
import type { ContentListItem } from '#contract/sports.ts';

/**
 * The items to play after an item: the rest of the list without those that cannot be played now, which are locked items
 * and, offline, items that are not on this device. Source: D-208.
 */
export const queueAfter = (
  items: readonly ContentListItem[],
  currentId: string,
  isPlayable: (item: ContentListItem) => boolean,
): ContentListItem[] => {
  const currentIndex = items.findIndex((item) => item.id === currentId);
  return items.slice(currentIndex + 1).filter((item) => item.id !== currentId && isPlayable(item));
};

/** An address that expires sooner than this is renewed before it is used, ms. */
const EXPIRY_MARGIN_MS = 60_000;

/** Whether the media address of a cached answer has expired or is about to. */
export const needsRenewal = (
  { urlExpiresAt, url }: Pick<WatchDetail, 'url' | 'urlExpiresAt'>,
  nowMs: number,
): boolean => url === null || (urlExpiresAt !== null && Date.parse(urlExpiresAt) - nowMs < EXPIRY_MARGIN_MS);
