import { readVariable } from '#contract/pages.ts';
import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import { uploadText } from '#contract/text/upload.ts';
import type { Scope } from '#contract/ids.ts';
import type { ContentType } from '#contract/rows.ts';
import { readAnswer } from '#store/answers.ts';
import type { AccountDatabase } from '#store/database.ts';
import { isQuotaError } from '#store/door.ts';
import { checkPicked, type PickRules, type SizeLimit } from '#store/uploads/pick.ts';
import { showToast } from '#ui/toast.ts';
import { addFiles } from '#workers/upload.ts';
import { DEFAULT_LIMIT, MEDIA_LIMIT, TEXT_LIMIT } from './media-limit.ts';

/** Source: UPL-041. */
const COPY_NOTICE_MS = 7_000;
/** Pages of larger PDFs are counted by the server only: counting loads the whole file into memory. */
const COUNT_PAGES_MAX_BYTES = 50_000_000;

export interface TakeFiles {
  db: AccountDatabase;
  userId: string;
  scope: Scope;
  folderId: string | null;
  files: readonly File[];
  /** Called if the plan's storage is full. */
  onOutOfRoom: () => void;
}

/**
 * Starts uploads of the chosen files: shows a message for each file that fails the checks, uploads the others. Source:
 * UPL-027…UPL-037.
 *
 * @throws the error of the device's storage, after showing it.
 */
export const takeFiles = async ({ db, userId, scope, folderId, files, onOutOfRoom }: TakeFiles): Promise<void> => {
  const { accepted, problems } = await checkPicked(files, await readRules(db, userId, scope));
  for (const { code, message } of problems) {
    if (code === 'library.out_of_storage') onOutOfRoom();
    else showToast({ text: message, kind: 'failure' });
  }
  if (accepted.length === 0) return;
  const counted = await Promise.all(
    accepted.map(async ({ file, type }) => ({ file, type, pagesCount: await countPages(file, type) })),
  );
  try {
    const { saved } = await addFiles({ files: counted, owner: userId, scope, folderId });
    showToast({ text: uploadText.whileUploading(commonText.product), kind: 'upload' });
    if ((await saved).includes(false))
      showToast({ text: uploadText.keepPageOpen, kind: 'failure', durationMs: COPY_NOTICE_MS });
  } catch (error) {
    showToast({ text: isQuotaError(error) ? frameText.storageFull : uploadText.failed, kind: 'failure' });
    throw error;
  }
};

const readLimit = async (db: AccountDatabase, input: { name: string }): Promise<SizeLimit> =>
  (await readAnswer(db, readVariable, input))?.answer ?? DEFAULT_LIMIT;

const readRules = async (db: AccountDatabase, userId: string, scope: Scope): Promise<PickRules> => {
  const me = await db.me.get(userId);
  return {
    freeBytes: me && me.scope === scope && me.storageSize > 0 ? Math.max(0, me.storageSize - me.storageUsed) : Infinity,
    limits: { media: await readLimit(db, MEDIA_LIMIT), text: await readLimit(db, TEXT_LIMIT) },
    names: [
      ...(await db.contents.where('scope').equals(scope).toArray()).map((content) => content.filename),
      ...(await db.uploadJobs.where('scope').equals(scope).toArray()).map((job) => job.name),
    ],
  };
};

/** Number of pages of a PDF; null if it is no PDF, is large, or cannot be read. Source: D-112. */
const countPages = async (file: File, type: ContentType): Promise<number | null> => {
  if (type !== 'text' || file.size > COUNT_PAGES_MAX_BYTES) return null;
  try {
    const { openPdf } = await import('#ui/pdf-document.ts');
    const pdf = await openPdf({ blob: file });
    const { numPages } = pdf;
    await pdf.loadingTask.destroy();
    return numPages;
  } catch {
    return null;
  }
};
