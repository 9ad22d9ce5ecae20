import { askBackgroundSync, OUTBOX_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import type { AccountDatabase } from '#store/database.ts';
import { activeDatabase } from '#store/door.ts';
import { JobRunner } from '#store/uploads/run-jobs.ts';
import { EVENT_BUDGET_MS } from './outbox-sync.ts';
import { pages } from './scope.ts';

let running: AbortController | undefined;

/** A page has come and runs the uploads itself: it has more time than an event. */
export const leaveUploads = (): void => running?.abort();

class StillSending extends Error {
  override name = 'StillSending';
}

/**
 * Sends chunks while no page does, for the time one event has, and asks for the next event if the files moved. When
 * they did not, the browser comes back by itself, later and later.
 *
 * @throws StillSending if nothing moved and something waits.
 */
export const syncUploads = async (lastChance: boolean): Promise<void> => {
  const db = await activeDatabase();
  if (!db || (await isPageThere())) return;
  const before = await readUnfinished(db);
  if (before.count === 0) return;
  running = new AbortController();
  const timer = setTimeout(leaveUploads, EVENT_BUDGET_MS);
  let isStored = false;
  try {
    const runner = new JobRunner({ db, untilStored: true, onStored: () => { isStored = true; } });
    await runner.runOnce(running.signal);
  } finally {
    clearTimeout(timer);
    running = undefined;
  }
  // A publish may have waited for the content.
  if (isStored) await askBackgroundSync(OUTBOX_SYNC_TAG);
  const after = await readUnfinished(db);
  if (after.count === 0 || (await isPageThere())) return;
  if (after.bytes > before.bytes || isStored || lastChance) return void (await askBackgroundSync(UPLOADS_SYNC_TAG));
  throw new StillSending();
};

/** A visible page has its own worker for this; a hidden one may be frozen, then the locks decide. */
const isPageThere = async (): Promise<boolean> => (await pages()).some((page) => page.visibilityState === 'visible');

const readUnfinished = async (db: AccountDatabase): Promise<{ count: number; bytes: number }> => {
  const jobs = await db.uploadJobs.filter((job) => job.contentId === null && job.state !== 'failed').toArray();
  return { count: jobs.length, bytes: jobs.reduce((sum, job) => sum + job.committedBytes, 0) };
};
