import type { WatchDetail } from '#contract/channels.ts';
import { MEDIA_URL_LIFE_MS } from '#contract/limits.ts';
import type { ContentListItem } from '#contract/sports.ts';
import type { SavedMedia } from '#store/database.ts';
import { mediaIdOf } from '#ui/player/media-address.ts';

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
/** While something plays, its address is renewed this long before it expires, ms: long enough for some tries. */
const RENEW_AHEAD_MS = 5 * 60_000;

/** Half of what an address lives: time to look around and to pause in the rest. */
const LONG_FILM_MS = MEDIA_URL_LIFE_MS / 2;

/** Whether it may play for longer than one address lives. */
export const isLongFilm = ({ durationInMilliseconds }: Pick<WatchDetail, 'durationInMilliseconds'>): boolean =>
  (durationInMilliseconds ?? 0) > LONG_FILM_MS;

type Address = Pick<WatchDetail, 'url' | 'urlExpiresAt'>;

const isGoodFor = ({ urlExpiresAt }: Address, nowMs: number, forMs: number): boolean =>
  urlExpiresAt === null || Date.parse(urlExpiresAt) - nowMs >= forMs;

/** Whether the media address of a cached answer has expired or is about to. */
export const needsRenewal = (detail: Address, nowMs: number): boolean =>
  detail.url === null || !isGoodFor(detail, nowMs, EXPIRY_MARGIN_MS);

/** Whether the address of what plays should be renewed now, while it is still good. Source: D-207. */
export const renewsSoon = (detail: Address, nowMs: number): boolean => !isGoodFor(detail, nowMs, RENEW_AHEAD_MS);

/** A stop in the last twentieth, at most this long, means that it was watched to the end, ms. */
const END_MARGIN_MAX_MS = 5_000;

/** Where playback begins: where the person stopped, or at the start of what they watched to its end. */
export const resumeAt = (stoppedAtMs: number, durationMs: number | null | undefined): number =>
  durationMs && stoppedAtMs > durationMs - Math.min(END_MARGIN_MAX_MS, durationMs / 20) ? 0 : stoppedAtMs;

/**
 * Whether the file was replaced since it was saved on this device. Unknown for an answer without an address; a copy of an
 * older build is told by its size.
 */
export const isOldCopy = (
  { version, bytes }: Pick<SavedMedia, 'version' | 'bytes'>,
  { url, progressiveSize }: Pick<WatchDetail, 'url' | 'progressiveSize'>,
): boolean => {
  const current = mediaIdOf(url);
  if (current === undefined) return false;
  return version === undefined ? progressiveSize !== null && progressiveSize !== bytes : version !== current;
};
