// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useEffect, useRef, useState } from 'react';
import { uploadTipText } from '#contract/text/library-page.ts';
import { uploadText } from '#contract/text/upload.ts';
import { sendChunk } from '#contract/upload.ts';
import { ACCEPT } from '#store/uploads/kinds.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { FolderIcon, UploadIcon, VideoIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { Allowed } from '#app/data/may.tsx';
import { useScope } from '#app/data/me.ts';
import type { NoRoomDialogProps } from '#app/device/no-room-dialog.tsx';
import { whenIdle } from '#app/device/when-idle.ts';
import { hasFolderPicker, hasHandlePicker } from './handle-picker.ts';
import type { PickedFile } from './pick-files.ts';
import './uploads.css';

const NoRoomDialog = lazyOverlay<NoRoomDialogProps>(
  async () => (await import('#app/device/no-room-dialog.tsx')).NoRoomDialog,
);

/** Loaded when the page is idle, so that choosing files does not wait for it. */
const loadNoting = () => import('./note-files.ts');
const loadTaking = () => import('./take-files.ts');
const IDLE_WITHIN_MS = 2_000;
/** Makes a file input take whole folders; React does not know it as a property. */
const FOLDERS = { webkitdirectory: '', multiple: true } as const;

/** The floating Upload of the Library and of a folder; files can also be dropped on the page. */
export function UploadButton({ folderId }: { folderId: string | null }) {
  return (
    <Allowed call={sendChunk}>
      <Uploading folderId={folderId} />
    </Allowed>
  );
}

function Uploading({ folderId }: { folderId: string | null }) {
  const { db, userId } = useAccount();
  const scope = useScope();
  const [isOutOfRoom, setOutOfRoom] = useState(false);
  const take = async (picked: readonly PickedFile[]) => {
    if (picked.length === 0) return;
    const { noteFiles, isOfFolders } = await loadNoting();
    // Before the rest of the code is loaded: from here on a killed browser still shows the uploads.
    const noted = noteFiles(picked, { db, userId, scope, folderId });
    noted.catch(() => {});
    const { takeFiles } = await loadTaking();
    const files = picked.map(({ file }) => file);
    const ofFolders = isOfFolders(picked);
    await takeFiles({ db, userId, scope, files, noted, ofFolders, onOutOfRoom: () => setOutOfRoom(true) });
  };
  const takeRead = (reading: Promise<readonly PickedFile[]>) =>
    void reading.then(take, () => showToast({ text: uploadText.unreadable, kind: 'failure' }));
  useDroppedFiles(takeRead);
  return (
    <>
      <section className="upload-fab" aria-label={uploadTipText.addFiles}>
        <Button
          variant="tonal"
          icon={<VideoIcon />}
          href={folderId === null ? '/record' : `/record?folder=${folderId}`}
          aria-label={uploadTipText.recordVideo}
        >
          {uploadTipText.record}
        </Button>
        <FilePicker
          variant="tonal"
          icon={<FolderIcon />}
          aria-label={uploadTipText.uploadFolder}
          {...FOLDERS}
          onClick={(event) => {
            void loadTaking().then(({ prepare }) => prepare());
            if (!hasFolderPicker()) return;
            event.preventDefault();
            takeRead(loadNoting().then(({ pickFolder }) => pickFolder()));
          }}
          onPick={(files) => takeRead(loadNoting().then(({ filesOfInput }) => filesOfInput(files)))}
        >
          {uploadTipText.folder}
        </FilePicker>
        <FilePicker
          multiple
          accept={ACCEPT}
          icon={<UploadIcon />}
          onClick={(event) => {
            // The person is choosing meanwhile.
            void loadTaking().then(({ prepare }) => prepare());
            if (!hasHandlePicker()) return;
            event.preventDefault();
            void loadNoting().then(async ({ pickWithHandles }) => take(await pickWithHandles(true)));
          }}
          onPick={(files) => void take(files.map((file) => ({ file })))}
        >
          {uploadTipText.upload}
        </FilePicker>
      </section>
      <NoRoomDialog areFilesKept open={isOutOfRoom} onClose={() => setOutOfRoom(false)} />
    </>
  );
}

/** Loads what chooses and takes files when the page is idle, and takes files that are dropped on the page from then on. */
const useDroppedFiles = (onDrop: (reading: Promise<PickedFile[]>) => void): void => {
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    let end = (): void => {};
    let isGone = false;
    const listen = async (): Promise<void> => {
      const { listenForDrops } = await loadNoting();
      if (!isGone) end = listenForDrops((files) => drop.current(files));
    };
    whenIdle(() => void listen().catch(() => {}), IDLE_WITHIN_MS);
    return () => {
      isGone = true;
      end();
    };
  }, []);
};
