import { useRef } from 'react';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { cropText } from '#contract/text/ui-crop.ts';
import { saveFile } from '#store/files.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CropField, type CropFieldProps, type CroppedPicture } from '#ui/crop/crop-field.tsx';
import { useAccount } from '../data/account.ts';
import { useStoredPicture } from '../data/use-stored-picture.ts';

/** A chosen picture: files stored on this device under their hashes. */
export interface ChosenPicture {
  /** SHA-256 of the cropped part. */
  ref: string;
  /** SHA-256 of the whole; null if it is not known. */
  originRef: string | null;
}

export interface PictureFieldProps extends Pick<
  CropFieldProps,
  'label' | 'help' | 'chooseLabel' | 'least' | 'className' | 'round'
> {
  chosen: ChosenPicture | null;
  savedUrl: string | null;
  onChoose: (picture: ChosenPicture) => void;
  /** Takes the picture away; without it a picture can only be replaced. */
  onRemove?: (() => void) | undefined;
}

/** A picture of a form; a smaller one is refused. The chosen one is stored on the device at once. */
export function PictureField({ chosen, savedUrl, onChoose, onRemove, ...field }: PictureFieldProps) {
  const { db } = useAccount();
  const storedUrl = useStoredPicture(chosen?.ref);
  const picker = useRef<HTMLInputElement>(null);
  const remove = () => {
    onRemove?.();
    // The button goes with the picture: the focus must not.
    picker.current?.focus();
  };
  const take = async ({ croppedBlob, originalBlob }: CroppedPicture) => {
    const [ref, originRef] = [await saveFile(db, croppedBlob), await saveFile(db, originalBlob)];
    onChoose({ ref, originRef });
  };
  return (
    <CropField
      {...field}
      ref={picker}
      isDropped={chosen === null}
      actions={
        onRemove &&
        (chosen ?? savedUrl) !== null && (
          <Button variant="ghost" size="m" type="button" onClick={remove}>
            {cropText.remove}
            <span className="visually-hidden">: {field.label}</span>
          </Button>
        )
      }
      smallPicture="refuse"
      maxBytes={PICTURE_MAX_BYTES}
      currentUrl={storedUrl ?? savedUrl ?? undefined}
      onChange={(picture) => void take(picture)}
    />
  );
}
