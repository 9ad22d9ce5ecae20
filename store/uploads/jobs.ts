import { newId } from '#contract/ids.ts';
import { cancelUpload } from '#contract/upload.ts';
import { askBackgroundSync, UPLOADS_SYNC_TAG } from '../background.ts';
import type { AccountDatabase } from '../database.ts';
import { CHANGED_TABLES, dropOrphans, enqueue, rebase } from '../outbox/enqueue.ts';
import { addJobs, type AddUploads } from './add-jobs.ts';
import { copiesOf, newJob, type StoredUploadJob } from './job.ts';
import { copyFile, deleteLocalCopy } from './local-copy.ts';

/**
 * Makes the local copy of a job's file, and records where it is. A copy that was interrupted continues.
 *
 * @returns Whether the file can be read without this page; if not, the page must stay open.
 */
export const copyJobFile = async (
  db: AccountDatabase,
  { id, fileId }: Pick<StoredUploadJob, 'id' | 'fileId'>,
  file: Blob,
): Promise<boolean> => {
  const job = await db.uploadJobs.get(id);
  const isSameFile = file instanceof File && file.lastModified === job?.lastModifiedMs;
  const isWanted = async () => (await db.uploadJobs.get(id)) !== undefined;
  const copied = await copyFile(db, fileId, file, undefined, { isSameFile, isWanted });
  const keptIn = copied === 'page' && (await db.uploadFiles.get(fileId))?.handle ? 'handle' : copied;
  // The job was cancelled meanwhile: delete the copy.
  if ((await db.uploadJobs.update(id, { keptIn })) === 0) await deleteLocalCopy(db, { fileId });
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
  db.transaction('rw', [...CHANGED_TABLES, 'uploadJobs', 'drafts'], async () => {
    const job = await db.uploadJobs.get(id);
    if (!job) return;
    const fresh = { state: 'working', errorLevel: null, errorKind: null, errorCode: null, errorMessage: null } as const;
    if (!job.isGivenUp) return void (await db.uploadJobs.put({ ...job, ...fresh, wish: 'retry' }));
    // The server refuses the old id: the same local copy is sent under a new one.
    const renewed = newId();
    await db.uploadJobs.delete(id);
    await db.uploadJobs.add({
      ...newJob({ ...job, id: renewed }, job.startedAtMs),
      fileId: job.fileId,
      keptIn: job.keptIn,
      chunkUnits: job.chunkUnits,
    });
    await renameUpload(db, id, renewed);
    await rebase(db);
  });

/** Lets a job go over mobile data, although uploads wait for Wi-Fi. */
export const sendAnyway = (db: AccountDatabase, id: string): Promise<void> =>
  db.transaction('rw', db.uploadJobs, async () => {
    const job = await db.uploadJobs.get(id);
    if (job) await db.uploadJobs.put({ ...job, anyNetwork: true, wish: 'retry' });
  });

/**
 * Gives all that belongs to an upload its new id: the entries that wait for it, which were not sent yet, so they keep their
 * own ids, and what was typed about its file and not saved.
 */
export const renameUpload = async (db: AccountDatabase, from: string, to: string): Promise<void> => {
  const drafts = await db.drafts.filter(({ key }) => key.endsWith(`:${from}`)).toArray();
  await db.drafts.bulkPut(drafts.map((draft) => ({ ...draft, key: draft.key.slice(0, -from.length) + to })));
  await db.drafts.bulkDelete(drafts.map(({ key }) => key));
  await db.outbox
    .filter((entry) => entry.dependsOn === from && entry.state === 'waiting')
    .modify((entry) => {
      const renamed = (id: string) => (id === from ? to : id);
      entry.dependsOn = to;
      entry.keys = entry.keys.map(renamed);
      if (entry.changed) entry.changed = entry.changed.map(renamed);
      for (const [name, value] of Object.entries(entry.input)) if (value === from) entry.input[name] = to;
    });
};

/** Removes the row and the local copy of a finished job. */
export const removeJob = async (db: AccountDatabase, id: string): Promise<void> => {
  const job = await db.uploadJobs.get(id);
  if (!job) return;
  await db.transaction('rw', db.uploadJobs, db.uploadFiles, db.leases, () => dropJob(db, job));
  await deleteCopies(db, job);
};

/** Removes the upload jobs of contents that the person deleted, and those of new files for them. */
export const endJobsOf = async (db: AccountDatabase, contentIds: readonly string[]): Promise<void> => {
  for (const job of await db.uploadJobs.bulkGet([...contentIds])) if (job) await removeJob(db, job.id);
  const deleted = new Set(contentIds);
  for (const { id } of await replacing(db, (contentId) => deleted.has(contentId))) await removeJob(db, id);
};

/** The jobs whose files replace those of some contents. */
const replacing = (db: AccountDatabase, isOf: (contentId: string) => boolean): Promise<StoredUploadJob[]> =>
  db.uploadJobs.filter(({ replaces }) => replaces !== undefined && isOf(replaces)).toArray();

/** Cancels new files of a content that were chosen before `kept`. */
export const cancelOtherReplacements = async (
  db: AccountDatabase,
  contentId: string,
  kept: Pick<StoredUploadJob, 'id' | 'startedAtMs'>,
): Promise<void> => {
  for (const { id, startedAtMs } of await replacing(db, (other) => other === contentId))
    if (startedAtMs < kept.startedAtMs || (startedAtMs === kept.startedAtMs && id < kept.id)) await cancelJob(db, id);
};

/** Deletes the row, its bytes in the database and its lease, in the running transaction. */
const dropJob = async (db: AccountDatabase, job: StoredUploadJob): Promise<void> => {
  await db.uploadJobs.delete(job.id);
  await db.uploadFiles.bulkDelete(allCopiesOf(job));
  await db.leases.bulkDelete([`upload-${job.id}`, `smaller-${job.id}`]);
};

/** Also that of an original that is not needed any more. */
const allCopiesOf = (job: StoredUploadJob): string[] => copiesOf({ ...job, contentId: null });

const deleteCopies = async (db: AccountDatabase, job: StoredUploadJob): Promise<void> => {
  for (const fileId of allCopiesOf(job)) await deleteLocalCopy(db, { fileId });
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
  await deleteCopies(db, job);
};

/** Queues the deletion of what the server has of a job that it refuses; Retry starts over under a new id. Source: UPL-016, UPL-054. */
export const abandonJob = async (db: AccountDatabase, job: StoredUploadJob): Promise<void> => {
  await db.transaction('rw', [...CHANGED_TABLES, 'uploadJobs'], async () => {
    await db.uploadJobs.update(job.id, { isGivenUp: true });
    await enqueue(db, cancelUpload, { uploadId: job.id }, { owner: job.owner, scope: job.scope });
    await sendLast(db, job.id);
  });
};

/** Moves the entries that wait for an upload behind all others, so that they do not hold up its cancellation. */
const sendLast = async (db: AccountDatabase, uploadId: string): Promise<void> => {
  let order = (await db.outbox.orderBy('order').last())?.order ?? 0;
  await db.outbox
    .filter((entry) => entry.dependsOn === uploadId && entry.state === 'waiting')
    .modify((entry) => {
      order += 1;
      entry.order = order;
    });
};
