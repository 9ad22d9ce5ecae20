import type { LibraryContent } from '#contract/rows.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { FolderIcon, ForwardIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useScope } from '#app/data/me.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { formatBytes } from '#app/format/format.ts';

/** Folders that are shown. The Library has all of them. */
const SHOWN = 5;
const NO_FOLDER = 'none';

interface Part {
  id: string;
  title: string;
  count: number;
  bytes: number;
}

const bytesOf = (rows: readonly LibraryContent[]): number =>
  rows.reduce((sum, { originFileSize }) => sum + originFileSize, 0);

/** What each folder uses, the largest first, as bars beside each other; a tap opens the folder. Nothing without folders. */
export function SpaceByFolder({ rows }: { rows: readonly LibraryContent[] }) {
  const scope = useScope();
  const folders = useOwnRows((db) => db.folders.where({ scope }).toArray(), [scope]);
  if (!folders) return null;
  const titles = new Map(folders.map(({ id, title }) => [id, title]));
  // Rows of a folder that another device has just deleted are in none.
  const groups = Map.groupBy(rows, ({ folderId }) => (folderId && titles.has(folderId) ? folderId : NO_FOLDER));
  if (groups.size === 0 || (groups.size === 1 && groups.has(NO_FOLDER))) return null;
  const parts = [...groups]
    .map(([id, own]) => ({ id, title: titles.get(id) ?? text.noFolder, count: own.length, bytes: bytesOf(own) }))
    .toSorted((one, other) => other.bytes - one.bytes);
  const most = parts[0]!.bytes;
  return (
    <>
      <h3 className="t-strong">{text.byFolder}</h3>
      <RowList label={text.byFolder}>
        {parts.slice(0, SHOWN).map((part) => (
          <FolderRow key={part.id} part={part} most={most} />
        ))}
      </RowList>
    </>
  );
}

function FolderRow({ part: { id, title, count, bytes }, most }: { part: Part; most: number }) {
  return (
    <ListRow
      leading={<FolderIcon className="icon-s" aria-hidden="true" />}
      title={title}
      href={id === NO_FOLDER ? '/library' : `/library/${id}`}
      text={
        <>
          {text.inFolder(count, formatBytes(bytes))}
          <span className="storage-folder__bar" aria-hidden="true" style={{ inlineSize: `${(100 * bytes) / most}%` }} />
        </>
      }
      trailing={<ForwardIcon className="icon-s" aria-hidden="true" />}
    />
  );
}
