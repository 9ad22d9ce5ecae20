import { useState } from 'react';
import { ENCODING } from '#contract/encoding.ts';
import { cancelTrim } from '#contract/library.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { replaceFileText as text } from '#contract/text/upload-replace.ts';
import { EXTENSIONS } from '#store/uploads/kinds.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { UploadIcon } from '#ui/icons.ts';
import { Note } from '#ui/states/note.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { NoRoomDialog } from '#app/device/no-room-dialog.tsx';
import { useOnline } from '#app/device/traffic.ts';

export interface ReplaceSheetProps {
  open: boolean;
  onClose: () => void;
  content: LibraryContent;
}

/** Chooses a new file for an item, says what stays, and ends a new file that is being prepared. Source: decision 0040. */
export function ReplaceSheet({ open, onClose, content }: ReplaceSheetProps) {
  const [isOutOfRoom, setOutOfRoom] = useState(false);
  const { db, userId } = useAccount();
  const scope = useScope();
  const isOnline = useOnline();
  const { filename, title, type, trim } = content;

  const take = async (file: File) => {
    onClose();
    const { replaceFile } = await import('./replace-file.ts');
    // What goes wrong was shown.
    await replaceFile({ file }, { db, userId, scope, content, onOutOfRoom: () => setOutOfRoom(true) }).catch(() => {});
  };
  return (
    <>
      <Sheet
        open={open}
        onClose={onClose}
        title={text.title(title)}
        footer={
          <FilePicker
            accept={EXTENSIONS[type].map((extension) => `.${extension}`).join(',')}
            icon={<UploadIcon />}
            onPick={([file]) => void (file && take(file))}
          >
            {text.choose[type]}
          </FilePicker>
        }
      >
        <div className="replace-sheet">
          {trim && <UnderWay trim={trim} id={content.id} name={filename} onClose={onClose} />}
          <p>{text.keeps}</p>
          <p>{text.until}</p>
          {!isOnline && <p className="t-2">{text.offline}</p>}
        </div>
      </Sheet>
      <NoRoomDialog areFilesKept open={isOutOfRoom} onClose={() => setOutOfRoom(false)} />
    </>
  );
}

interface UnderWayProps extends Pick<ReplaceSheetProps, 'onClose'> {
  trim: NonNullable<LibraryContent['trim']>;
  id: string;
  name: string;
}

/** What replaces the file at the moment, or why the last one was not used. */
function UnderWay({ trim: { status, reason, isFile }, id, name, onClose }: UnderWayProps) {
  const act = useAct();
  const isRunning = status >= 0 && status < ENCODING.done;
  const end = async () => {
    onClose();
    await act(cancelTrim, { id });
    if (isRunning) showToast({ text: text.cancelled(name), kind: 'success' });
  };
  if (isRunning && !isFile) return <Note>{text.dropsEdit}</Note>;
  return (
    <Note
      tone={isRunning ? 'info' : 'danger'}
      action={
        <Button variant="outline" size="m" onClick={() => void end()}>
          {isRunning ? text.cancel : text.hide}
        </Button>
      }
    >
      {isRunning ? text.dropsFile : reason}
    </Note>
  );
}
