// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useState } from 'react';
import { uploadTipText } from '#contract/text/library-page.ts';
import { sendChunk } from '#contract/upload.ts';
import { ACCEPT } from '#store/uploads/kinds.ts';
import { FilePicker } from '#ui/file-picker.tsx';
import { UploadIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/lazy-overlay.tsx';
import { useAccount } from '#app/data/account.ts';
import { Allowed } from '#app/data/may.tsx';
import { useScope } from '#app/data/me.ts';
import type { NoRoomDialogProps } from '#app/device/no-room-dialog.tsx';
import './uploads.css';

const NoRoomDialog = lazyOverlay<NoRoomDialogProps>(
  async () => (await import('#app/device/no-room-dialog.tsx')).NoRoomDialog,
);

/** The floating Upload of the Library and of a folder; the code that handles files is loaded with the first of them. */
export function UploadButton({ folderId }: { folderId: string | null }) {
  const { db, userId } = useAccount();
  const scope = useScope();
  const [isOutOfRoom, setOutOfRoom] = useState(false);
  const take = async (files: readonly File[]) => {
    const { takeFiles } = await import('./take-files.ts');
    await takeFiles({ db, userId, scope, folderId, files, onOutOfRoom: () => setOutOfRoom(true) });
  };
  return (
    <Allowed call={sendChunk}>
      <section className="upload-fab" aria-label={uploadTipText.addFiles}>
        <FilePicker multiple accept={ACCEPT} icon={<UploadIcon />} onPick={(files) => void take(files)}>
          {uploadTipText.upload}
        </FilePicker>
      </section>
      <NoRoomDialog open={isOutOfRoom} onClose={() => setOutOfRoom(false)} />
    </Allowed>
  );
}
