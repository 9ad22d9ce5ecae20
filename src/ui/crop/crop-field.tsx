import type { Ref, ReactNode } from 'react';
import ImagePlusIcon from 'lucide-react/icons/image-plus';
import CropIcon from 'lucide-react/icons/crop';
import { cropText } from '#contract/text/ui-crop.ts';
import { Button } from '../buttons/button.tsx';
import type { CropDialogProps } from './crop-dialog.tsx';
import { maxZoom, type Box } from './crop-maths.ts';
import type { CroppedPicture } from './crop-picture.ts';
import { FieldFrame, type FieldFrameProps } from '../forms/field-frame.tsx';
import { FilePicker } from '../forms/file-picker.tsx';
import { lazyOverlay } from '../overlays/lazy-overlay.tsx';
import { usePickedPicture } from './use-picked-picture.ts';
import './crop-field.css';

export type { CroppedPicture } from './crop-picture.ts';

export interface CropFieldProps extends Omit<FieldFrameProps, 'count'> {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Least size, px, and shape: 1372 x 848 content cover, 1372 x 392 channel cover, 320 x 320 logo. */
  least: Box;
  /** A smaller picture is refused, or taken with a warning. Source: D-124. */
  smallPicture: 'refuse' | 'warn';
  /** Largest file, bytes. */
  maxBytes: number;
  /** Widest cropped result, px. Default the least width. */
  outputWidth?: number | undefined;
  /** Widest original, px. Default 2744. */
  originalWidth?: number | undefined;
  /** Shown before anything is chosen: the saved picture or default art. */
  currentUrl?: string | undefined;
  round?: boolean | undefined;
  chooseLabel?: string | undefined;
  /** Further buttons beside the first, e.g. Next default. */
  actions?: ReactNode;
  /** Drawn over the preview, e.g. a duration tag. */
  overlay?: ReactNode;
  disabled?: boolean | undefined;
  /** The picked picture is not the value any more: it is not shown. */
  isDropped?: boolean | undefined;
  onChange: (picture: CroppedPicture) => void;
  onBlur?: (() => void) | undefined;
}

const CropDialog = lazyOverlay<CropDialogProps>(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** Chooses a JPG or PNG, crops it to a shape and passes JPEGs to `onChange`. */
export function CropField(props: CropFieldProps) {
  const {
    ref,
    least,
    smallPicture,
    maxBytes,
    outputWidth = least.width,
    originalWidth = 2744,
    currentUrl,
    round,
    isDropped,
    ...rest
  } = props;
  const { chooseLabel = cropText.choose, actions, overlay, disabled, onChange, onBlur, error, help, ...frame } = rest;
  const ratio = least.width / least.height;
  const picking = usePickedPicture({ least, smallPicture, maxBytes, outputWidth, originalWidth, onChange });
  const { picked } = picking;
  const previewUrl = isDropped ? undefined : picking.previewUrl;
  const shownUrl = previewUrl ?? currentUrl;
  return (
    <FieldFrame
      {...frame}
      group
      error={picking.problem ?? error}
      help={picked?.warning ? <Warned warning={picked.warning}>{help}</Warned> : help}
    >
      {(ids, labelId) => (
        <fieldset className="crop-field" aria-labelledby={labelId}>
          {/* The ratio is data of the caller; the content security policy allows style attributes set by script. */}
          <span className="crop-field__preview" data-round={round || undefined} style={{ aspectRatio: ratio }}>
            {shownUrl ? <img src={shownUrl} alt="" /> : <ImagePlusIcon aria-hidden="true" className="icon-l" />}
            {overlay}
          </span>
          <div className="crop-field__actions">
            <FilePicker
              {...ids}
              ref={ref}
              variant="tonal"
              size="m"
              icon={<ImagePlusIcon className="icon-s" />}
              accept="image/jpeg,image/png"
              disabled={disabled}
              onPick={(files) => void picking.pick(files)}
              onBlur={onBlur}
            >
              {shownUrl && previewUrl ? cropText.change : chooseLabel}
            </FilePicker>
            {picked && previewUrl && <CropAgain disabled={disabled} onPress={picking.cropAgain} />}
            {actions}
          </div>
          {picked && (
            <CropDialog
              key={picked.url}
              open={picking.isCropping}
              onClose={picking.leave}
              url={picked.url}
              size={picked.size}
              ratio={ratio}
              zoomMost={maxZoom(picked.size, ratio, least)}
              round={round}
              busy={picking.isBusy}
              onDone={(area) => void picking.finish(area)}
            />
          )}
        </fieldset>
      )}
    </FieldFrame>
  );
}

function CropAgain({ disabled, onPress }: { disabled: boolean | undefined; onPress: () => void }) {
  return (
    <Button variant="outline" size="m" icon={<CropIcon className="icon-s" />} disabled={disabled} onClick={onPress}>
      {cropText.cropAgain}
    </Button>
  );
}

function Warned({ warning, children }: { warning: string; children: ReactNode }) {
  return (
    <>
      <strong className="crop-field__warning">{warning}</strong>
      {children}
    </>
  );
}
