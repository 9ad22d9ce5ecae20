import { workerText } from '#contract/text/upload.ts';
import { askBackgroundSync, OUTBOX_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import type { AccountDatabase } from '#store/database.ts';
import { activeDatabase } from '#store/door.ts';
import { JobRunner } from '#store/uploads/run-jobs.ts';
import { notifyUnlessOpen } from './notices.ts';
import { sendOutbox } from './outbox-sync.ts';
import { pages } from './scope.ts';

/** The browser ends a sync event after 180 s, and a message's after 300 s; our own end comes first. */
const SYNC_BUDGET_MS = 165_000;
const LEFT_BUDGET_MS = 270_000;
const FOLLOWING_BUDGET_MS = 10_000;
/** The worker of a closed page lets go of its jobs within that. */
const PAGE_ENDS_MS = 1_000;

let running: AbortController | undefined;

/** A page has come and runs the uploads itself: it has more time than an event. */
export const leaveUploads = (): void => running?.abort();

class StillSending extends Error {
  override name = 'StillSending';
}

/**
 * Sends chunks while no page does, for the time one event has, and asks for the next event if the files moved. The browser
 * takes that only while a window is left, if hidden (Chromium 156). Else the event fails, and the browser comes back by
 * itself, also after a kill: 5 and 20 minutes later, and then never again, so the person is told.
 *
 * @throws StillSending if something is left to send.
 */
export const syncUploads = async (lastChance: boolean): Promise<void> => {
  const db = await activeDatabase();
  if (!db) return;
  const before = await readUnfinished(db);
  if (before.count === 0) return;
  const isSendable = !(await isPageThere()) && (await sendFor(db, SYNC_BUDGET_MS));
  const after = await readUnfinished(db);
  if (after.count === 0) return;
  const isMoving = isSendable || after.bytes > before.bytes;
  if ((lastChance || (isMoving && !(await isPageThere()))) && (await askBackgroundSync(UPLOADS_SYNC_TAG))) return;
  if (lastChance) await notifyUnlessOpen(workerText.uploadWaits);
  throw new StillSending();
};

/** A page that ran the uploads was closed: go on while its word is still being heard. */
export const takeUploads = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, PAGE_ENDS_MS));
  const db = await activeDatabase();
  if (!db || (await isPageThere()) || (await readUnfinished(db)).count === 0) return;
  await askBackgroundSync(UPLOADS_SYNC_TAG);
  await sendFor(db, LEFT_BUDGET_MS);
};

/** Sends chunks for a time, unless a page does. */
export const sendUploads = async (budgetMs: number): Promise<void> => {
  const db = await activeDatabase();
  if (!db || (await isPageThere()) || (await readUnfinished(db)).count === 0) return;
  await sendFor(db, budgetMs);
};

/** Sends chunks, and then what waited for their content, such as a publish. @returns Whether something did. */
const sendFor = async (db: AccountDatabase, budgetMs: number): Promise<boolean> => {
  if (running) return false;
  running = new AbortController();
  const timer = setTimeout(leaveUploads, budgetMs);
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
  // Without a window the browser takes no request for another event.
  if (isSendable && !(await askBackgroundSync(OUTBOX_SYNC_TAG))) await sendOutbox(FOLLOWING_BUDGET_MS);
  return isSendable;
};

/** A visible page has its own worker for this; a hidden one may be frozen, then the locks decide. */
const isPageThere = async (): Promise<boolean> => (await pages()).some((page) => page.visibilityState === 'visible');

const readUnfinished = async (db: AccountDatabase): Promise<{ count: number; bytes: number }> => {
  const jobs = await db.uploadJobs.filter((job) => job.contentId === null && job.state !== 'failed').toArray();
  return { count: jobs.length, bytes: jobs.reduce((sum, job) => sum + job.committedBytes, 0) };
};
