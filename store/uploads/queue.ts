import type { AccountDatabase } from '../database.ts';
import type { StoredUploadJob } from './job.ts';

type Placed = Pick<StoredUploadJob, 'place' | 'startedAtMs'>;

/** Place of a job in the queue: a smaller one is sent first. */
export const placeOf = ({ place, startedAtMs }: Placed): number => place ?? startedAtMs;

/** The jobs in the order in which they are sent. */
export const inQueueOrder = <T extends Placed>(jobs: readonly T[]): T[] =>
  jobs.toSorted((a, b) => placeOf(a) - placeOf(b));

/** Whether bytes of a job are still to be sent, so that its place matters. */
export const isQueued = ({ contentId, step }: Pick<StoredUploadJob, 'contentId' | 'step'>): boolean =>
  contentId === null && step === 'Uploading';

/**
 * Puts jobs in another order. They share the places that they have, so that jobs of other lists, and those that are added
 * later, keep theirs. What is being sent goes on; the order decides what is sent next. Source: decision 0041.
 *
 * @param ids In the new order; those that ended meanwhile are passed over.
 */
export const orderQueue = (db: AccountDatabase, ids: readonly string[]): Promise<void> =>
  db.transaction('rw', db.uploadJobs, async () => {
    const jobs = (await db.uploadJobs.bulkGet([...ids])).filter((job) => job !== undefined);
    const places = jobs.map(placeOf).toSorted((a, b) => a - b);
    let before = -Infinity;
    for (const [index, { id }] of jobs.entries()) {
      // Jobs that were added at the same time could have the same place.
      before = Math.max(places[index]!, before + PLACE_STEP);
      await db.uploadJobs.update(id, { place: before });
    }
  });

/** Between two jobs with the same place: smaller than a millisecond, so that none passes a job that is not in the list. */
const PLACE_STEP = 0.001;
