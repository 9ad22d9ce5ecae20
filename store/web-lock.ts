/** Longest hold of a lock, ms: the timeout of one answer (api.ts) and some more. A longer holder is frozen or gone. */
const HOLD_MAX_MS = 45_000;

/**
 * Runs `work` under a Web Lock, so that tabs and workers of this browser run it one after the other. The lock of a
 * frozen tab is stolen, so the work must be safe to run twice.
 *
 * @throws whatever `work` throws.
 */
export const withWebLock = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  let started: Promise<T> | undefined;
  const request = async (options: LockOptions): Promise<T> => {
    try {
      return await (navigator.locks.request(name, options, () => (started = work())) as Promise<T>);
    } catch (error) {
      // The lock was stolen after the work had started: the result is still the work's own.
      if (started) return started;
      throw error;
    }
  };
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), HOLD_MAX_MS);
  try {
    return await request({ signal: timeout.signal });
  } catch (error) {
    if (started || !timeout.signal.aborted) throw error;
    return await request({ steal: true });
  } finally {
    clearTimeout(timer);
  }
};
