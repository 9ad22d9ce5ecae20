import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase } from '#store/door.ts';
import { hasUploadFolder } from '#store/uploads/upload-folder.ts';

/** Goes on with what was unfinished when the last page closed: uploads, copies for offline watching, invoices to keep. */
export const resumeUnfinished = async (userId: string): Promise<void> => {
  const db = accountDatabase(userId);
  void import('./kept-notices.ts').then(({ showKept }) => showKept(db)).catch(() => {});
  void resumeSaved(db, userId).catch(() => {});
  void keepInvoices(db, userId).catch(() => {});
  await resumeUploads(userId);
};

/** Goes on with the uploads only: the first screen shows how they stand. */
export const resumeUploads = async (userId: string): Promise<void> => {
  const db = accountDatabase(userId);
  if ((await db.uploadJobs.count()) === 0) return sweepLeft(db);
  const [{ examineFiles }, { startUploads }] = await Promise.all([
    import('#store/uploads/file-again.ts'),
    import('#workers/upload.ts'),
  ]);
  // First, so that no screen says of a file that it is being saved when nothing has it any more.
  await examineFiles(db).catch(() => {});
  startUploads();
  // A page that was killed has left an encoding unfinished.
  if ((await db.uploadJobs.filter(({ smaller }) => smaller?.state === 'making').count()) === 0) return;
  await (await import('#workers/smaller.ts')).resumeSmaller(db);
};

/**
 * Deletes the copy of an upload that was cancelled while it was being made, if the browser was killed before that. The
 * upload worker does so too, but without an upload it starts with the next file only.
 */
const sweepLeft = async (db: AccountDatabase): Promise<void> => {
  if ((await db.uploadFiles.count()) === 0 && !(await hasUploadFolder(db.name))) return;
  await (await import('#store/uploads/local-copy.ts')).sweepLocalCopies(db);
};

/** Goes on with what is being saved for offline watching, and renews what is saved. */
const resumeSaved = async (db: AccountDatabase, userId: string): Promise<void> => {
  const counts = await Promise.all([db.saveJobs, db.savedMedia, db.savedSets].map((table) => table.count()));
  if (counts.some(Boolean)) (await import('./saves.ts')).resumeSaves(userId);
};

/** Who has a subscription may have invoices: the last ones stay readable offline. */
const keepInvoices = async (db: AccountDatabase, userId: string): Promise<void> => {
  if ((await db.subscriptions.count()) > 0) (await import('./follow-invoices.ts')).followInvoices(userId);
};
