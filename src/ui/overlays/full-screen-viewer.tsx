import { useRef, type ReactNode } from 'react';
import { Dialog } from '@base-ui/react/dialog';
import { commonText } from '#contract/text/common.ts';
import { CloseIcon } from '../icons.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import './full-screen-viewer.css';

export interface FullScreenViewerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stays at the bottom, e.g. Accept. */
  footer?: ReactNode;
}

/** Shows a text over the whole column: legal pages, all pages of a PDF. */
export function FullScreenViewer({ open, onClose, title, children, footer }: FullScreenViewerProps) {
  const body = useRef<HTMLDivElement>(null);
  useCloseOnBack(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="viewer" initialFocus={body}>
          <header className="viewer__head">
            <Dialog.Title className="viewer__title">{title}</Dialog.Title>
            <IconButton label={commonText.close} icon={<CloseIcon />} onClick={onClose} />
          </header>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focused, so that arrow keys scroll it at once */}
          <section ref={body} className="viewer__body" tabIndex={0} aria-label={title}>
            {children}
          </section>
          {footer && <footer className="viewer__footer">{footer}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
