import type { StoredUploadJob } from './job.ts';
import type { SendDeps } from './send-deps.ts';
import { UploadTrouble } from './trouble.ts';

const FOLDER_WAIT_MS = 3_000;

/** A folder that was made offline may still be on its way; one that is gone leaves its items to the root. */
export const sendInFolder = async <T>(
  job: StoredUploadJob,
  { db }: Pick<SendDeps, 'db'>,
  send: (folderId: string | null) => Promise<T>,
): Promise<T> => {
  try {
    return await send(job.folderId);
  } catch (error) {
    if (!(error instanceof UploadTrouble) || error.code !== 'access.not_found' || !job.folderId) throw error;
    const isOnItsWay = (await db.outbox.where('state').equals('waiting').toArray()).some((entry) =>
      entry.keys.includes(job.folderId!),
    );
    if (isOnItsWay) throw new UploadTrouble('pause', { retryAfterMs: FOLDER_WAIT_MS, cause: error });
    await db.uploadJobs.update(job.id, { folderId: null });
    return send(null);
  }
};
