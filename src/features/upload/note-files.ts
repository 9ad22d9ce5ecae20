import type { Scope } from '#contract/ids.ts';
import type { AccountDatabase } from '#store/database.ts';
import { addJobs } from '#store/uploads/add-jobs.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { kindOf } from '#store/uploads/kinds.ts';
import { holdPage } from '#store/uploads/page-lock.ts';
import { tooManyOf } from '#store/uploads/pick.ts';
import { planFolders } from './note-folders.ts';
import type { PickedFile } from './pick-files.ts';

export { listenForDrops } from './drop-files.ts';
export { pickWithHandles } from './pick-files.ts';
export { filesOfInput, pickFolder } from './walk-folders.ts';

export interface NoteFiles {
  db: AccountDatabase;
  userId: string;
  scope: Scope;
  folderId: string | null;
  /** The content whose file the chosen one replaces. */
  replaced?: { id: string; title: string } | undefined;
}

/**
 * Stores the jobs of chosen files before anything else happens, so that a browser that is killed at once still shows them
 * and asks for them. Leaves out what is refused by its number or name. The code that checks and sends comes later.
 *
 * Folders are queued after the jobs: a job whose folder was never made is sent without one (store/uploads/in-folder.ts).
 *
 * @throws the error of the device's storage.
 */
export const noteFiles = async (
  picked: readonly PickedFile[],
  options: NoteFiles,
): Promise<ReadonlyMap<File, StoredUploadJob>> => {
  await holdPage();
  const { db, userId, scope, folderId, replaced } = options;
  const taken = picked.filter(({ file }) => kindOf(file.name));
  const ofFolders = isOfFolders(picked);
  // Of single files also those of other kinds count, as the message says.
  if (tooManyOf((ofFolders ? taken : picked).length, ofFolders) || taken.length === 0) return new Map();
  const folders = ofFolders ? await planFolders(taken, options) : undefined;
  const files = taken.map((each) => ({
    file: each.file,
    handle: each.handle,
    type: kindOf(each.file.name)!,
    folderId: folders?.folderOf(each) ?? null,
  }));
  const jobs = await addJobs(db, { files, owner: userId, scope, folderId, isUnchecked: true, replaced });
  await folders?.make();
  return new Map(jobs.map((job, index) => [files[index]!.file, job]));
};

/** Whether whole folders were chosen. */
export const isOfFolders = (picked: readonly PickedFile[]): boolean => picked.some(({ path }) => path !== undefined);
