import { Suspense, useState, type ReactNode } from 'react';
import type { Folder } from '#contract/rows.ts';
import { folderText } from '#contract/text/library.ts';
import type { OutboxEntry } from '#store/database.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { DeleteIcon, EditIcon, MoveIcon } from '#ui/icons.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import type { RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { useAccount } from '#app/data/account.ts';
import type { FolderDialog } from './folder-dialogs.tsx';

const FolderDialogs = lazyPart(async () => (await import('./folder-dialogs.tsx')).FolderDialogs);

/** Actions of the folder menus, and editing of refused folder changes. */
export interface FolderActions {
  create(): void;
  itemsFor(folder: Folder): RowMenuItem[];
  /** Reopens a refused change with its input. */
  edit(entry: OutboxEntry, folders: readonly Folder[]): void;
  dialogs: ReactNode;
}

/** Actions on folders. Storage failures are reported by useAct. */
export const useFolderActions = (onDeleted: () => void = () => {}): FolderActions => {
  const { db } = useAccount();
  const [opened, setOpened] = useState<{ dialog: FolderDialog; round: number }>();
  const [isOpen, setOpen] = useState(false);
  const show = (dialog: FolderDialog) => {
    setOpened({ dialog, round: (opened?.round ?? 0) + 1 });
    setOpen(true);
  };
  return {
    create: () => show({ kind: 'create', title: '' }),
    itemsFor: (folder) => [
      { label: folderText.rename, icon: <EditIcon />, onSelect: () => show({ kind: 'edit', folder }) },
      { label: folderText.moveAll, icon: <MoveIcon />, onSelect: () => show({ kind: 'moveAll', folder }) },
      {
        label: folderText.deleteAll,
        icon: <DeleteIcon />,
        danger: true,
        onSelect: () => show({ kind: 'deleteAll', folder }),
      },
      {
        label: folderText.delete,
        icon: <DeleteIcon />,
        danger: true,
        onSelect: () => show({ kind: 'delete', folder }),
      },
    ],
    edit: (entry, folders) => {
      const title = String(entry.input['title'] ?? '');
      const folder = folders.find(({ id }) => id === entry.input['folderId']);
      // The server's word on the title: the folder that has it may not be on this device yet.
      const refused = { title, replaces: entry.id, refusal: entry.problem?.message };
      show(folder ? { kind: 'edit', folder, ...refused } : { kind: 'create', ...refused });
    },
    dialogs: opened && (
      <Suspense fallback={null}>
        <FolderDialogs
          key={opened.round}
          dialog={opened.dialog}
          open={isOpen}
          onClose={() => setOpen(false)}
          onReplaced={(entryId) => void discard(db, entryId)}
          onDeleted={onDeleted}
        />
      </Suspense>
    ),
  };
};
