import type { WatchDetail } from '#contract/channels.ts';

/** An address with less life than this is renewed before it is used, ms. */
const SPARE_MS = 60_000;

/** True where the media address of a kept answer has run out or is about to. */
export const needsRenewal = (
  { urlExpiresAt, url }: Pick<WatchDetail, 'url' | 'urlExpiresAt'>,
  nowMs: number,
): boolean => url === null || (urlExpiresAt !== null && Date.parse(urlExpiresAt) - nowMs < SPARE_MS);
