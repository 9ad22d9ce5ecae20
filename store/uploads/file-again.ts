import { uploadText } from '#contract/text/upload.ts';
import type { AccountDatabase } from '../database.ts';
import { GOES_ON, isSameFile, pickedAgain } from './add-jobs.ts';
import { ALLOW_AGAIN, CHOOSE_AGAIN, type KeptIn, type StoredUploadJob } from './job.ts';
import { findFile, type PermissionHandle } from './local-copy.ts';
import { isPageOpen } from './page-lock.ts';

/** The facts of a job that cannot go on before the person gives its file again. */
export const withoutFile = (keptIn: Extract<KeptIn, 'handle' | 'nowhere'>) =>
  ({
    keptIn,
    state: 'failed',
    errorLevel: 'Uploading',
    errorKind: 'SomethingIsWrong',
    errorCode: keptIn === 'handle' ? ALLOW_AGAIN : CHOOSE_AGAIN,
    errorMessage: keptIn === 'handle' ? uploadText.allowAgain : uploadText.chooseAgain,
  }) as const;

/**
 * Finds out what became of the files of jobs whose page was closed or killed, and records it, so that no screen says that
 * a file is being saved or sent when it is not.
 */
export const examineFiles = async (db: AccountDatabase): Promise<void> => {
  const unsent = await db.uploadJobs
    .filter(({ contentId, state }) => contentId === null && state !== 'cancelled')
    .toArray();
  for (const job of unsent) {
    // A device that could not read its copy at the last start may be able to now.
    const isAskedFor = job.errorCode === CHOOSE_AGAIN;
    if (!(isWithPage(job) || isAskedFor) || (await isPageOpen(job.holder)) !== false) continue;
    const { keptIn, file } = await findFile(db, job);
    await db.transaction('rw', db.uploadJobs, async () => {
      const now = await db.uploadJobs.get(job.id);
      // Another page has taken it meanwhile.
      if (now?.keptIn !== job.keptIn || now.holder !== job.holder) return;
      if (file)
        await db.uploadJobs.update(job.id, { keptIn, ...(isAskedFor || job.errorCode === ALLOW_AGAIN ? GOES_ON : {}) });
      else if (!isAskedFor) await db.uploadJobs.update(job.id, withoutFile(keptIn as 'handle' | 'nowhere'));
    });
  }
};

/** Whether the bytes of a job may be with one page only. */
const isWithPage = ({ keptIn }: Pick<StoredUploadJob, 'keptIn'>): boolean =>
  keptIn === 'copying' || keptIn === 'page' || keptIn === 'handle';

/**
 * Takes the file that the person picked again, because this device has no copy. Compares name and size; the server
 * compares the content later.
 *
 * @returns The message to show if it is another file; undefined if the job continues.
 */
export const acceptSameFile = async (
  db: AccountDatabase,
  id: string,
  file: File,
  handle?: FileSystemFileHandle,
): Promise<string | undefined> => {
  const job = await db.uploadJobs.get(id);
  if (!job) return undefined;
  if (!isSameFile(job, file)) return uploadText.otherFile;
  await db.uploadJobs.update(id, pickedAgain(job));
  if (handle) await db.uploadFiles.put({ id: job.fileId, handle }).catch(() => {});
  return undefined;
};

/**
 * Asks the browser to let the app read the file of a job again; needs a tap of the person.
 *
 * @returns The file; undefined if the person did not allow it, or if it is not there any more: then it must be chosen.
 */
export const readFileAgain = async (db: AccountDatabase, id: string): Promise<File | undefined> => {
  const job = await db.uploadJobs.get(id);
  const handle = job && (await db.uploadFiles.get(job.fileId))?.handle;
  if (!handle) return undefined;
  try {
    const permission = await (handle as PermissionHandle).requestPermission({ mode: 'read' });
    const file = permission === 'granted' ? await handle.getFile() : undefined;
    if (file && isSameFile(job, file)) return file;
  } catch {
    // Moved or deleted.
  }
  await db.uploadJobs.update(id, withoutFile('nowhere'));
  return undefined;
};
