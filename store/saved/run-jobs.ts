import type { SaveJob } from '../database.ts';
import { backoffMs } from '../outbox/backoff.ts';
import { isPageOpen } from '../uploads/page-lock.ts';
import { isHeldForWifi } from '../uploads/wifi-only.ts';
import { fetchCopy, LostJob, type Fetcher } from './fetch-copy.ts';
import { SaveFailure } from './jobs.ts';

/** A job whose holder has written nothing for this long is free, ms: longer than the wait for a stalled line. */
const BEAT_MS = 45_000;

/**
 * Fetches one item after the other until none is due. What is left over is tried again by the next run.
 *
 * @returns When the next one is due, Unix ms by the device's clock; null if none waits for time.
 */
export const runSaveJobs = async (fetcher: Fetcher, signal: AbortSignal): Promise<number | null> => {
  for (;;) {
    signal.throwIfAborted();
    const { due, nextAtMs } = await readDue(fetcher);
    if (!due) return nextAtMs;
    const job = await take(fetcher, due);
    if (job) await attempt(fetcher, job, signal);
  }
};

/** A clock that was set back must not make a job wait for years. */
const FARTHEST_MS = 60_000;

const readDue = async (fetcher: Fetcher): Promise<{ due?: SaveJob; nextAtMs: number | null }> => {
  const nowMs = Date.now();
  const jobs = (await fetcher.db.saveJobs.toArray())
    .filter(({ problem }) => problem === null)
    .toSorted((a, b) => a.addedAtMs - b.addedAtMs);
  let nextAtMs: number | null = null;
  for (const job of jobs) {
    if (await isHeldForWifi(job)) continue;
    const waits = job.nextAttemptAtMs > nowMs && job.nextAttemptAtMs < nowMs + FARTHEST_MS;
    const isFree = await canTake(job, fetcher, nowMs);
    if (!waits && isFree) return { due: job, nextAtMs };
    nextAtMs = Math.min(nextAtMs ?? Infinity, isFree ? job.nextAttemptAtMs : nowMs + BEAT_MS);
  }
  return { nextAtMs };
};

const canTake = async ({ holder, beatAtMs }: SaveJob, fetcher: Fetcher, nowMs: number): Promise<boolean> => {
  if (holder === null || holder === fetcher.holder) return true;
  const isSilent = beatAtMs > nowMs || nowMs - beatAtMs > BEAT_MS;
  // Where the browser has no locks only the time tells.
  return isSilent || (await isPageOpen(holder)) === false;
};

/** @returns The job with this fetcher as its holder; undefined if it changed meanwhile. */
const take = ({ db, holder }: Fetcher, due: SaveJob): Promise<SaveJob | undefined> =>
  db.transaction('rw', db.saveJobs, async () => {
    const stored = await db.saveJobs.get(due.id);
    if (!stored || stored.holder !== due.holder || stored.problem !== null) return undefined;
    const taken = { ...stored, holder, beatAtMs: Date.now() };
    await db.saveJobs.put(taken);
    return taken;
  });

/** Tries once; a failure is stored in the job. @throws the signal's reason. */
const attempt = async (fetcher: Fetcher, job: SaveJob, signal: AbortSignal): Promise<void> => {
  try {
    await fetchCopy(fetcher, job, signal);
  } catch (error) {
    if (error instanceof LostJob) return;
    await release(fetcher, job.id, (stored) => {
      if (signal.aborted) return {};
      if (error instanceof SaveFailure)
        return {
          problem: error.problem,
          ...(error.missingBytes === undefined ? {} : { missingBytes: error.missingBytes }),
        };
      const attempts = stored.attempts + 1;
      return { attempts, nextAttemptAtMs: Date.now() + Math.max(MIN_WAIT_MS, backoffMs(attempts, null)) };
    });
    signal.throwIfAborted();
  }
};

const MIN_WAIT_MS = 1_000;

const release = async (
  { db, holder }: Fetcher,
  id: string,
  changes: (stored: SaveJob) => Partial<SaveJob>,
): Promise<void> => {
  await db.transaction('rw', db.saveJobs, async () => {
    const stored = await db.saveJobs.get(id);
    if (stored?.holder === holder) await db.saveJobs.put({ ...stored, holder: null, ...changes(stored) });
  });
};
