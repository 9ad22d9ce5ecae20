import { useState } from 'react';
import { deleteContent } from '#contract/library.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { DeleteIcon } from '#ui/icons.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useScope } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { formatBytes } from '#app/format/format.ts';
import { SpaceByFolder } from './space-by-folder.tsx';

const LARGEST = 5;
const TYPES = ['video', 'audio', 'text'] as const;

/** What uses the storage, by type, by folder and the largest items, each with one tap to delete it. It is read from this device. */
export function SpaceUsed() {
  const scope = useScope();
  const rows = useOwnRows(
    async (db) =>
      (await db.contents.where('scope').equals(scope).toArray()).filter(
        ({ archivedUntil, originFileSize }) => !archivedUntil && originFileSize > 0,
      ),
    [scope],
  );
  if (!rows || rows.length === 0) return null;
  return <Used rows={rows} />;
}

function Used({ rows }: { rows: readonly LibraryContent[] }) {
  const act = useAct();
  const [asked, setAsked] = useState<LibraryContent>();
  const largest = rows.toSorted((a, b) => b.originFileSize - a.originFileSize).slice(0, LARGEST);
  const remove = () => {
    if (asked) void act(deleteContent, { type: asked.type, id: asked.id });
    setAsked(undefined);
  };
  return (
    <section className="stack-s">
      <SectionHeading>{text.space}</SectionHeading>
      <ByType rows={rows} />
      <SpaceByFolder rows={rows} />
      <h3 className="t-strong">{text.largestItems}</h3>
      <RowList label={text.largestItems}>
        {largest.map((row) => (
          <ListRow
            key={row.id}
            title={row.title}
            text={`${text.types[row.type]} · ${formatBytes(row.originFileSize)}`}
            trailing={<IconButton label={text.remove(row.title)} icon={<DeleteIcon />} onClick={() => setAsked(row)} />}
          />
        ))}
      </RowList>
      <LazyConfirmDialog
        open={asked !== undefined}
        title={text.removeTitle(asked?.title ?? '')}
        description={text.removeHelp(formatBytes(asked?.originFileSize ?? 0))}
        confirmLabel={text.removeConfirm}
        danger
        onConfirm={remove}
        onCancel={() => setAsked(undefined)}
      />
    </section>
  );
}

function ByType({ rows }: { rows: readonly LibraryContent[] }) {
  const parts = TYPES.map((type) => ({
    type,
    bytes: rows.filter((row) => row.type === type).reduce((sum, { originFileSize }) => sum + originFileSize, 0),
  })).filter(({ bytes }) => bytes > 0);
  return (
    <>
      <div className="storage-types" aria-hidden="true">
        {parts.map(({ type, bytes }) => (
          <span key={type} className={`storage-types__part--${type}`} style={{ flexGrow: bytes }} />
        ))}
      </div>
      <ul className="storage-key t-small">
        {parts.map(({ type, bytes }) => (
          <li key={type}>
            <span className={`storage-key__dot storage-types__part--${type}`} aria-hidden="true" />
            {text.types[type]} {formatBytes(bytes)}
          </li>
        ))}
      </ul>
    </>
  );
}
