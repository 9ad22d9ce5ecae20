/** A turn lasts as long as one answer may take (api.ts), and a little: who has it for longer is frozen or gone. */
const TURN_MAX_MS = 45_000;

/**
 * Runs `work` while no other tab or worker of this browser runs work of that name. A frozen tab keeps its lock for ever:
 * its turn is taken from it, so the work must be safe to run twice.
 *
 * @throws whatever `work` throws.
 */
export const inTurn = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  let begun: Promise<T> | undefined;
  const take = async (options: LockOptions): Promise<T> => {
    try {
      return await (navigator.locks.request(name, options, () => (begun = work())) as Promise<T>);
    } catch (error) {
      // A turn that was taken away once it had begun ends as it ends.
      if (begun) return begun;
      throw error;
    }
  };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TURN_MAX_MS);
  try {
    return await take({ signal: late.signal });
  } catch (error) {
    if (begun || !late.signal.aborted) throw error;
    return await take({ steal: true });
  } finally {
    clearTimeout(timer);
  }
};
