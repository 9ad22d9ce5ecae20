import type { Scope } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { cancelOtherReplacements } from '#store/uploads/jobs.ts';
import { kickSync } from '#workers/sync.ts';
import { noteFiles } from './note-files.ts';
import type { PickedFile } from './pick-files.ts';
import { takeFiles } from './take-files.ts';

export interface ReplaceFile {
  db: AccountDatabase;
  userId: string;
  scope: Scope;
  content: Pick<LibraryContent, 'id' | 'title' | 'type' | 'originFileSize' | 'folderId'>;
  /** Called if the plan's storage is full. */
  onOutOfRoom: () => void;
}

/**
 * Uploads a new file for a content, like every upload: stored before anything else happens, also offline. An earlier one
 * that is still on its way is cancelled. Source: decision 0040.
 *
 * @throws the error of the device's storage, after showing it.
 */
export const replaceFile = async (
  picked: PickedFile,
  { db, userId, scope, content, onOutOfRoom }: ReplaceFile,
): Promise<void> => {
  const { id, title, folderId } = content;
  const noted = noteFiles([picked], { db, userId, scope, folderId, replaced: { id, title } });
  noted.catch(() => {});
  const isSent = await takeFiles({ db, userId, scope, files: [picked.file], noted, replaced: content, onOutOfRoom });
  const job = (await noted).get(picked.file);
  // A refused file leaves the earlier one as it is.
  if (!job || !isSent) return;
  await cancelOtherReplacements(db, id, job);
  void kickSync();
};
