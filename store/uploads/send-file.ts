import { PDF_SINGLE_PUT_MAX_BYTES } from '#contract/limits.ts';
import { readDeviceSetting, writeDeviceSetting } from '../device.ts';
import type { StoredUploadJob } from './job.ts';
import { withoutFile } from './file-again.ts';
import { deleteLocalCopy, findFile } from './local-copy.ts';
import { sendInFolder } from './in-folder.ts';
import { ProgressWriter } from './progress.ts';
import { sendChunks, type Sent } from './send-chunks.ts';
import type { SendDeps } from './send-deps.ts';
import { sendSmallPdf } from './send-text.ts';
import { freeOriginal, sendOriginal } from './smaller.ts';
import { UploadFailure } from './failure.ts';
import { checkWifi } from './wifi-only.ts';

/** Weight of the newest measurement in the stored speed (moving average). */
const NEWEST_SHARE = 0.3;

/**
 * Sends the bytes of a job and records the content that they became.
 *
 * @throws UploadFailure `pause`, `fail` or `cancel`.
 */
export const sendFile = async (job: StoredUploadJob, deps: SendDeps, signal: AbortSignal): Promise<void> => {
  // Before the file is looked for: the jobs ask for a slot in the order in which they were started.
  const release = await deps.fileSlots.take(signal, () => deps.placeOf(job));
  try {
    // Waiting for the slot may have taken hours.
    await checkWifi(job);
    const source = deps.files.get(job.fileId) ?? (await findFileOf(job, deps));
    const file = () => deps.files.get(job.fileId) ?? source;
    const sent = await sendInFolder(job, deps, (folderId) => {
      const target = { ...job, folderId };
      return job.type === 'text' && job.replaces === undefined && job.size <= PDF_SINGLE_PUT_MAX_BYTES
        ? sendSmallPdf(target, file(), deps, signal)
        : sendInChunks(target, file, deps, signal, release);
    });
    await deps.db.uploadJobs.update(job.id, {
      contentId: sent.contentId,
      committedBytes: job.size,
      percent: job.type === 'text' ? 80 : 100,
      isProofNeeded: false,
      errorKind: null,
      ...(sent.filename ? { storedName: sent.filename } : {}),
    });
    if (job.original) await freeOriginal(deps.db, job.id);
  } catch (error) {
    if (job.isProofNeeded && error instanceof UploadFailure && error.code === 'upload.other_length')
      await forgetOtherFile(job, deps);
    throw error;
  } finally {
    release();
  }
};

/** The file that was picked again is another one: its copy is deleted, and the right one must be chosen. */
const forgetOtherFile = async ({ id, fileId }: StoredUploadJob, { db, files }: SendDeps): Promise<void> => {
  files.delete(fileId);
  await deleteLocalCopy(db, { fileId });
  await db.uploadJobs.update(id, { keptIn: 'nowhere' });
};

/** The file of a job that no open page has, and records where it is. @throws UploadFailure if the person must give it. */
const findFileOf = async (job: StoredUploadJob, { db, onHandle }: SendDeps): Promise<Blob> => {
  const { keptIn, file } = await findFile(db, job);
  if (file) {
    if (keptIn !== job.keptIn) await db.uploadJobs.update(job.id, { keptIn });
    if (keptIn === 'handle') onHandle?.(job, file);
    return file;
  }
  // The browser has evicted the smaller file: the original is sent, as another upload.
  if (job.original) {
    await sendOriginal(db, job.id);
    throw new UploadFailure('cancel');
  }
  const { errorKind, errorCode, errorMessage } = withoutFile(keptIn === 'handle' ? 'handle' : 'nowhere');
  await db.uploadJobs.update(job.id, { keptIn });
  throw new UploadFailure('fail', { errorKind, code: errorCode, userMessage: errorMessage });
};

/** Sends a file in chunks: media, and a PDF that is too large for one request. */
const sendInChunks = async (
  job: StoredUploadJob,
  file: () => Blob,
  { db, chunkSlots }: SendDeps,
  signal: AbortSignal,
  release: () => void,
): Promise<Sent> => {
  const progress = new ProgressWriter(db, job);
  if (job.type === 'text') await db.uploadJobs.update(job.id, { percent: 50 });
  let lineBytesPerSecond = await readDeviceSetting<number>('lineBytesPerSecond');
  try {
    return await sendChunks(job, {
      signal,
      file,
      slots: chunkSlots,
      chunkUnits: job.chunkUnits,
      lineBytesPerSecond,
      isProofNeeded: job.isProofNeeded,
      onCommitted: (bytes) => progress.report(bytes),
      onChunkUnits: (chunkUnits) => void db.uploadJobs.update(job.id, { chunkUnits }),
      onLine: (speed) => {
        lineBytesPerSecond =
          lineBytesPerSecond === undefined ? speed : lineBytesPerSecond * (1 - NEWEST_SHARE) + speed * NEWEST_SHARE;
      },
      onSlow(isSlow) {
        // Lets another file start beside this one.
        if (isSlow) release();
        void db.uploadJobs.update(job.id, { errorKind: isSlow ? 'SlowConnection' : null });
      },
    });
  } finally {
    await progress.end();
    if (lineBytesPerSecond !== undefined)
      await writeDeviceSetting('lineBytesPerSecond', Math.round(lineBytesPerSecond));
  }
};
