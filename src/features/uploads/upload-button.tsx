import { uploadTipText } from '#contract/text/library.ts';
import { ACCEPT } from '#store/uploads/kinds.ts';
import { FilePicker } from '#ui/file-picker.tsx';
import { UploadIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/lazy-overlay.tsx';
import type { NoRoomDialogProps } from '../../app/no-room-dialog.tsx';
import { usePick } from './use-pick.ts';
import './uploads.css';

const NoRoomDialog = lazyOverlay<NoRoomDialogProps>(async () => (await import('../../app/no-room-dialog.tsx')).NoRoomDialog);

/** The floating Upload of the Library and of a folder. */
export function UploadButton({ folderId }: { folderId: string | null }) {
  const pick = usePick(folderId);
  return (
    <>
      <section className="upload-fab" aria-label={uploadTipText.addFiles}>
        <FilePicker multiple accept={ACCEPT} icon={<UploadIcon />} onPick={(files) => void pick.take(files)}>{uploadTipText.upload}</FilePicker>
      </section>
      <NoRoomDialog open={pick.isOutOfRoom} onClose={pick.closeOutOfRoom} />
    </>
  );
}
