import type { ContentType, Folder } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { useScope } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';
import { useOwnRow, useOwnRows } from '#app/data/use-own-rows.ts';
import { once } from '#contract/once.ts';

/** Counts of a folder's contents. Source: LIB-021. */
export interface FolderCounts {
  video: number;
  audio: number;
  text: number;
  /** Bytes. */
  totalContentSize: number;
}

const NO_COUNTS: FolderCounts = { video: 0, audio: 0, text: 0, totalContentSize: 0 };
const alphabet = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));

const addTo = (
  counts: FolderCounts,
  { type, originFileSize }: { type: ContentType; originFileSize: number },
): FolderCounts => ({
  ...counts,
  [type]: counts[type] + 1,
  totalContentSize: counts.totalContentSize + originFileSize,
});

/** Folders of the scope, A to Z; undefined while the first read runs. */
export const useFolders = (): readonly Folder[] | undefined => {
  const scope = useScope();
  return useOwnRows(
    async (db) =>
      (await db.folders.where('scope').equals(scope).toArray()).toSorted((a, b) =>
        alphabet().compare(a.title, b.title),
      ),
    [scope],
  );
};

/** Counts of every folder, computed from the contents on this device. */
const readFolderCounts = async (
  db: AccountDatabase,
  folderIds: readonly string[],
  scope: string,
): Promise<Map<string, FolderCounts>> => {
  const counts = new Map<string, FolderCounts>(folderIds.map((id) => [id, NO_COUNTS]));
  await db.contents
    .where('[scope+folderId]')
    .anyOf(folderIds.map((id) => [scope, id]))
    .each((content) => {
      if (content.folderId) counts.set(content.folderId, addTo(counts.get(content.folderId) ?? NO_COUNTS, content));
    });
  return counts;
};

export const useFolderCounts = (folderIds: readonly string[]): ReadonlyMap<string, FolderCounts> | undefined => {
  const scope = useScope();
  return useLive((db) => readFolderCounts(db, folderIds, scope), [scope, folderIds.join()]);
};

/** A folder; null if there is none, undefined while that is not known yet (`useOwnRow`). */
export const useFolder = (id: string): Folder | null | undefined => useOwnRow((db) => db.folders.get(id), [id]);
