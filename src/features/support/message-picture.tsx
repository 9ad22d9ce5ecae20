import { useState } from 'react';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { supportText as text } from '#contract/text/support.ts';
import { cropText } from '#contract/text/ui-crop.ts';
import { saveFile } from '#store/files.ts';
import { Button } from '#ui/buttons/button.tsx';
import { isJpegOrPng, pictureSize } from '#ui/crop/crop-picture.ts';
import { FieldFrame } from '#ui/forms/field-frame.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { useAccount } from '#app/data/account.ts';
import { useStoredPicture } from '#app/data/use-stored-picture.ts';

/** The message about a file that cannot be sent; undefined if it can. */
const problemOf = async (file: File): Promise<string | undefined> => {
  if (!(await isJpegOrPng(file))) return cropText.type;
  if (file.size > PICTURE_MAX_BYTES) return cropText.bytes(Math.round(PICTURE_MAX_BYTES / 1_000_000));
  const url = URL.createObjectURL(file);
  try {
    await pictureSize(url);
    return undefined;
  } catch {
    return cropText.unreadable;
  } finally {
    URL.revokeObjectURL(url);
  }
};

export interface MessagePictureProps {
  /** SHA-256 of the stored file; null for none. */
  chosen: string | null;
  onChange: (sha256: string | null) => void;
}

/** The optional picture of a message, whole. It is stored on this device at once and sent before the message. */
export function MessagePicture({ chosen, onChange }: MessagePictureProps) {
  const { db } = useAccount();
  const url = useStoredPicture(chosen ?? undefined);
  const [problem, setProblem] = useState<string>();
  const pick = async ([file]: File[]) => {
    const wrong = await problemOf(file!);
    setProblem(wrong);
    if (!wrong) onChange(await saveFile(db, file!));
  };
  return (
    <FieldFrame label={text.picture} help={text.pictureHelp} error={problem} optional group>
      {(ids, labelId) => (
        <fieldset className="support__picture" aria-labelledby={labelId}>
          {url && <img src={url} alt={text.pictureLabel} />}
          <div className="wrap">
            <FilePicker
              {...ids}
              variant="tonal"
              size="m"
              accept="image/jpeg,image/png"
              onPick={(files) => void pick(files)}
            >
              {chosen === null ? text.choosePicture : text.changePicture}
            </FilePicker>
            {chosen !== null && (
              <Button variant="ghost" size="m" type="button" onClick={() => onChange(null)}>
                {text.removePicture}
              </Button>
            )}
          </div>
        </fieldset>
      )}
    </FieldFrame>
  );
}
