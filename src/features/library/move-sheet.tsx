import { useState } from 'react';
import { createFolder, moveContents } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import { FOLDER_TITLE_MAX } from '#contract/limits.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { contentActionText, folderText } from '#contract/text/library.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AddIcon, CheckIcon, FolderIcon, LibraryIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAct } from '#app/data/use-act.ts';
import { NameSheet } from '#app/forms/name-sheet.tsx';
import { inBatches } from './in-batches.ts';
import { folderTitleProblem } from './name-rules.ts';
import { useFolders } from './use-folders.ts';

export interface MoveSheetProps {
  open: boolean;
  onClose: () => void;
  contents: readonly LibraryContent[];
  onMoved: () => void;
}

/** Chooses the folder to move contents to, or creates one. Source: D-96. */
export function MoveSheet({ open, onClose, contents, onMoved }: MoveSheetProps) {
  const act = useAct();
  const folders = useFolders() ?? [];
  const [isNaming, setNaming] = useState(false);
  const currentFolderId = contents.every((content) => content.folderId === contents[0]?.folderId)
    ? contents[0]?.folderId
    : undefined;

  const move = async (folderId: string | null) => {
    onClose();
    for (const batch of inBatches(contents))
      await act(moveContents, { folderId, contentIds: batch.map((content) => content.id) });
    showToast({ text: contentActionText.moved(contents.length), kind: 'success' });
    onMoved();
  };
  const moveToNew = async (title: string) => {
    const id = newId();
    await act(createFolder, { id, title });
    await move(id);
  };
  const row = (id: string | null, title: string) => (
    <ListRow
      key={id ?? 'root'}
      title={title}
      leading={id === null ? <LibraryIcon /> : <FolderIcon />}
      trailing={currentFolderId === id ? <CheckIcon /> : undefined}
      onOpen={() => void move(id)}
    />
  );
  return (
    <>
      <Sheet
        open={open}
        onClose={onClose}
        title={contentActionText.moveTitle}
        footer={
          <Button variant="tonal" block icon={<AddIcon />} onClick={() => setNaming(true)}>
            {contentActionText.newFolder}
          </Button>
        }
      >
        <RowList label={folderText.list} plain>
          {row(null, contentActionText.noFolder)}
          {folders.map((folder) => row(folder.id, folder.title))}
        </RowList>
      </Sheet>
      <NameSheet
        key={String(isNaming)}
        open={isNaming}
        onClose={() => setNaming(false)}
        title={folderText.createTitle}
        label={folderText.name}
        initial=""
        saveLabel={folderText.saveNew}
        maxLength={FOLDER_TITLE_MAX}
        onSave={moveToNew}
        check={(title) =>
          folderTitleProblem(
            title,
            folders.map((folder) => folder.title),
          )
        }
      />
    </>
  );
}
