import { newId, type Scope } from '#contract/ids.ts';
import type { ContentType } from '#contract/rows.ts';
import type { AccountDatabase } from '../database.ts';
import { newJob, type StoredUploadFile, type StoredUploadJob } from './job.ts';
import { pageId } from './page-lock.ts';

export interface UploadFile {
  /** Of the new job; a new one if missing. */
  id?: string;
  file: File;
  type: ContentType;
  /** Pages of a PDF, if counted. */
  pagesCount?: number | null;
  /** Its Library folder, if not that of all files. */
  folderId?: string | null;
  /** Where the browser gives one. */
  handle?: FileSystemFileHandle | undefined;
}
export interface AddUploads {
  files: readonly UploadFile[];
  owner: string;
  scope: Scope;
  folderId: string | null;
  /** The files are not checked yet: they are copied, and not sent. */
  isUnchecked?: boolean;
  /** The content whose file the only file replaces. */
  replaced?: { id: string; title: string } | undefined;
}

/** What a failed job becomes that has its file again. */
export const GOES_ON = {
  state: 'working',
  wish: 'retry',
  errorLevel: null,
  errorKind: null,
  errorCode: null,
  errorMessage: null,
} as const;

/** The fields of a job whose file was picked again by this page. The server compares the content with what it has. */
export const pickedAgain = ({ committedBytes }: Pick<StoredUploadJob, 'committedBytes'>): Partial<StoredUploadJob> => ({
  ...GOES_ON,
  keptIn: 'copying',
  holder: pageId,
  isUnchecked: false,
  isProofNeeded: committedBytes > 0,
});

/** Whether a file may be the one that a job was made of. */
export const isSameFile = ({ name, size }: Pick<StoredUploadJob, 'name' | 'size'>, file: File): boolean =>
  file.name === name && file.size === size;

/**
 * Adds the job rows of picked files with the handles to them, in one transaction, so that a kill of the browser loses
 * none. A file that an unfinished job asks for continues that job.
 *
 * @returns The rows, in the order of the files.
 */
export const addJobs = async (
  db: AccountDatabase,
  { files, owner, scope, folderId, isUnchecked = false, replaced }: AddUploads,
  nowMs = Date.now(),
): Promise<StoredUploadJob[]> => {
  const make = (
    { file, type, pagesCount = null, id = newId(nowMs), ...own }: UploadFile,
    index: number,
  ): StoredUploadJob =>
    newJob(
      {
        id,
        owner,
        scope,
        folderId: own.folderId ?? folderId,
        name: file.name,
        type,
        pagesCount,
        size: file.size,
        lastModifiedMs: file.lastModified,
        ...(isUnchecked ? { isUnchecked } : {}),
        ...(replaced ? { replaces: replaced.id, replacesTitle: replaced.title } : {}),
      },
      nowMs + index,
    );
  const add = (handles: boolean) =>
    db.transaction('rw', db.uploadJobs, db.uploadFiles, async () => {
      const waiting = await db.uploadJobs
        .where('scope')
        .equals(scope)
        .filter(
          ({ keptIn, contentId, replaces }) =>
            contentId === null && replaces === replaced?.id && (keptIn === 'nowhere' || keptIn === 'handle'),
        )
        .toArray();
      const jobs = files.map((each, index) => {
        const known = waiting.findIndex((job) => job.state === 'failed' && isSameFile(job, each.file));
        const [again] = known === -1 ? [] : waiting.splice(known, 1);
        return again ? { ...again, ...pickedAgain(again) } : make(each, index);
      });
      await db.uploadJobs.bulkPut(jobs);
      const kept = files.flatMap(({ handle }, index): StoredUploadFile[] =>
        handles && handle ? [{ id: jobs[index]!.fileId, handle }] : [],
      );
      if (kept.length > 0) await db.uploadFiles.bulkPut(kept);
      return jobs;
    });
  // A browser that cannot store its handles must still keep the jobs.
  return add(true).catch((error: unknown) => {
    if (!files.some(({ handle }) => handle) || !isCloneError(error)) throw error;
    return add(false);
  });
};

const isCloneError = (error: unknown): boolean => (error as { name?: unknown }).name === 'DataCloneError';
