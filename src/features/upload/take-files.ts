import { readStorage } from '#contract/library-storage.ts';
import { readVariable } from '#contract/pages.ts';
import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import { uploadText } from '#contract/text/upload.ts';
import type { Scope } from '#contract/ids.ts';
import type { ContentType, LibraryContent } from '#contract/rows.ts';
import { readAnswer } from '#store/answers.ts';
import type { AccountDatabase } from '#store/database.ts';
import { isQuotaError } from '#store/door.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { kindOf } from '#store/uploads/kinds.ts';
import { removeJob } from '#store/uploads/jobs.ts';
import { holdPage } from '#store/uploads/page-lock.ts';
import { checkPicked, exceedsRoom, type PickRules, type SizeLimit } from '#store/uploads/pick.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { sendPicked, startUploads } from '#workers/upload.ts';
import { DEFAULT_LIMIT, MEDIA_LIMIT, TEXT_LIMIT } from './media-limit.ts';
import { findTooMuchWork } from './work-limits.ts';

/** Source: UPL-041. */
const COPY_NOTICE_MS = 7_000;
/** Pages of larger PDFs are counted by the server only: counting loads the whole file into memory. */
const COUNT_PAGES_MAX_BYTES = 50_000_000;

export interface TakeFiles {
  db: AccountDatabase;
  userId: string;
  scope: Scope;
  files: readonly File[];
  /** The jobs of those files that may be sent, stored before this code was loaded (note-files.ts). */
  noted: Promise<ReadonlyMap<File, StoredUploadJob>>;
  /** The content whose file the only one replaces: of the same kind, and its size is free for it. */
  replaced?: Pick<LibraryContent, 'type' | 'originFileSize'> | undefined;
  /** Whole folders were chosen. */
  ofFolders?: boolean;
  /** Called if the plan has no room for them: they wait. */
  onOutOfRoom: () => void;
}

/**
 * Starts uploads of the chosen files: they are copied at once, and sent once they are checked. Shows a message for each
 * file that fails the checks, whose job ends. Source: UPL-027…UPL-037.
 *
 * @returns Whether any of them is sent.
 * @throws the error of the device's storage, after showing it.
 */
export const takeFiles = async ({
  db,
  userId,
  scope,
  files,
  noted,
  replaced,
  ofFolders = false,
  onOutOfRoom,
}: TakeFiles): Promise<boolean> => {
  try {
    const jobs = await noted;
    const saved = sendPicked(
      db,
      [...jobs].map(([file, job]) => ({ job, file })),
    );
    // It is awaited below, unless the checks fail.
    saved.catch(() => {});
    const rules: PickRules = { limits: await readLimits(db), ofFolders, ...(replaced && { only: replaced.type }) };
    const unknown = ofFolders ? files.filter(({ name }) => !kindOf(name)) : [];
    const { accepted, problems } = await checkPicked(
      files.filter((file) => !isAgain(jobs.get(file)) && !unknown.includes(file)),
      rules,
    );
    const isAccepted = new Set(accepted.map(({ file }) => file));
    for (const [file, job] of jobs) if (!isAgain(job) && !isAccepted.has(file)) await removeJob(db, job.id);
    for (const { message, name } of problems)
      if (!ofFolders || name === null) showToast({ text: message, kind: 'failure' });
    if (ofFolders) sayLeftOut([...unknown, ...problems.filter(({ name }) => name !== null)], rules);
    const isAnySent = accepted.length > 0 || [...jobs.values()].some(isAgain);
    if (!isAnySent) return false;
    const isSent = await Promise.all(accepted.map(({ file, type }) => checkWork(db, jobs.get(file)!, { file, type })));
    if (!isSent.includes(true) && ![...jobs.values()].some(isAgain)) return false;
    // What does not fit waits until there is room: the server decides what it takes. Source: decision 0106.
    if (exceedsRoom(accepted, (await readFreeBytes(db, userId, scope)) + (replaced?.originFileSize ?? 0)))
      onOutOfRoom();
    else showToast({ text: uploadText.whileUploading(commonText.product), kind: 'upload' });
    if (await isAnyUnsaved(db, await saved))
      showToast({ text: uploadText.keepPageOpen, kind: 'failure', durationMs: COPY_NOTICE_MS });
    return true;
  } catch (error) {
    showToast({ text: isQuotaError(error) ? frameText.storageFull : uploadText.failed, kind: 'failure' });
    throw error;
  }
};

/** Names at most that many files of folders that are left out. */
const LEFT_OUT_NAMES = 3;

/** Says once which files of folders are left out. Source: decision 0041. */
const sayLeftOut = (left: readonly { name: string | null }[], { limits: { media } }: PickRules): void => {
  if (left.length === 0) return;
  const names = left.slice(0, LEFT_OUT_NAMES).map(({ name }) => name!);
  showToast({
    text: uploadText.leftOut(names, left.length - names.length, `${media.value} ${media.unit}`),
    kind: 'failure',
    durationMs: COPY_NOTICE_MS,
  });
};

/** Starts what sends files, while the person is still choosing them. */
export const prepare = (): void => {
  void holdPage();
  startUploads();
};

/** Whether the file continues an earlier job, which was checked. */
const isAgain = (job: StoredUploadJob | undefined): boolean => job !== undefined && !job.isUnchecked;

/** Whether the page must stay open for a file; not for one that was refused meanwhile. */
const isAnyUnsaved = async (db: AccountDatabase, saved: readonly boolean[]): Promise<boolean> =>
  saved.includes(false) && (await db.uploadJobs.filter(({ keptIn }) => keptIn === 'page').count()) > 0;

/** Checks how much work a file is. @returns Whether it may be sent; if not, its job is removed and the person reads why. */
const checkWork = async (
  db: AccountDatabase,
  job: StoredUploadJob,
  { file, type }: { file: File; type: ContentType },
): Promise<boolean> => {
  const pagesCount = await countPages(file, type);
  const problem = await findTooMuchWork(db, file, { type, pagesCount });
  if (problem === undefined) {
    await db.uploadJobs.update(job.id, { isUnchecked: false, pagesCount });
    return true;
  }
  await removeJob(db, job.id);
  showToast({ text: problem, kind: 'failure' });
  return false;
};

const readLimit = async (db: AccountDatabase, input: { name: string }): Promise<SizeLimit> =>
  (await readAnswer(db, readVariable, input))?.answer ?? DEFAULT_LIMIT;

/** Room for files, as far as this device knows: the server checks it again. Source: decision 0050. */
const readFreeBytes = async (db: AccountDatabase, userId: string, scope: Scope): Promise<number> => {
  const me = await db.me.get(userId);
  const storage = me?.scope === scope ? me : (await readAnswer(db, readStorage, {}, scope))?.answer;
  return storage && storage.storageSize > 0 ? Math.max(0, storage.storageSize - storage.storageUsed) : Infinity;
};

const readLimits = async (db: AccountDatabase): Promise<PickRules['limits']> => ({
  media: await readLimit(db, MEDIA_LIMIT),
  text: await readLimit(db, TEXT_LIMIT),
});

/** Number of pages of a PDF; null if it is no PDF, is large, or cannot be read. Source: D-112. */
const countPages = async (file: File, type: ContentType): Promise<number | null> => {
  if (type !== 'text' || file.size > COUNT_PAGES_MAX_BYTES) return null;
  try {
    const { openPdf } = await import('#ui/pdf/pdf-document.ts');
    const pdf = await openPdf({ blob: file });
    const { numPages } = pdf;
    await pdf.loadingTask.destroy();
    return numPages;
  } catch {
    return null;
  }
};
