import { newId } from '#contract/ids.ts';
import { activeDatabase, readActiveUserId } from '#store/door.ts';
import { runSaveJobs } from '#store/saved/run-jobs.ts';
import { pages } from './worker-global.ts';

/** Time for a sync event, ms: the browser ends it after 180 s. */
const SYNC_BUDGET_MS = 165_000;

class StillSaving extends Error {
  override name = 'StillSaving';
}

/**
 * Goes on saving items for offline watching while no page is visible. A page that opens takes the jobs over.
 *
 * @throws StillSaving if something is left that can be tried again: the browser then sends another event.
 */
export const syncSaves = async (): Promise<void> => {
  const [db, userId] = [await activeDatabase(), await readActiveUserId()];
  if (!db || !userId || (await db.saveJobs.filter(({ problem }) => problem === null).count()) === 0) return;
  // It saves by itself; the next event is for the time after it was closed.
  if ((await pages()).some((page) => page.visibilityState === 'visible')) throw new StillSaving();
  const budget = AbortSignal.timeout(SYNC_BUDGET_MS);
  const nextAtMs = await runSaveJobs({ db, userId, holder: newId() }, budget).catch((error: unknown) => {
    if (!budget.aborted) throw error;
    return 0;
  });
  if (nextAtMs !== null) throw new StillSaving();
};
