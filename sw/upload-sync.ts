import { askBackgroundSync, OUTBOX_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import type { AccountDatabase } from '#store/database.ts';
import { activeDatabase } from '#store/door.ts';
import { JobRunner } from '#store/uploads/run-jobs.ts';
import { EVENT_BUDGET_MS } from './outbox-sync.ts';
import { pages } from './scope.ts';

/** The worker of a closed page lets go of its jobs within that. */
const PAGE_ENDS_MS = 1_000;

let running: AbortController | undefined;

/** A page has come and runs the uploads itself: it has more time than an event. */
export const leaveUploads = (): void => running?.abort();

class StillSending extends Error {
  override name = 'StillSending';
}

/**
 * Sends chunks while no page does, for the time one event has, and asks for the next event if the files moved. When
 * they did not, or a page is at it, the event fails: so the browser keeps it, and comes back by itself, also after a kill.
 *
 * @throws StillSending if something is left to send.
 */
export const syncUploads = async (lastChance: boolean): Promise<void> => {
  const db = await activeDatabase();
  if (!db) return;
  const before = await readUnfinished(db);
  if (before.count === 0) return;
  const isSendable = !(await isPageThere()) && (await sendFor(db, EVENT_BUDGET_MS));
  if (isSendable) await askBackgroundSync(OUTBOX_SYNC_TAG);
  const after = await readUnfinished(db);
  if (after.count === 0) return;
  const isMoving = isSendable || after.bytes > before.bytes;
  const isAskedAnew = (lastChance || (isMoving && !(await isPageThere()))) && (await askBackgroundSync(UPLOADS_SYNC_TAG));
  if (!isAskedAnew) throw new StillSending();
};

/** A page that ran the uploads was closed: go on while its word is still being heard. */
export const takeUploads = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, PAGE_ENDS_MS));
  const db = await activeDatabase();
  if (!db || (await isPageThere()) || (await readUnfinished(db)).count === 0) return;
  await askBackgroundSync(UPLOADS_SYNC_TAG);
  if (await sendFor(db, EVENT_BUDGET_MS)) await askBackgroundSync(OUTBOX_SYNC_TAG);
};

/** @returns Whether the outbox has something to send now, such as a publish that waited for its content. */
const sendFor = async (db: AccountDatabase, budgetMs: number): Promise<boolean> => {
  if (running) return false;
  running = new AbortController();
  const timer = setTimeout(leaveUploads, budgetMs);
  let isSendable = false;
  try {
    await new JobRunner({ db, untilStored: true, onSendable: () => { isSendable = true; } }).runOnce(running.signal);
  } finally {
    clearTimeout(timer);
    running = undefined;
  }
  return isSendable;
};

/** A visible page has its own worker for this; a hidden one may be frozen, then the locks decide. */
const isPageThere = async (): Promise<boolean> => (await pages()).some((page) => page.visibilityState === 'visible');

const readUnfinished = async (db: AccountDatabase): Promise<{ count: number; bytes: number }> => {
  const jobs = await db.uploadJobs.filter((job) => job.contentId === null && job.state !== 'failed').toArray();
  return { count: jobs.length, bytes: jobs.reduce((sum, job) => sum + job.committedBytes, 0) };
};
