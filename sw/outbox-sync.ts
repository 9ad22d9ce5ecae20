import { callById } from '#contract/calls.ts';
import { workerText } from '#contract/text/upload.ts';
import { askBackgroundSync, OUTBOX_SYNC_TAG } from '#store/background.ts';
import { activeDatabase, readActiveUserId } from '#store/door.ts';
import { drain, type DrainResult } from '#store/outbox/drain.ts';
import { pullOnce } from '#store/sync/pull.ts';
import { notifyUnlessOpen } from './notices.ts';
import { within } from '#store/within.ts';
import { pages } from './worker-global.ts';

/** Time for a sync event, ms: the browser ends it after about 180 s. */
const EVENT_BUDGET_MS = 120_000;
/** Time that a visible page gets to drain before this worker does, ms. */
const PAGE_HEAD_START_MS = 3_000;
const PULL_BUDGET_MS = 20_000;

class StillWaiting extends Error {
  override name = 'StillWaiting';
}

/**
 * Drains the outbox in a sync event. A rejected event makes the browser retry with growing waits. At its last try the
 * person is notified and the tag is registered again, which the browser accepts while a window is open.
 *
 * @throws StillWaiting if entries still wait.
 */
export const syncOutbox = async (lastChance: boolean): Promise<void> => {
  if (await isSentByPage()) return;
  if (isStopping) throw new StillWaiting();
  const result = await sendOutbox(EVENT_BUDGET_MS);
  const userId = await readActiveUserId();
  if (userId && result.sent > 0) await within(pullOnce(userId), PULL_BUDGET_MS, undefined);
  if (!(await countWaiting())) return;
  if (result.needsSignIn) return void (await notifyUnlessOpen(workerText.unsent));
  if (!lastChance) throw new StillWaiting();
  await notifyUnlessOpen(workerText.unsent);
  await askBackgroundSync(OUTBOX_SYNC_TAG);
};

const stopped = Promise.withResolvers<void>();
let isStopping = false;

/** Stops after the current round: a newer worker waits for the end of this one's events and sends the rest, in an event that the browser repeats. */
export const stopOutbox = (): void => {
  isStopping = true;
  stopped.resolve();
};

/** Drains the outbox for `budgetMs`, including retries that are due within it. */
export const sendOutbox = async (budgetMs: number): Promise<DrainResult> => {
  const endsAtMs = performance.now() + budgetMs;
  let sent = 0;
  for (;;) {
    const result = await drain((id) => callById.get(id));
    sent += result.sent;
    const waitMs = (result.nextAttemptAtMs ?? Infinity) - Date.now();
    if (isStopping || result.needsSignIn || performance.now() + waitMs > endsAtMs) return { ...result, sent };
    await Promise.race([stopped.promise, new Promise((resolve) => setTimeout(resolve, Math.max(500, waitMs)))]);
  }
};

const isSentByPage = async (): Promise<boolean> => {
  const visible = (await pages()).filter((page) => page.visibilityState === 'visible');
  if (visible.length === 0) return false;
  for (const page of visible) page.postMessage({ type: 'PULL' });
  await Promise.race([stopped.promise, new Promise((resolve) => setTimeout(resolve, PAGE_HEAD_START_MS))]);
  return (await countWaiting()) === 0;
};

const countWaiting = async (): Promise<number> =>
  (await activeDatabase())?.outbox.where('state').equals('waiting').count() ?? 0;
