import { useState } from 'react';
import { createFolder, deleteFolder, deleteFolderContents, editFolder, moveAll } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import { FOLDER_TITLE_MAX } from '#contract/limits.ts';
import type { Folder } from '#contract/rows.ts';
import { contentActionText, folderText } from '#contract/text/library.ts';
import type { AccountDatabase } from '#store/database.ts';
import { endJobsOf } from '#store/uploads/jobs.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FolderIcon, LibraryIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useAct } from '#app/data/use-act.ts';
import { NameSheet } from '#app/forms/name-sheet.tsx';
import { folderTitleProblem } from './name-rules.ts';
import { useFolderCounts, useFolders } from './use-folders.ts';

/** The entry of a refused title that a sheet reopens, and why it was refused. */
interface RefusedTitle {
  replaces?: string | undefined;
  refusal?: string | undefined;
}

/** An open sheet or confirmation for a folder; `create` may start with the title of a refused entry. */
export type FolderDialog = RefusedTitle &
  (
    | { kind: 'create'; title: string }
    | { kind: 'edit' | 'moveAll' | 'deleteAll' | 'delete'; folder: Folder; title?: string | undefined }
  );

export interface FolderDialogsProps {
  dialog: FolderDialog;
  open: boolean;
  onClose: () => void;
  /** Called with the id of the refused entry that the new one replaces. */
  onReplaced: (entryId: string) => void;
  /** Called after the folder was deleted. */
  onDeleted: () => void;
}

/** The sheets and confirmations for folders. */
export function FolderDialogs({ dialog, open, onClose, onReplaced, onDeleted }: FolderDialogsProps) {
  if (dialog.kind === 'create' || dialog.kind === 'edit')
    return <TitleSheet dialog={dialog} open={open} onClose={onClose} onReplaced={onReplaced} />;
  const props = { folder: dialog.folder, open, onClose };
  if (dialog.kind === 'moveAll') return <MoveAllSheet {...props} />;
  if (dialog.kind === 'deleteAll') return <DeleteAllDialog {...props} />;
  return <DeleteFolderDialog {...props} onDeleted={onDeleted} />;
}

function TitleSheet({ dialog, open, onClose, onReplaced }: Omit<FolderDialogsProps, 'onDeleted'>) {
  const act = useAct();
  const folders = useFolders() ?? [];
  const edited = dialog.kind === 'create' ? undefined : dialog.folder;
  const save = async (title: string) => {
    if (edited) await act(editFolder, { folderId: edited.id, title });
    else await act(createFolder, { id: newId(), title });
    if (dialog.replaces) onReplaced(dialog.replaces);
  };
  return (
    <NameSheet
      open={open}
      onClose={onClose}
      title={edited ? folderText.editTitle : folderText.createTitle}
      label={folderText.name}
      initial={dialog.title ?? edited?.title ?? ''}
      refusal={dialog.refusal}
      saveLabel={edited ? folderText.save : folderText.saveNew}
      maxLength={FOLDER_TITLE_MAX}
      onSave={save}
      check={(title) =>
        folderTitleProblem(
          title,
          folders.filter((folder) => folder.id !== edited?.id).map((folder) => folder.title),
        )
      }
    />
  );
}

interface FolderProps {
  folder: Folder;
  open: boolean;
  onClose: () => void;
}

const useItemCount = ({ id }: Folder): number => {
  const counts = useFolderCounts([id])?.get(id);
  return counts ? counts.video + counts.audio + counts.text : 0;
};

const idsIn = (db: AccountDatabase, { id, scope }: Folder): Promise<string[]> =>
  db.contents.where('[scope+folderId]').equals([scope, id]).primaryKeys();

function MoveAllSheet({ folder, open, onClose }: FolderProps) {
  const act = useAct();
  const folders = useFolders() ?? [];
  const count = useItemCount(folder);
  const move = async (destinationFolderId: string | null) => {
    onClose();
    await act(moveAll, { folderId: folder.id, destinationFolderId });
    showToast({ text: contentActionText.moved(count), kind: 'success' });
  };
  return (
    <Sheet open={open} onClose={onClose} title={folderText.moveAll}>
      <RowList plain label={folderText.list}>
        <ListRow title={contentActionText.noFolder} leading={<LibraryIcon />} onOpen={() => void move(null)} />
        {folders
          .filter(({ id }) => id !== folder.id)
          .map(({ id, title }) => (
            <ListRow key={id} title={title} leading={<FolderIcon />} onOpen={() => void move(id)} />
          ))}
      </RowList>
    </Sheet>
  );
}

function DeleteAllDialog({ folder, open, onClose }: FolderProps) {
  const { db } = useAccount();
  const act = useAct();
  const count = useItemCount(folder);
  const confirm = async () => {
    onClose();
    const ids = await idsIn(db, folder);
    await act(deleteFolderContents, { folderId: folder.id });
    await endJobsOf(db, ids);
    showToast({ text: contentActionText.deletedMany, kind: 'success' });
  };
  return (
    <ConfirmDialog
      open={open}
      danger
      onCancel={onClose}
      onConfirm={() => void confirm()}
      title={folderText.deleteAllTitle(folder.title)}
      description={folderText.deleteAllBody(count)}
      confirmLabel={folderText.deleteAllConfirm}
    />
  );
}

/** Asks whether to keep the folder's contents. Source: D-96. */
function DeleteFolderDialog({ folder, open, onClose, onDeleted }: FolderProps & { onDeleted: () => void }) {
  const { db } = useAccount();
  const act = useAct();
  const count = useItemCount(folder);
  const [isKeeping, setKeeping] = useState(true);
  const confirm = async () => {
    onClose();
    const doomed = isKeeping ? [] : await idsIn(db, folder);
    if (doomed.length > 0) await act(deleteFolderContents, { folderId: folder.id });
    await act(deleteFolder, { folderId: folder.id });
    await endJobsOf(db, doomed);
    showToast({ text: folderText.deleted(folder.title), kind: 'success' });
    onDeleted();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={folderText.deleteTitle(folder.title)}
      description={count > 0 ? folderText.deleteBody : folderText.deleteEmptyBody}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {folderText.cancel}
          </Button>
          <Button variant="danger" onClick={() => void confirm()}>
            {isKeeping || count === 0 ? folderText.deleteOnly : folderText.deleteItems(count)}
          </Button>
        </>
      }
    >
      {count > 0 && (
        <RadioGroup label={folderText.deleteBody} hideLabel>
          <RadioRow name="keep" label={folderText.keepItems} checked={isKeeping} onChange={() => setKeeping(true)} />
          <RadioRow
            name="keep"
            label={folderText.deleteItems(count)}
            checked={!isKeeping}
            onChange={() => setKeeping(false)}
          />
        </RadioGroup>
      )}
    </Dialog>
  );
}
