/** The first bound of the wait between two attempts of an entry. */
const BACKOFF_FIRST_MS = 1_000;
/** Entries are retried at most half a minute after an outage of any length. */
export const BACKOFF_CAP_MS = 30_000;

/** True if the wait of an entry has ended, also if the device's clock was set back meanwhile. */
export const isDue = (
  { nextAttemptAtMs, waitingSinceMs }: { nextAttemptAtMs: number; waitingSinceMs?: number },
  nowMs: number,
): boolean => nextAttemptAtMs <= nowMs || (waitingSinceMs !== undefined && nowMs < waitingSinceMs);

/**
 * Exponential backoff with full jitter, so that many devices do not retry at the same moment.
 *
 * @param attempts Attempts made, from 1.
 * @param retryAfterMs The server's Retry-After; a lower bound of the result.
 * @param random 0 to 1.
 */
export const backoffMs = (attempts: number, retryAfterMs: number | null, random: number = Math.random()): number => {
  const bound = Math.min(BACKOFF_CAP_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.max(retryAfterMs ?? 0, Math.floor(random * bound));
};
