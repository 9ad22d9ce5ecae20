import { workerText } from '#contract/text/upload.ts';
import { askBackgroundSync, OUTBOX_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import type { AccountDatabase } from '#store/database.ts';
import { activeDatabase } from '#store/door.ts';
import { waitsForRoom, type StoredUploadJob } from '#store/uploads/job.ts';
import { JobRunner } from '#store/uploads/run-jobs.ts';
import { isHeldForWifi } from '#store/uploads/wifi-only.ts';
import { notifyUnlessOpen } from './notices.ts';
import { sendOutbox } from './outbox-sync.ts';
import { pages } from './worker-global.ts';

/** Time for a sync event and for a message event, ms: the browser ends them after 180 s and 300 s. */
const SYNC_BUDGET_MS = 165_000;
const MESSAGE_BUDGET_MS = 270_000;
const OUTBOX_BUDGET_MS = 10_000;
/** Time that the upload worker of a closing page needs to release its jobs, ms. */
const PAGE_CLOSE_MS = 1_000;

let running: AbortController | undefined;

/** Stops sending: a page runs the uploads and has more time than an event. */
export const stopUploads = (): void => running?.abort();

class StillSending extends Error {
  override name = 'StillSending';
}

/**
 * Sends chunks in a sync event, unless a page does, and requests the next event if there was progress. The browser accepts
 * that only while a window is open, even a hidden one (Chromium 156). Otherwise the event is rejected and the browser
 * retries it 5 and 20 minutes later, also after a kill, but not again; so the person is notified.
 *
 * @throws StillSending if chunks are left to send.
 */
export const syncUploads = async (lastChance: boolean): Promise<void> => {
  const db = await activeDatabase();
  if (!db) return;
  const before = await readUnfinished(db);
  if (before.count === 0) return;
  const isSendable = !(await isPageVisible()) && (await sendFor(db, SYNC_BUDGET_MS));
  const after = await readUnfinished(db);
  if (after.count === 0) return;
  const isMoving = isSendable || after.bytes > before.bytes;
  if ((lastChance || (isMoving && !(await isPageVisible()))) && (await askBackgroundSync(UPLOADS_SYNC_TAG))) return;
  if (lastChance) await notifyUnlessOpen(after.reason);
  throw new StillSending();
};

/** Continues the uploads of a page that is closing, for the time of its message event. */
export const continueUploads = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, PAGE_CLOSE_MS));
  const db = await activeDatabase();
  if (!db || (await isPageVisible()) || (await readUnfinished(db)).count === 0) return;
  await askBackgroundSync(UPLOADS_SYNC_TAG);
  await sendFor(db, MESSAGE_BUDGET_MS);
};

/** Sends chunks for `budgetMs`, unless a page does. */
export const sendUploads = async (budgetMs: number): Promise<void> => {
  const db = await activeDatabase();
  if (!db || (await isPageVisible()) || (await readUnfinished(db)).count === 0) return;
  await sendFor(db, budgetMs);
};

/**
 * Sends chunks, then outbox entries that waited for their content, such as a publish.
 *
 * @returns Whether there were such entries.
 */
const sendFor = async (db: AccountDatabase, budgetMs: number): Promise<boolean> => {
  if (running) return false;
  running = new AbortController();
  const timer = setTimeout(stopUploads, budgetMs);
  let isSendable = false;
  try {
    await new JobRunner({
      db,
      untilStored: true,
      onSendable: () => {
        isSendable = true;
      },
    }).runOnce(running.signal);
  } finally {
    clearTimeout(timer);
    running = undefined;
  }
  // Without a window the browser refuses to register another event.
  if (isSendable && !(await askBackgroundSync(OUTBOX_SYNC_TAG))) await sendOutbox(OUTBOX_BUDGET_MS);
  return isSendable;
};

interface Unfinished {
  count: number;
  /** Sent bytes of those. */
  bytes: number;
  /** Why they are not finished, for the person. */
  reason: string;
}

/** A visible page sends in its own worker. A hidden one may be frozen; then the leases decide who sends. */
const isPageVisible = async (): Promise<boolean> => (await pages()).some((page) => page.visibilityState === 'visible');

const readUnfinished = async (db: AccountDatabase): Promise<Unfinished> => {
  const jobs = await db.uploadJobs.filter((job) => job.contentId === null && job.state !== 'failed').toArray();
  return {
    count: jobs.length,
    bytes: jobs.reduce((sum, job) => sum + job.committedBytes, 0),
    reason: await reasonOf(jobs),
  };
};

const reasonOf = async (jobs: readonly StoredUploadJob[]): Promise<string> => {
  if (jobs.every(waitsForRoom)) return workerText.uploadWaitsForRoom;
  const held = await Promise.all(jobs.map(isHeldForWifi));
  return held.every(Boolean) ? workerText.uploadWaitsForWifi : workerText.uploadWaits;
};
