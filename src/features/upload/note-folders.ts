import { newId } from '#contract/ids.ts';
import type { AccountDatabase } from '#store/database.ts';
import type { NoteFiles } from './note-files.ts';
import { keyOf, titlesOf } from './folder-plan.ts';
import type { PickedFile } from './pick-files.ts';

/** The Library folders of chosen folders. */
export interface FolderPlan {
  /** Id of the Library folder of a file; null: the folder that is open, or none. */
  folderOf: (file: PickedFile) => string | null;
  /** Queues the folders that the Library does not have yet. */
  make: () => Promise<void>;
}

/**
 * Plans the folders of chosen folders. One that the Library has already is used again. On the page of a folder all files
 * go into that folder, because a folder has no folders.
 */
export const planFolders = async (
  picked: readonly PickedFile[],
  { db, userId, scope, folderId }: NoteFiles,
): Promise<FolderPlan> => {
  if (folderId !== null) return { folderOf: () => folderId, make: async () => {} };
  const titles = titlesOf(picked.flatMap(({ path }) => (path ? [path] : [])));
  const known = new Map((await foldersOf(db, scope)).map(({ title, id }) => [title.toLowerCase(), id]));
  const ids = new Map([...titles].map(([key, title]) => [key, known.get(title.toLowerCase()) ?? newId()]));
  const isNew = (title: string): boolean => !known.has(title.toLowerCase());
  return {
    folderOf: ({ path }) => (path ? ids.get(keyOf(path))! : null),
    make: async () => {
      const [{ CHANGED_TABLES, enqueue }, { createFolder }] = await Promise.all([
        import('#store/outbox/enqueue.ts'),
        import('#contract/library.ts'),
      ]);
      await db.transaction('rw', [...CHANGED_TABLES], async () => {
        for (const [key, title] of titles)
          if (isNew(title)) await enqueue(db, createFolder, { id: ids.get(key)!, title }, { owner: userId, scope });
      });
    },
  };
};

const foldersOf = (db: AccountDatabase, scope: string) =>
  db.folders.filter((folder) => folder.scope === scope).toArray();
