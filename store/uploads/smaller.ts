import { newId } from '#contract/ids.ts';
import { cancelUpload } from '#contract/upload.ts';
import type { AccountDatabase } from '../database.ts';
import { CHANGED_TABLES, enqueue, rebase } from '../outbox/enqueue.ts';
import { isLeased } from '../outbox/lease.ts';
import { newJob, type StoredUploadJob } from './job.ts';
import { renameUpload } from './jobs.ts';
import { deleteLocalCopy } from './local-copy.ts';

/** A size that this device can make a video smaller to, measured by encoding a short part of it. */
export interface SmallerSize {
  /** Pixels of the shorter side, such as 720. */
  lines: number;
  /** Expected size of the file. */
  bytes: number;
  /** Expected time of the encoding on this device. */
  seconds: number;
}

/**
 * Making the video of an upload smaller before it is sent. Stored in the job's row; missing before it was measured.
 * `none`: it does not pay, or this browser cannot. `failed`: the original is sent.
 */
export type Smaller =
  | { state: 'none' | 'dismissed' | 'failed' | 'made' }
  | { state: 'offered'; sizes: SmallerSize[] }
  | {
      state: 'making';
      sizes: SmallerSize[];
      lines: number;
      /** Key of the unfinished copy in the private file system. */
      fileId: string;
      percent: number;
      /** How often it was begun: an encoding that ends the browser is not begun for ever. */
      tries: number;
    };

/** The file that the person picked, kept until the server has every byte of the smaller one. */
export type OriginalFile = Pick<StoredUploadJob, 'fileId' | 'keptIn' | 'name' | 'size' | 'lastModifiedMs'>;

/** Smaller files are sent as they are, bytes. */
const SMALLER_FROM_BYTES = 5_000_000;
/** Share of the original's size that a smaller file may have, to be worth the time. */
export const SMALLER_AT_MOST = 0.7;
/** An encoding that was ended this often by the end of its page is given up. */
const TRIES_MAX = 2;

const leaseOf = (id: string): string => `smaller-${id}`;
export { leaseOf as smallerLease };

/** Whether the video of a job may be offered to be made smaller: it is on the device, and most of it is not sent yet. */
export const isSmallerPossible = (job: StoredUploadJob): boolean =>
  job.type === 'video' &&
  // Clips are not one file yet: the server joins them.
  job.clips === undefined &&
  job.contentId === null &&
  job.original === undefined &&
  !job.isUnchecked &&
  (job.state === 'working' || job.state === 'paused') &&
  (job.keptIn === 'idb' || job.keptIn === 'opfs') &&
  job.size >= SMALLER_FROM_BYTES &&
  job.committedBytes < job.size / 2;

/** Whether a context is encoding that job's video now. Without one, for example after a kill, the original is sent. */
export const isBeingMade = async (
  db: AccountDatabase,
  { id, smaller }: Pick<StoredUploadJob, 'id' | 'smaller'>,
): Promise<boolean> => smaller?.state === 'making' && (await isLeased(db, leaseOf(id)));

/** Writes the state of making a job's video smaller. */
const change = (
  db: AccountDatabase,
  id: string,
  next: (job: StoredUploadJob) => Smaller | undefined,
): Promise<StoredUploadJob | undefined> =>
  db.transaction('rw', db.uploadJobs, async () => {
    const job = await db.uploadJobs.get(id);
    const smaller = job && next(job);
    if (!smaller) return undefined;
    const changed = { ...job, smaller };
    await db.uploadJobs.put(changed);
    return changed;
  });

/** Records the sizes that pay. */
export const offerSmaller = async (db: AccountDatabase, id: string, sizes: SmallerSize[]): Promise<void> => {
  await change(db, id, ({ smaller }) => {
    if (smaller) return undefined;
    return sizes.length > 0 ? { state: 'offered', sizes } : { state: 'none' };
  });
};

/** The person does not want it; the offer does not come back for this upload. */
export const dismissSmaller = async (db: AccountDatabase, id: string): Promise<void> => {
  await change(db, id, ({ smaller }) => (smaller?.state === 'offered' ? { state: 'dismissed' } : undefined));
};

/** Requests the encoding in one of the offered sizes. */
export const requestSmaller = async (db: AccountDatabase, id: string, lines: number): Promise<boolean> => {
  const begun = await change(db, id, (job) =>
    job.smaller?.state === 'offered' && job.contentId === null
      ? { state: 'making', sizes: job.smaller.sizes, lines, fileId: newId(), percent: 0, tries: 0 }
      : undefined,
  );
  return begun !== undefined;
};

/** Takes the request back, also while it is being encoded; the original is sent, and the offer stays. */
export const cancelSmaller = async (db: AccountDatabase, id: string): Promise<void> => {
  await change(db, id, ({ smaller }) =>
    smaller?.state === 'making' ? { state: 'offered', sizes: smaller.sizes } : undefined,
  );
};

/** What is encoded: the job, and the state that the encoding may change. */
export interface SmallerWork {
  job: StoredUploadJob;
  making: Extract<Smaller, { state: 'making' }>;
}

/**
 * Begins the requested encoding, or begins again with what a killed page has left unfinished. Call it with the lease.
 *
 * @returns Undefined if it is not wanted any more, or was tried too often.
 */
export const beginSmaller = async (db: AccountDatabase, id: string): Promise<SmallerWork | undefined> => {
  let left: string | undefined;
  const job = await change(db, id, ({ smaller, contentId }) => {
    if (smaller?.state !== 'making') return undefined;
    left = smaller.fileId;
    if (contentId !== null || smaller.tries >= TRIES_MAX) return { state: 'failed' };
    return { ...smaller, fileId: newId(), percent: 0, tries: smaller.tries + 1 };
  });
  if (left) await deleteLocalCopy(db, { fileId: left });
  return job?.smaller?.state === 'making' ? { job, making: job.smaller } : undefined;
};

/** Records the progress of an encoding. @returns False if it is not wanted any more. */
export const reportSmaller = async (
  db: AccountDatabase,
  { job, making }: SmallerWork,
  percent: number,
): Promise<boolean> => {
  const changed = await change(db, job.id, ({ smaller }) =>
    smaller?.state === 'making' && smaller.fileId === making.fileId ? { ...smaller, percent } : undefined,
  );
  return changed !== undefined;
};

/** Ends an encoding that failed: the original is sent. */
export const failSmaller = async (db: AccountDatabase, { job, making }: SmallerWork): Promise<void> => {
  await change(db, job.id, ({ smaller }) =>
    smaller?.state === 'making' && smaller.fileId === making.fileId ? { state: 'failed' } : undefined,
  );
  await deleteLocalCopy(db, making);
};

/**
 * Lets the smaller file be sent instead of the original, under a new upload id: the server refuses another length for a
 * known one. What it has of the original is deleted by a queued cancellation. One transaction, so that a kill leaves
 * either the old upload or the new one.
 *
 * @returns The new id; undefined if it is not wanted any more, or the server has the whole original already.
 */
export const sendSmaller = async (
  db: AccountDatabase,
  { job: { id }, making }: SmallerWork,
  file: { name: string; size: number },
): Promise<string | undefined> => {
  const renewed = await replaceFile(db, id, (job) => {
    if (job.contentId !== null || job.smaller?.state !== 'making' || job.smaller.fileId !== making.fileId)
      return undefined;
    const { fileId, keptIn, name, size, lastModifiedMs } = job;
    return {
      ...file,
      fileId: making.fileId,
      keptIn: 'opfs',
      lastModifiedMs: Date.now(),
      smaller: { state: 'made' },
      original: { fileId, keptIn, name, size, lastModifiedMs },
    };
  });
  if (renewed === undefined) await deleteLocalCopy(db, making);
  return renewed;
};

/** Sends the original instead of the smaller file: the person wants it, or the device has lost the smaller one. */
export const sendOriginal = async (db: AccountDatabase, id: string): Promise<void> => {
  let smallerFile: string | undefined;
  await replaceFile(db, id, ({ contentId, original, fileId }) => {
    if (contentId !== null || !original) return undefined;
    smallerFile = fileId;
    return { ...original, smaller: { state: 'dismissed' }, original: undefined };
  });
  if (smallerFile) await deleteLocalCopy(db, { fileId: smallerFile });
};

type NewFile = OriginalFile & Pick<StoredUploadJob, 'smaller'> & { original: OriginalFile | undefined };

const replaceFile = (
  db: AccountDatabase,
  id: string,
  next: (job: StoredUploadJob) => NewFile | undefined,
): Promise<string | undefined> =>
  db.transaction('rw', [...CHANGED_TABLES, 'uploadJobs', 'leases', 'drafts'], async () => {
    const job = await db.uploadJobs.get(id);
    const file = job && next(job);
    if (!file) return undefined;
    const renewed = newId();
    await db.uploadJobs.delete(id);
    for (const lease of [leaseOf(id), `upload-${id}`]) await db.leases.delete(lease);
    const { original, ...fresh } = file;
    const { original: _, ...kept } = job;
    const row = newJob({ ...kept, ...fresh, id: renewed }, job.startedAtMs);
    const { fileId, keptIn } = fresh;
    await db.uploadJobs.add({ ...row, fileId, keptIn, chunkUnits: job.chunkUnits, ...(original ? { original } : {}) });
    await renameUpload(db, id, renewed);
    await rebase(db);
    await enqueue(db, cancelUpload, { uploadId: id }, { owner: job.owner, scope: job.scope });
    return renewed;
  });

/** Deletes the original once the server has every byte of the smaller file. */
export const freeOriginal = async (db: AccountDatabase, id: string): Promise<void> => {
  const original = (await db.uploadJobs.get(id))?.original;
  if (!original) return;
  await deleteLocalCopy(db, original);
  await db.uploadJobs
    .where('id')
    .equals(id)
    .modify((job) => void delete job.original);
};
