import type { LibraryContent } from '#contract/rows.ts';
import { restoreContent } from '#contract/storage.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { isProblem } from '#store/api.ts';
import { useState } from 'react';
import { NoRoomDialog } from '#app/device/no-room-dialog.tsx';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { formatBytes, formatFullDate } from '#app/format/format.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { byArchive } from './content-query.ts';
import { useDownload } from './use-download.ts';

/** Archived content with the day of its end, Restore and Download; the list is readable offline. Source: D-158. */
export function ArchivedScreen() {
  const scope = useScope();
  const waitReason = useWaitReason();
  const rows = useOwnRows(
    async (db) =>
      (await byArchive(db, scope).toArray()).toSorted(
        (a, b) => a.archivedUntil!.localeCompare(b.archivedUntil!) || a.title.localeCompare(b.title),
      ),
    [scope],
  );
  const { restore, busyId, isOutOfRoom, closeNoRoom } = useRestore();
  return (
    <ListScreen
      title={text.archived}
      rows={rows}
      shape="row"
      empty={
        <EmptyState drawing="quiet" title={text.noArchived}>
          {text.noArchivedHelp}
        </EmptyState>
      }
      lead={
        <>
          {rows && rows.length > 0 && <p className="t-2">{text.archivedHelp}</p>}
          {waitReason && <Note>{waitReason}</Note>}
        </>
      }
      overlays={<NoRoomDialog open={isOutOfRoom} onClose={closeNoRoom} />}
    >
      {(all) => (
        <ul className="stack-s" aria-label={text.archived}>
          {all.map((row) => (
            <ArchivedItem
              key={row.id}
              content={row}
              isBusy={busyId === row.id}
              mustWait={waitReason !== undefined}
              onRestore={() => void restore(row)}
            />
          ))}
        </ul>
      )}
    </ListScreen>
  );
}

const useRestore = () => {
  const call = useOnlineCall();
  const { db } = useAccount();
  const [busyId, setBusyId] = useState<string>();
  const [isOutOfRoom, setOutOfRoom] = useState(false);
  const restore = async ({ id, title }: LibraryContent): Promise<void> => {
    setBusyId(id);
    try {
      await db.contents.put(await call(restoreContent, { id }));
      showToast({ text: text.restored(title), kind: 'success' });
    } catch (error) {
      if (isProblem(error, 'library.out_of_storage')) setOutOfRoom(true);
      else showToast({ text: failureText(error, text.restoreFailed), kind: 'failure' });
    } finally {
      setBusyId(undefined);
    }
  };
  return { restore, busyId, isOutOfRoom, closeNoRoom: () => setOutOfRoom(false) };
};

interface ArchivedItemProps {
  content: LibraryContent;
  isBusy: boolean;
  mustWait: boolean;
  onRestore: () => void;
}

function ArchivedItem({ content, isBusy, mustWait, onRestore }: ArchivedItemProps) {
  const download = useDownload();
  return (
    <li className="card stack-s">
      <div>
        <p className="t-label">{content.title}</p>
        <p className="t-small t-2">
          {formatBytes(content.originFileSize)} · {text.deletedOn(formatFullDate(content.archivedUntil!))}
        </p>
      </div>
      <div className="between">
        <Button size="m" variant="ghost" disabled={mustWait} onClick={() => download(content)}>
          {text.download}
        </Button>
        <Button size="m" variant="tonal" disabled={mustWait} busy={isBusy && text.restore} onClick={onRestore}>
          {text.restore}
        </Button>
      </div>
    </li>
  );
}
