import { newId, type Scope } from '#contract/ids.ts';
import type { ContentType } from '#contract/rows.ts';
import { cancelUpload } from '#contract/upload.ts';
import { uploadText } from '#contract/text/upload.ts';
import { askBackgroundSync, UPLOADS_SYNC_TAG } from '../background.ts';
import type { AccountDatabase } from '../database.ts';
import { CHANGED_TABLES, dropOrphans, enqueue, rebase } from '../outbox/enqueue.ts';
import { newJob, type StoredUploadJob } from './job.ts';
import { dropKept, keepFile } from './keep.ts';

export interface UploadFile {
  file: File;
  type: ContentType;
  /** Pages of a PDF, if the page has counted them. */
  pagesCount?: number | null;
}
export interface AddUploads {
  files: readonly UploadFile[];
  owner: string;
  scope: Scope;
  folderId: string | null;
}

/** Makes the job rows of some picked files: screens show them at once. @returns The rows, in the files' order. */
export const addJobs = async (
  db: AccountDatabase,
  { files, owner, scope, folderId }: AddUploads,
  nowMs = Date.now(),
): Promise<StoredUploadJob[]> => {
  const jobs = files.map(({ file, type, pagesCount = null }, index) =>
    newJob(
      {
        id: newId(nowMs),
        owner,
        scope,
        folderId,
        name: file.name,
        type,
        pagesCount,
        size: file.size,
        lastModifiedMs: file.lastModified,
      },
      nowMs + index,
    ),
  );
  await db.uploadJobs.bulkAdd(jobs);
  return jobs;
};

/**
 * Keeps the file of a job on this device, and notes where.
 *
 * @returns Whether it lies on this device; false: the page must stay open.
 */
export const keepJobFile = async (
  db: AccountDatabase,
  job: Pick<StoredUploadJob, 'id' | 'fileId'>,
  file: Blob,
): Promise<boolean> => {
  const keptIn = await keepFile(db, job.fileId, file);
  // Cancelled meanwhile: nothing of it stays.
  if ((await db.uploadJobs.update(job.id, { keptIn })) === 0) await dropKept(db, { fileId: job.fileId, keptIn });
  if (keptIn !== 'page') void askBackgroundSync(UPLOADS_SYNC_TAG);
  return keptIn !== 'page';
};

/**
 * Makes the jobs and keeps the files, both in this context; pages use the upload worker instead.
 *
 * @returns The jobs at once, and when each file is saved on this device (false: there is no room for it).
 */
export const addUploads = async (
  db: AccountDatabase,
  input: AddUploads,
): Promise<{ jobs: StoredUploadJob[]; saved: Promise<boolean>[] }> => {
  const jobs = await addJobs(db, input);
  return { jobs, saved: jobs.map((job, index) => keepJobFile(db, job, input.files[index]!.file)) };
};

/** Asks a failed or paused job to go on now, at the level where it stopped. Source: UPL-020. */
export const retryJob = (db: AccountDatabase, id: string): Promise<void> =>
  db.transaction('rw', db.uploadJobs, async () => {
    const job = await db.uploadJobs.get(id);
    if (!job) return;
    const fresh = { state: 'working', errorLevel: null, errorKind: null, errorCode: null, errorMessage: null } as const;
    if (!job.isGivenUp) return void (await db.uploadJobs.put({ ...job, ...fresh, wish: 'retry' }));
    // The server ended that id for good; the kept bytes go up under a new one.
    await db.uploadJobs.delete(id);
    await db.uploadJobs.add({
      ...newJob({ ...job, id: newId() }, job.startedAtMs),
      fileId: job.fileId,
      keptIn: job.keptIn,
      chunkUnits: job.chunkUnits,
    });
  });

/**
 * Takes the file again where this device could not keep it.
 *
 * @returns The words to show if it is another file; undefined if the job goes on.
 */
export const giveFileAgain = async (db: AccountDatabase, id: string, file: File): Promise<string | undefined> => {
  const job = await db.uploadJobs.get(id);
  if (!job) return undefined;
  if (file.size !== job.size || file.name !== job.name) return uploadText.otherFile;
  await db.uploadJobs.update(id, { keptIn: 'copying', isProofNeeded: job.committedBytes > 0 });
  return undefined;
};

/** Removes the row and the kept bytes of a job that is over. */
export const removeJob = async (db: AccountDatabase, id: string): Promise<void> => {
  const job = await db.uploadJobs.get(id);
  if (!job) return;
  await db.transaction('rw', db.uploadJobs, db.uploadFiles, db.leases, () => dropJob(db, job));
  await dropKept(db, job);
};

/** Contents were deleted by hand: what is left of their uploads goes too. */
export const endJobsOf = async (db: AccountDatabase, contentIds: readonly string[]): Promise<void> => {
  for (const job of await db.uploadJobs.bulkGet([...contentIds])) if (job) await removeJob(db, job.id);
};

/** The row, its bytes in the database and its lease, inside the running transaction. */
const dropJob = async (db: AccountDatabase, { id, fileId }: StoredUploadJob): Promise<void> => {
  await db.uploadJobs.delete(id);
  await db.uploadFiles.delete(fileId);
  await db.leases.delete(`upload-${id}`);
};

/**
 * Cancels an upload: it leaves the list at once, the server is told as soon as it can be, and what waited for the
 * content (a publish) goes with it. Works offline. Source: UPL-025, UPL-026.
 */
export const cancelJob = async (db: AccountDatabase, id: string): Promise<void> => {
  const job = await db.uploadJobs.get(id);
  if (!job) return;
  await db.transaction('rw', [...CHANGED_TABLES, 'uploadJobs', 'uploadFiles', 'leases'], async () => {
    await dropJob(db, job);
    await dropOrphans(db, [id]);
    await rebase(db);
    await enqueue(db, cancelUpload, { uploadId: id }, { owner: job.owner, scope: job.scope });
  });
  await dropKept(db, job);
};

/** Frees what the server holds of a job that it will not take; Retry starts over under a new id. UPL-016, UPL-054. */
export const giveUpJob = async (db: AccountDatabase, job: StoredUploadJob): Promise<void> => {
  await db.transaction('rw', [...CHANGED_TABLES, 'uploadJobs'], async () => {
    await db.uploadJobs.update(job.id, { isGivenUp: true });
    await enqueue(db, cancelUpload, { uploadId: job.id }, { owner: job.owner, scope: job.scope });
  });
};
