import { newId, type Scope } from '#contract/ids.ts';
import type { ContentType } from '#contract/rows.ts';
import { cancelUpload } from '#contract/upload.ts';
import { uploadText } from '#contract/text/upload.ts';
import { askBackgroundSync, UPLOADS_SYNC_TAG } from '../background.ts';
import type { AccountDatabase } from '../database.ts';
import { CHANGED_TABLES, dropOrphans, enqueue, rebase } from '../outbox/enqueue.ts';
import { newJob, type StoredUploadJob } from './job.ts';
import { deleteLocalCopy, copyFile } from './local-copy.ts';

export interface UploadFile {
  file: File;
  type: ContentType;
  /** Pages of a PDF, if counted. */
  pagesCount?: number | null;
}
export interface AddUploads {
  files: readonly UploadFile[];
  owner: string;
  scope: Scope;
  folderId: string | null;
}

/** Adds the job rows of picked files, so that screens show them at once. @returns The rows, in the order of the files. */
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
 * Makes the local copy of a job's file, and records where it is.
 *
 * @returns Whether there is a copy; if not, the page must stay open.
 */
export const copyJobFile = async (
  db: AccountDatabase,
  job: Pick<StoredUploadJob, 'id' | 'fileId'>,
  file: Blob,
): Promise<boolean> => {
  const keptIn = await copyFile(db, job.fileId, file);
  // The job was cancelled meanwhile: delete the copy.
  if ((await db.uploadJobs.update(job.id, { keptIn })) === 0) await deleteLocalCopy(db, { fileId: job.fileId, keptIn });
  if (keptIn !== 'page') void askBackgroundSync(UPLOADS_SYNC_TAG);
  return keptIn !== 'page';
};

/**
 * Adds the jobs and copies the files in this context; pages use the upload worker instead.
 *
 * @returns The jobs, and a promise per file: whether its local copy could be made.
 */
export const addUploads = async (
  db: AccountDatabase,
  input: AddUploads,
): Promise<{ jobs: StoredUploadJob[]; saved: Promise<boolean>[] }> => {
  const jobs = await addJobs(db, input);
  return { jobs, saved: jobs.map((job, index) => copyJobFile(db, job, input.files[index]!.file)) };
};

/** Requests that a failed or paused job continues now, at the level where it stopped. Source: UPL-020. */
export const retryJob = (db: AccountDatabase, id: string): Promise<void> =>
  db.transaction('rw', db.uploadJobs, async () => {
    const job = await db.uploadJobs.get(id);
    if (!job) return;
    const fresh = { state: 'working', errorLevel: null, errorKind: null, errorCode: null, errorMessage: null } as const;
    if (!job.isGivenUp) return void (await db.uploadJobs.put({ ...job, ...fresh, wish: 'retry' }));
    // The server refuses the old id: the same local copy is sent under a new one.
    await db.uploadJobs.delete(id);
    await db.uploadJobs.add({
      ...newJob({ ...job, id: newId() }, job.startedAtMs),
      fileId: job.fileId,
      keptIn: job.keptIn,
      chunkUnits: job.chunkUnits,
    });
  });

/**
 * Takes the file that the person picked again, because this device has no copy. Compares name and size; the server
 * compares the content later.
 *
 * @returns The message to show if it is another file; undefined if the job continues.
 */
export const acceptSameFile = async (db: AccountDatabase, id: string, file: File): Promise<string | undefined> => {
  const job = await db.uploadJobs.get(id);
  if (!job) return undefined;
  if (file.size !== job.size || file.name !== job.name) return uploadText.otherFile;
  await db.uploadJobs.update(id, { keptIn: 'copying', isProofNeeded: job.committedBytes > 0 });
  return undefined;
};

/** Removes the row and the local copy of a finished job. */
export const removeJob = async (db: AccountDatabase, id: string): Promise<void> => {
  const job = await db.uploadJobs.get(id);
  if (!job) return;
  await db.transaction('rw', db.uploadJobs, db.uploadFiles, db.leases, () => dropJob(db, job));
  await deleteLocalCopy(db, job);
};

/** Removes the upload jobs of contents that the person deleted. */
export const endJobsOf = async (db: AccountDatabase, contentIds: readonly string[]): Promise<void> => {
  for (const job of await db.uploadJobs.bulkGet([...contentIds])) if (job) await removeJob(db, job.id);
};

/** Deletes the row, its bytes in the database and its lease, in the running transaction. */
const dropJob = async (db: AccountDatabase, { id, fileId }: StoredUploadJob): Promise<void> => {
  await db.uploadJobs.delete(id);
  await db.uploadFiles.delete(fileId);
  await db.leases.delete(`upload-${id}`);
};

/**
 * Cancels an upload. Its row is deleted at once, with outbox entries that depend on it (a publish); the cancel call is
 * queued, so this works offline. Source: UPL-025, UPL-026.
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
  await deleteLocalCopy(db, job);
};

/** Queues the deletion of what the server has of a job that it refuses; Retry starts over under a new id. Source: UPL-016, UPL-054. */
export const abandonJob = async (db: AccountDatabase, job: StoredUploadJob): Promise<void> => {
  await db.transaction('rw', [...CHANGED_TABLES, 'uploadJobs'], async () => {
    await db.uploadJobs.update(job.id, { isGivenUp: true });
    await enqueue(db, cancelUpload, { uploadId: job.id }, { owner: job.owner, scope: job.scope });
  });
};
