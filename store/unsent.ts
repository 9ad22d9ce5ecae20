import type { AccountDatabase } from './database.ts';

/** Work that exists only on this device. */
export interface Unsent {
  /** Outbox entries that wait or were refused. */
  changes: number;
  /** Uploads and recordings whose file the server does not have yet. */
  uploads: number;
}

/** Counts the work of this device that the server does not have. */
export const countUnsent = async (db: AccountDatabase): Promise<Unsent> => ({
  changes: await db.outbox.where('state').anyOf('waiting', 'refused').count(),
  uploads:
    (await db.uploadJobs.filter(({ contentId, state }) => contentId === null && state !== 'cancelled').count()) +
    (await db.recordings.count()),
});
