import { newId } from '#contract/ids.ts';
import { askBackgroundSync, SAVES_SYNC_TAG } from '../background.ts';
import type { AccountDatabase, SaveJob, SaveProblem } from '../database.ts';
import { piecesOf } from './copies.ts';

export type NewSave = Pick<SaveJob, 'id' | 'title' | 'height'> & Pick<Partial<SaveJob>, 'setId' | 'isOpened'>;

/**
 * Asks for items to be saved on this device. They are fetched by whichever page is open, in this order; what is being saved
 * already goes on.
 */
export const addSaves = async (db: AccountDatabase, items: readonly NewSave[], nowMs = Date.now()): Promise<void> => {
  await db.transaction('rw', db.saveJobs, async () => {
    for (const [index, item] of items.entries()) {
      const existing = await db.saveJobs.get(item.id);
      if (existing) continue;
      await db.saveJobs.add({
        ...item,
        copyId: newId(nowMs),
        addedAtMs: nowMs + index,
        received: 0,
        bytes: null,
        file: null,
        etag: null,
        problem: null,
        holder: null,
        beatAtMs: 0,
        attempts: 0,
        nextAttemptAtMs: 0,
      });
    }
  });
  await askBackgroundSync(SAVES_SYNC_TAG);
};

/** Lets jobs go on that stopped, e.g. after room was made. What was fetched is kept. */
export const retrySaves = async (
  db: AccountDatabase,
  ids: readonly string[],
  more: Partial<SaveJob> = {},
): Promise<void> => {
  await db.saveJobs
    .where('id')
    .anyOf([...ids])
    .modify({ problem: null, attempts: 0, nextAttemptAtMs: 0, ...more });
  await askBackgroundSync(SAVES_SYNC_TAG);
};

/** Stops saving items and frees what was fetched of them. */
export const cancelSaves = (db: AccountDatabase, ids: readonly string[]): Promise<void> =>
  db.transaction('rw', db.saveJobs, db.savedPieces, async () => {
    for (const job of await db.saveJobs.bulkGet([...ids])) {
      if (!job) continue;
      await piecesOf(db, job.copyId).delete();
      await db.saveJobs.delete(job.id);
    }
  });

/** Whole percent of a job. */
export const percentOf = ({ received, bytes }: Pick<SaveJob, 'received' | 'bytes'>): number =>
  bytes ? Math.floor((received / bytes) * 100) : 0;

/** A failure that a later try does not mend. */
export class SaveFailure extends Error {
  readonly problem: SaveProblem;
  readonly missingBytes: number | undefined;
  constructor(problem: SaveProblem, missingBytes?: number) {
    super(problem);
    this.problem = problem;
    this.missingBytes = missingBytes;
  }
}
