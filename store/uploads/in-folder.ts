import type { StoredUploadJob } from './job.ts';
import type { SendDeps } from './send-deps.ts';
import { UploadFailure } from './failure.ts';

/** Wait for a folder that the outbox has not sent yet, ms. */
const FOLDER_WAIT_MS = 3_000;

/**
 * Sends into the job's folder. A folder made offline may not be sent yet: then the job pauses. Without the folder, for
 * example because it was deleted, the file goes to the root.
 *
 * @throws UploadFailure.
 */
export const sendInFolder = async <T>(
  job: StoredUploadJob,
  { db }: Pick<SendDeps, 'db'>,
  send: (folderId: string | null) => Promise<T>,
): Promise<T> => {
  try {
    return await send(job.folderId);
  } catch (error) {
    if (!(error instanceof UploadFailure) || error.code !== 'access.not_found' || !job.folderId) throw error;
    const isFolderUnsent = (await db.outbox.where('state').equals('waiting').toArray()).some((entry) =>
      entry.keys.includes(job.folderId!),
    );
    if (isFolderUnsent) throw new UploadFailure('pause', { retryAfterMs: FOLDER_WAIT_MS, cause: error });
    await db.uploadJobs.update(job.id, { folderId: null });
    return send(null);
  }
};
