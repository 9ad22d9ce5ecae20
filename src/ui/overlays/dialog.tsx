import { useRef, type ReactNode } from 'react';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { commonText } from '#contract/text/common.ts';
import { CloseIcon } from '../icons.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import './overlay.css';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  /** False: only an action closes it, not a close button, the scrim or Back. Default true. */
  dismissible?: boolean | undefined;
}

/** Centred dialog with a close button: terms, install help. Questions use ConfirmDialog. */
export function Dialog({ open, onClose, title, description, children, footer, dismissible = true }: DialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  useCloseOnBack(open && dismissible, onClose);
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (!dismissible) return details.cancel();
        if (!next) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="overlay__scrim dialog__scrim" forceRender />
        <BaseDialog.Viewport className="dialog__viewport">
          <BaseDialog.Popup ref={panel} className="dialog" initialFocus={panel}>
            <header className="dialog__head">
              <BaseDialog.Title className="overlay__title">{title}</BaseDialog.Title>
              {dismissible && <IconButton label={commonText.close} icon={<CloseIcon />} onClick={onClose} />}
            </header>
            {description && (
              <BaseDialog.Description className="dialog__description">{description}</BaseDialog.Description>
            )}
            {children && <div className="dialog__body">{children}</div>}
            {footer && <footer className="dialog__footer">{footer}</footer>}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
