import { callById } from '#contract/calls.ts';
import { workerText } from '#contract/text/upload.ts';
import { askBackgroundSync, OUTBOX_SYNC_TAG } from '#store/background.ts';
import { activeDatabase, readActiveUserId } from '#store/door.ts';
import { drain, type DrainResult } from '#store/outbox/drain.ts';
import { pullOnce } from '#store/sync/pull.ts';
import { notifyUnlessOpen } from './notices.ts';
import { pages, within } from './scope.ts';

/** An event is ended by the browser after about 180 s; our own end comes first. */
const EVENT_BUDGET_MS = 120_000;
/** An open page drains faster than this worker starts; it gets this head start. */
const PAGE_HEAD_START_MS = 3_000;
const PULL_BUDGET_MS = 20_000;

class StillWaiting extends Error {
  override name = 'StillWaiting';
}

/**
 * Sends what waits. A rejected event makes the browser come back by itself, later and later; on its last try the person
 * is told, and the tag is registered anew, which the browser takes while a window is left.
 *
 * @throws StillWaiting if something still waits.
 */
export const syncOutbox = async (lastChance: boolean): Promise<void> => {
  if (await pageDoesIt()) return;
  const result = await sendOutbox(EVENT_BUDGET_MS);
  const userId = await readActiveUserId();
  if (userId && result.sent > 0) await within(pullOnce(userId), PULL_BUDGET_MS, undefined);
  if (!(await countWaiting())) return;
  if (result.needsSignIn) return void (await notifyUnlessOpen(workerText.unsent));
  if (!lastChance) throw new StillWaiting();
  await notifyUnlessOpen(workerText.unsent);
  await askBackgroundSync(OUTBOX_SYNC_TAG);
};

const letGo = Promise.withResolvers<void>();
let isLeaving = false;

/** A newer worker waits for the end of this one's events: no further round, what is left is the next one's. */
export const leaveOutbox = (): void => {
  isLeaving = true;
  letGo.resolve();
};

/** Sends what may be sent within a time, and waits for what is to be tried again within it. */
export const sendOutbox = async (budgetMs: number): Promise<DrainResult> => {
  const endsAtMs = performance.now() + budgetMs;
  let sent = 0;
  for (;;) {
    const result = await drain((id) => callById.get(id));
    sent += result.sent;
    const waitMs = (result.nextAttemptAtMs ?? Infinity) - Date.now();
    if (isLeaving || result.needsSignIn || performance.now() + waitMs > endsAtMs) return { ...result, sent };
    await Promise.race([letGo.promise, new Promise((resolve) => setTimeout(resolve, Math.max(500, waitMs)))]);
  }
};

const pageDoesIt = async (): Promise<boolean> => {
  const visible = (await pages()).filter((page) => page.visibilityState === 'visible');
  if (visible.length === 0) return false;
  for (const page of visible) page.postMessage({ type: 'PULL' });
  await new Promise((resolve) => setTimeout(resolve, PAGE_HEAD_START_MS));
  return (await countWaiting()) === 0;
};

const countWaiting = async (): Promise<number> =>
  (await activeDatabase())?.outbox.where('state').equals('waiting').count() ?? 0;
