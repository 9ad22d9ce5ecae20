import { accountDatabase } from '#store/door.ts';

/** Goes on with what was being uploaded when the last page ended. */
export const resumeUnfinished = async (userId: string): Promise<void> => {
  if ((await accountDatabase(userId).uploadJobs.count()) === 0) return;
  (await import('#workers/upload.ts')).startUploads();
};
