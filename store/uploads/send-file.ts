import { PDF_SINGLE_PUT_MAX_BYTES } from '#contract/limits.ts';
import { uploadText } from '#contract/text/upload.ts';
import type { AccountDatabase } from '../database.ts';
import { readDeviceSetting, writeDeviceSetting } from '../device.ts';
import type { StoredUploadJob } from './job.ts';
import { readLocalCopy } from './local-copy.ts';
import { sendInFolder } from './in-folder.ts';
import { ProgressWriter } from './progress.ts';
import { sendChunks, type Sent } from './send-chunks.ts';
import type { SendDeps } from './send-deps.ts';
import { sendSmallPdf } from './send-text.ts';
import { UploadFailure } from './failure.ts';

/** Weight of the newest measurement in the stored speed (moving average). */
const NEWEST_SHARE = 0.3;

/**
 * Sends the bytes of a job and records the content that they became.
 *
 * @throws UploadFailure `pause`, `fail` or `cancel`.
 */
export const sendFile = async (job: StoredUploadJob, deps: SendDeps, signal: AbortSignal): Promise<void> => {
  const source = deps.files.get(job.fileId) ?? (await findLocalCopy(job, deps.db));
  const file = () => deps.files.get(job.fileId) ?? source;
  const release = await deps.fileSlots.take(signal);
  try {
    const sent = await sendInFolder(job, deps, (folderId) => {
      const target = { ...job, folderId };
      return job.type === 'text' && job.size <= PDF_SINGLE_PUT_MAX_BYTES
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
  } finally {
    release();
  }
};

const findLocalCopy = async (job: StoredUploadJob, db: AccountDatabase): Promise<Blob> => {
  const copy = await readLocalCopy(db, job);
  if (copy?.size === job.size) {
    // The copy is complete, but the page ended before it recorded that.
    if (job.keptIn === 'copying') await db.uploadJobs.update(job.id, { keptIn: 'idb' });
    return copy;
  }
  await db.uploadJobs.update(job.id, { keptIn: 'nowhere' });
  throw new UploadFailure('fail', {
    errorKind: 'SomethingIsWrong',
    code: 'upload.choose_again',
    userMessage: uploadText.chooseAgain,
  });
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
