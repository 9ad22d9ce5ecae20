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

/**
 * Runs `work` in one context of this browser at a time: the first one that asks, until it ends or another one takes over.
 * Those that wait follow each other. Nothing runs where the browser has no locks.
 *
 * @param work Runs until its signal is aborted, when another context has taken over.
 * @returns Takes over from whoever runs it, also from a frozen tab, which cannot answer. Does nothing if it runs here.
 */
export const runInOneContext = (name: string, work: (lost: AbortSignal) => Promise<void>): (() => void) => {
  if (!navigator.locks) return () => {};
  let isHere = false;
  let isWanted = false;
  let wait = new AbortController();
  const run = async (options: LockOptions): Promise<void> => {
    const lost = new AbortController();
    try {
      await navigator.locks.request(name, options, () => {
        isHere = true;
        isWanted = false;
        return work(lost.signal);
      });
    } catch (error) {
      // Another context has taken over, or the wait was ended to take over from here.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    } finally {
      isHere = false;
      lost.abort();
    }
  };
  const keep = async (): Promise<void> => {
    for (;;) {
      wait = new AbortController();
      await run({ signal: wait.signal });
      if (isWanted) await run({ steal: true });
    }
  };
  void keep();
  return () => {
    if (isHere) return;
    isWanted = true;
    wait.abort();
  };
};
