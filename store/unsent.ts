import type { AccountDatabase } from './database.ts';

/** What must reach the server before a device may be cleared. */
export interface Unsent {
  /** Changes that wait or were refused. */
  changes: number;
  /** Uploads whose file the server does not have yet. */
  uploads: number;
}

/** What has not reached the server from this device. */
export const countUnsent = async (db: AccountDatabase): Promise<Unsent> => ({
  changes: await db.outbox.where('state').anyOf('waiting', 'refused').count(),
  uploads: await db.uploadJobs.filter(({ contentId, state }) => contentId === null && state !== 'cancelled').count(),
});
