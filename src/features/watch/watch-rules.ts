import type { WatchDetail } from '#contract/channels.ts';
import type { ContentListItem } from '#contract/sports.ts';

/**
 * What is played after an item: the list's order after it, without what cannot be played now: locked items, and
 * offline those that are not on this device. Source: D-208.
 */
export const queueAfter = (
  items: readonly ContentListItem[],
  currentId: string,
  isPlayable: (item: ContentListItem) => boolean,
): ContentListItem[] => {
  const at = items.findIndex((item) => item.id === currentId);
  return items.slice(at + 1).filter((item) => item.id !== currentId && isPlayable(item));
};

/** An address with less life than this is renewed before it is used, ms. */
const SPARE_MS = 60_000;

/** True where the media address of a cached answer has expired or is about to. */
export const needsRenewal = (
  { urlExpiresAt, url }: Pick<WatchDetail, 'url' | 'urlExpiresAt'>,
  nowMs: number,
): boolean => url === null || (urlExpiresAt !== null && Date.parse(urlExpiresAt) - nowMs < SPARE_MS);
