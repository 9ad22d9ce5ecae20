import { useState } from 'react';
import { storagePageText } from '#contract/text/storage-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useScope } from '#app/data/me.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { formatBytes } from '#app/format/format.ts';
import { useSelection } from '#app/lists/use-selection.ts';

const text = storagePageText.archive;

interface ArchiveOptionsProps {
  open: boolean;
  /** Size of the new plan. */
  gigabytes: number;
  /** What does not fit. */
  bytes: number;
  isBusy: boolean;
  onAuto: () => void;
  onChosen: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** How content is made to fit a smaller plan. Source: STO-028…STO-030, T-52, D-32. */
export function ArchiveOptions({ open, gigabytes, bytes, isBusy, onAuto, onChosen, onClose }: ArchiveOptionsProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Sheet open={open && !isChoosing} onClose={onClose} title={text.title}>
        <div className="stack-s">
          <Note tone="warn">{text.warning(gigabytes)}</Note>
          <p>{text.left(formatBytes(bytes))}</p>
          <Button block variant="outline" onClick={() => setChoosing(true)}>
            {text.manual}
          </Button>
          <Button block busy={isBusy && storagePageText.changing} onClick={onAuto}>
            {text.auto}
          </Button>
          <Button block variant="ghost" onClick={onClose}>
            {text.back}
          </Button>
        </div>
      </Sheet>
      <ChooseContent
        open={open && isChoosing}
        bytes={bytes}
        isBusy={isBusy}
        onChosen={onChosen}
        onClose={() => setChoosing(false)}
      />
    </>
  );
}

interface ChooseContentProps {
  open: boolean;
  bytes: number;
  isBusy: boolean;
  onChosen: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** The Library to choose from, the largest first, and how much is still too much. Source: D-157. */
function ChooseContent({ open, bytes, isBusy, onChosen, onClose }: ChooseContentProps) {
  const scope = useScope();
  const selection = useSelection();
  const rows = useOwnRows(
    async (db) =>
      (await db.contents.where('scope').equals(scope).toArray())
        .filter(({ archivedUntil, active }) => !archivedUntil && active)
        .toSorted((a, b) => b.originFileSize - a.originFileSize),
    [scope],
  );
  const ids = selection.ids ?? new Set<string>();
  const chosen = (rows ?? []).filter(({ id }) => ids.has(id));
  const left = bytes - chosen.reduce((sum, { originFileSize }) => sum + originFileSize, 0);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      full
      title={text.chooseTitle}
      description={<span aria-live="polite">{left > 0 ? text.left(formatBytes(left)) : text.enough}</span>}
      footer={
        <Button
          block
          disabled={left > 0}
          busy={isBusy && storagePageText.changing}
          onClick={() => onChosen(chosen.map(({ id }) => id))}
        >
          {text.confirm}
        </Button>
      }
    >
      <RowList label={text.list}>
        {(rows ?? []).map((row) => (
          <ListRow
            key={row.id}
            title={row.title}
            text={formatBytes(row.originFileSize)}
            selectable={{
              checked: ids.has(row.id),
              onChange: (isChecked) => selection.toggle(row.id, isChecked),
            }}
          />
        ))}
      </RowList>
    </Sheet>
  );
}
