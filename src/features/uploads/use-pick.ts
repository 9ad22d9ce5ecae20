import { useState } from 'react';
import { readVariable } from '#contract/pages.ts';
import { appText } from '#contract/text/app.ts';
import { uploadText } from '#contract/text/upload.ts';
import type { ContentType } from '#contract/rows.ts';
import { readAnswer } from '#store/answers.ts';
import type { AccountDatabase } from '#store/database.ts';
import { isQuotaError } from '#store/door.ts';
import type { PickRules, SizeLimit } from '#store/uploads/pick.ts';
import { showToast } from '#ui/toast.ts';
import { useAccount } from '../../app/account.ts';
import { useMe, useScope } from '../../app/me.ts';
import { useAnswer } from '../../app/use-answer.ts';

/** Shown until the server has said otherwise. Source: creator-content §5. */
const DEFAULT_LIMIT: SizeLimit = { value: 500, unit: 'MB' };
const MEDIA_LIMIT = { name: 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE' };
const TEXT_LIMIT = { name: 'MAX_TEXT_CONTENT_SIZE' };
const FRESH_MS = 3_600_000;
/** Source: creator-content §5, §8. */
const COPY_NOTICE_MS = 7_000;
/** Larger PDFs are counted by the server alone: a phone would need their bytes in memory, bytes. */
const COUNT_PAGES_MAX_BYTES = 50_000_000;

/** The size limit that the tips name. */
export const useMediaLimit = (): SizeLimit => {
  const { answer } = useAnswer(readVariable, MEDIA_LIMIT, { freshMs: FRESH_MS });
  useAnswer(readVariable, TEXT_LIMIT, { freshMs: FRESH_MS });
  return answer ?? DEFAULT_LIMIT;
};

const readLimit = async (db: AccountDatabase, input: { name: string }): Promise<SizeLimit> => (await readAnswer(db, readVariable, input))?.answer ?? DEFAULT_LIMIT;

export interface Pick {
  /** Checks what was chosen, says what is wrong, and starts what is right. */
  take(files: readonly File[]): Promise<void>;
  /** The plan's storage is full: the dialog is open. */
  isOutOfRoom: boolean;
  closeOutOfRoom(): void;
}

/** From chosen files to running uploads. Source: creator-content §5. */
export const usePick = (folderId: string | null): Pick => {
  const { db, userId } = useAccount();
  const scope = useScope();
  const me = useMe();
  const [isOutOfRoom, setOutOfRoom] = useState(false);

  const readRules = async (): Promise<PickRules> => ({
    freeBytes: me && me.scope === scope && me.storageSize > 0 ? Math.max(0, me.storageSize - me.storageUsed) : Infinity,
    limits: { media: await readLimit(db, MEDIA_LIMIT), text: await readLimit(db, TEXT_LIMIT) },
    names: [
      ...(await db.contents.where('scope').equals(scope).toArray()).map((content) => content.filename),
      ...(await db.uploadJobs.where('scope').equals(scope).toArray()).map((job) => job.name),
    ],
  });
  const take = async (files: readonly File[]): Promise<void> => {
    const [{ checkPicked }, { addFiles }] = await Promise.all([import('#store/uploads/pick.ts'), import('#workers/upload.ts')]);
    const { accepted, problems } = await checkPicked(files, await readRules());
    for (const { code, message } of problems) {
      if (code === 'library.out_of_storage') setOutOfRoom(true);
      else showToast({ text: message, kind: 'failure' });
    }
    if (accepted.length === 0) return;
    const counted = await Promise.all(accepted.map(async ({ file, type }) => ({ file, type, pagesCount: await countPages(file, type) })));
    try {
      const { saved } = await addFiles({ files: counted, owner: userId, scope, folderId });
      showToast({ text: uploadText.whileUploading(appText.product), kind: 'upload' });
      if ((await saved).includes(false)) showToast({ text: uploadText.keepPageOpen, kind: 'failure', durationMs: COPY_NOTICE_MS });
    } catch (error) {
      showToast({ text: isQuotaError(error) ? appText.storageFull : uploadText.failed, kind: 'failure' });
      throw error;
    }
  };
  return { take, isOutOfRoom, closeOutOfRoom: () => setOutOfRoom(false) };
};

/** Pages of a PDF; null if it is none, is large, or cannot be read here. Source: decisions D-112. */
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
