import { PDF_SINGLE_PUT_MAX_BYTES } from '#contract/limits.ts';
import { uploadText } from '#contract/text/upload.ts';
import type { AccountDatabase } from '../database.ts';
import { readDeviceSetting, writeDeviceSetting } from '../device.ts';
import type { StoredUploadJob } from './job.ts';
import { readKept } from './keep.ts';
import { sendInFolder } from './in-folder.ts';
import { ProgressWriter } from './progress.ts';
import { sendChunks, type Sent } from './send-chunks.ts';
import type { SendDeps } from './send-deps.ts';
import { putSmall } from './send-text.ts';
import { UploadTrouble } from './trouble.ts';

/** A share of the newest measurement in the remembered speed. */
const NEWEST_SHARE = 0.3;

/**
 * Sends the bytes of a job, wherever they lie, and notes the content they became.
 *
 * @throws UploadTrouble `pause`, `fail` or `gone`.
 */
export const sendFile = async (job: StoredUploadJob, deps: SendDeps, signal: AbortSignal): Promise<void> => {
  const kept = deps.files.get(job.fileId) ?? (await findKept(job, deps.db));
  const file = () => deps.files.get(job.fileId) ?? kept;
  const release = await deps.fileSlots.take(signal);
  try {
    const sent = await sendInFolder(job, deps, (folderId) => {
      const target = { ...job, folderId };
      return job.type === 'text' && job.size <= PDF_SINGLE_PUT_MAX_BYTES
        ? putSmall(target, file(), deps, signal)
        : sendMedia(target, file, deps, signal, release);
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

const findKept = async (job: StoredUploadJob, db: AccountDatabase): Promise<Blob> => {
  const kept = await readKept(db, job);
  if (kept?.size === job.size) {
    // The copy was made, but the page ended before it could say so.
    if (job.keptIn === 'copying') await db.uploadJobs.update(job.id, { keptIn: 'idb' });
    return kept;
  }
  await db.uploadJobs.update(job.id, { keptIn: 'nowhere' });
  throw new UploadTrouble('fail', {
    errorKind: 'SomethingIsWrong',
    code: 'upload.choose_again',
    words: uploadText.chooseAgain,
  });
};

/** Chunk by chunk; also a PDF that is too large for one request. */
const sendMedia = async (
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
      onCommitted: (bytes) => progress.note(bytes),
      onChunkUnits: (chunkUnits) => void db.uploadJobs.update(job.id, { chunkUnits }),
      onLine: (speed) => {
        lineBytesPerSecond =
          lineBytesPerSecond === undefined ? speed : lineBytesPerSecond * (1 - NEWEST_SHARE) + speed * NEWEST_SHARE;
      },
      onSlow(isSlow) {
        // Its place goes to a file that moves.
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
