/** Waits between tries of one entry. */
export const BACKOFF_FIRST_MS = 1_000;
/** However long an outage was, what waits is tried within half a minute of its end. */
export const BACKOFF_CAP_MS = 30_000;

/** Whether the wait of an entry is over, also where the device's clock was set back meanwhile. */
export const isDue = (
  { nextAttemptAtMs, waitingSinceMs }: { nextAttemptAtMs: number; waitingSinceMs?: number },
  nowMs: number,
): boolean => nextAttemptAtMs <= nowMs || (waitingSinceMs !== undefined && nowMs < waitingSinceMs);

/**
 * Full jitter: anywhere between nothing and a bound that doubles, so that a thousand devices do not come back at once.
 *
 * @param attempts Tries made, from 1.
 * @param retryAfterMs What the server asked for; never undercut.
 * @param random 0 to 1.
 */
export const backoffMs = (attempts: number, retryAfterMs: number | null, random: number = Math.random()): number => {
  const bound = Math.min(BACKOFF_CAP_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.max(retryAfterMs ?? 0, Math.floor(random * bound));
};
