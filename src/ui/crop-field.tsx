import { useEffect, useRef, useState, type Ref, type ReactNode } from 'react';
import ImagePlusIcon from 'lucide-react/icons/image-plus';
import CropIcon from 'lucide-react/icons/crop';
import { cropText } from '#contract/text/controls.ts';
import { Button } from './button.tsx';
import type { CropDialogProps } from './crop-dialog.tsx';
import { isLargeEnough, maxZoom, type Area, type Box } from './crop-maths.ts';
import { cropPicture, isJpegOrPng, pictureSize, type CroppedPicture } from './crop-picture.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { FilePicker } from './file-picker.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';
import './crop-field.css';

export type { CroppedPicture } from './crop-picture.ts';

export interface CropFieldProps extends Omit<FieldFrameProps, 'count'> {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Least size and shape: 1372 x 848 content cover, 1372 x 392 channel cover, 320 x 320 logo. */
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
  /** Over the preview, e.g. a duration tag. */
  overlay?: ReactNode;
  disabled?: boolean | undefined;
  onChange: (picture: CroppedPicture) => void;
  onBlur?: (() => void) | undefined;
}

interface Picked {
  url: string;
  size: Box;
  warning?: string | undefined;
}

const CropDialog = lazyOverlay<CropDialogProps>(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** Chooses a JPG or PNG, crops it to a shape and gives JPEGs. Controlled by `onChange` only. */
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
    ...rest
  } = props;
  const { chooseLabel = cropText.choose, actions, overlay, disabled, onChange, onBlur, error, help, ...frame } = rest;
  const [picked, setPicked] = useState<Picked>();
  const [cropping, setCropping] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [previewUrl, showPreview] = useObjectUrl();
  const ratio = least.width / least.height;

  const pick = async ([file]: File[]) => {
    if (!file) return;
    const answer = await inspect(file, least, smallPicture, maxBytes);
    setProblem(typeof answer === 'string' ? answer : undefined);
    if (typeof answer === 'string') return;
    if (picked) URL.revokeObjectURL(picked.url);
    setPicked(answer);
    setCropping(true);
  };

  const finish = async (area: Area) => {
    setBusy(true);
    try {
      const picture = await cropPicture(picked!.url, area, outputWidth, originalWidth);
      showPreview(picture.croppedBlob);
      setCropping(false);
      onChange(picture);
    } catch {
      setProblem(cropText.unreadable);
      setCropping(false);
    } finally {
      setBusy(false);
    }
  };

  const shownUrl = previewUrl ?? currentUrl;
  const warning = picked?.warning && <strong className="crop-field__warning">{picked.warning}</strong>;
  return (
    <FieldFrame
      {...frame}
      group
      error={problem ?? error}
      help={
        warning ? (
          <>
            {warning}
            {help}
          </>
        ) : (
          help
        )
      }
    >
      {(ids, labelId) => (
        <fieldset className="crop-field" aria-labelledby={labelId}>
          {/* The shape is the caller's data: a style attribute set by script, which the policy allows. */}
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
              onPick={(files) => void pick(files)}
              onBlur={onBlur}
            >
              {shownUrl && previewUrl ? cropText.change : chooseLabel}
            </FilePicker>
            {picked && previewUrl && (
              <Button
                variant="outline"
                size="m"
                icon={<CropIcon className="icon-s" />}
                disabled={disabled}
                onClick={() => setCropping(true)}
              >
                {cropText.cropAgain}
              </Button>
            )}
            {actions}
          </div>
          {picked && (
            <CropDialog
              key={picked.url}
              open={cropping}
              onClose={() => setCropping(false)}
              url={picked.url}
              size={picked.size}
              ratio={ratio}
              zoomMost={maxZoom(picked.size, ratio, least)}
              round={round}
              busy={busy}
              onDone={(area) => void finish(area)}
            />
          )}
        </fieldset>
      )}
    </FieldFrame>
  );
}

/** Looks at a file before it is shown. Answers the words of what is wrong with it. */
async function inspect(
  file: File,
  least: Box,
  smallPicture: CropFieldProps['smallPicture'],
  maxBytes: number,
): Promise<Picked | string> {
  if (!(await isJpegOrPng(file))) return cropText.type;
  if (file.size > maxBytes) return cropText.bytes(Math.round(maxBytes / 1_000_000));
  const url = URL.createObjectURL(file);
  try {
    const size = await pictureSize(url);
    if (isLargeEnough(size, least)) return { url, size };
    const sizes = [size.width, size.height, least.width, least.height] as const;
    if (smallPicture === 'warn') return { url, size, warning: cropText.tooSmallWarning(...sizes) };
    URL.revokeObjectURL(url);
    return cropText.tooSmall(...sizes);
  } catch {
    URL.revokeObjectURL(url);
    return cropText.unreadable;
  }
}

/** Address of the newest blob; old ones are let go. */
function useObjectUrl(): [string | undefined, (blob: Blob) => void] {
  const [url, setUrl] = useState<string>();
  const made = useRef<string>(undefined);
  useEffect(
    () => () => {
      if (made.current) URL.revokeObjectURL(made.current);
    },
    [],
  );
  const show = (blob: Blob) => {
    if (made.current) URL.revokeObjectURL(made.current);
    made.current = URL.createObjectURL(blob);
    setUrl(made.current);
  };
  return [url, show];
}
