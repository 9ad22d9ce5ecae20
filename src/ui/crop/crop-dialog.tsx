import { useRef, useState } from 'react';
import { Dialog } from '@base-ui/react/dialog';
import ZoomInIcon from 'lucide-react/icons/zoom-in';
import ZoomOutIcon from 'lucide-react/icons/zoom-out';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { commonText } from '#contract/text/common.ts';
import { cropText } from '#contract/text/ui-crop.ts';
import { CloseIcon } from '../icons.ts';
import { Button } from '../buttons/button.tsx';
import { centredArea, type Area } from './crop-maths.ts';
import type { Box } from './crop-maths.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useCloseOnBack } from '../overlays/use-close-on-back.ts';
import './crop-dialog.css';

export interface CropDialogProps {
  open: boolean;
  onClose: () => void;
  /** `blob:` address of the picture. */
  url: string;
  size: Box;
  /** Width divided by height. */
  ratio: number;
  /** Largest zoom; 1 hides the slider. */
  zoomMost: number;
  round?: boolean | undefined;
  busy?: boolean | undefined;
  onDone: (area: Area) => void;
}

const STEPS = 100;

/** Move and zoom a picture under a fixed frame. Loaded on first use; its styles are files, none are injected. */
export function CropDialog({ open, onClose, url, size, ratio, zoomMost, round, busy, onDone }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>(() => centredArea(size, ratio));
  const done = useRef<HTMLButtonElement>(null);
  useCloseOnBack(open, onClose);
  const zoomTo = (next: number) => setZoom(Math.min(Math.max(next, 1), zoomMost));

  return (
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="crop-dialog on-board" initialFocus={done}>
          <header className="crop-dialog__head">
            <Dialog.Title className="crop-dialog__title">{cropText.title}</Dialog.Title>
            <IconButton label={commonText.close} icon={<CloseIcon />} onClick={onClose} />
          </header>
          <div className="crop-dialog__stage">
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              minZoom={1}
              maxZoom={zoomMost}
              aspect={ratio}
              cropShape={round ? 'round' : 'rect'}
              objectFit="contain"
              keyboardStep={8}
              disableAutomaticStylesInjection
              classes={{ cropAreaClassName: 'crop-dialog__area' }}
              cropperProps={{ role: 'application', 'aria-label': cropText.area }}
              mediaProps={{ alt: '' }}
              onCropChange={setCrop}
              onZoomChange={zoomTo}
              onCropAreaChange={(_share, pixels) => setArea(pixels)}
            />
          </div>
          <footer className="crop-dialog__foot">
            <Dialog.Description className="crop-dialog__help">
              {zoomMost > 1 ? cropText.help : cropText.helpFixed}
            </Dialog.Description>
            {zoomMost > 1 && <ZoomRow zoom={zoom} most={zoomMost} onZoom={zoomTo} />}
            <div className="crop-dialog__actions">
              <Button variant="chalk" onClick={onClose}>
                {commonText.cancel}
              </Button>
              <Button ref={done} variant="signal" busy={busy ? cropText.doneBusy : false} onClick={() => onDone(area)}>
                {cropText.done}
              </Button>
            </div>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ZoomRowProps {
  zoom: number;
  most: number;
  onZoom: (zoom: number) => void;
}

function ZoomRow({ zoom, most, onZoom }: ZoomRowProps) {
  const step = (most - 1) / STEPS;
  return (
    <div className="crop-dialog__zoom">
      <IconButton label={cropText.zoomOut} icon={<ZoomOutIcon />} onClick={() => onZoom(zoom - step * 10)} />
      <input
        type="range"
        className="crop-dialog__range"
        aria-label={cropText.zoom}
        aria-valuetext={`${Math.round(zoom * 100)} %`}
        min={1}
        max={most}
        step={step}
        value={zoom}
        onChange={(event) => onZoom(Number(event.target.value))}
      />
      <IconButton label={cropText.zoomIn} icon={<ZoomInIcon />} onClick={() => onZoom(zoom + step * 10)} />
    </div>
  );
}
