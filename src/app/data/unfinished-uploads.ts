import { accountDatabase } from '#store/door.ts';

/** Resumes the uploads that were unfinished when the last page closed. */
export const resumeUnfinished = async (userId: string): Promise<void> => {
  if ((await accountDatabase(userId).uploadJobs.count()) === 0) return;
  (await import('#workers/upload.ts')).startUploads();
};
