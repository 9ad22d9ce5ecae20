import { useRef, type ReactNode, type RefObject } from 'react';
import { Drawer } from '@base-ui/react/drawer';
import { commonText } from '#contract/text/common.ts';
import { CloseIcon } from '../icons.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useCloseByDrag } from './use-close-by-drag.ts';
import { useScrollable } from './use-scrollable.ts';
import './overlay.css';
import './sheet.css';

export interface SheetProps {
  open: boolean;
  /** Called on Back, Escape, scrim, drag and the close button. Keeping `open` true refuses. */
  onClose: () => void;
  title: string;
  /** One line below the title. */
  description?: ReactNode;
  children: ReactNode;
  /** The main action; stays below the scrolling part and above the keyboard. */
  footer?: ReactNode;
  /** Uses the whole height, for long lists. */
  full?: boolean | undefined;
  /** Receives the focus on opening; by default the sheet itself, so that its title is announced first. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Called after the closing animation. */
  onClosed?: (() => void) | undefined;
}

/**
 * Bottom drawer for choosing and short tasks, inside the column. Source: design §5.
 * The Base UI parts used here inject no style elements, so no CSP provider is needed.
 */
export function Sheet({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  full,
  initialFocus,
  onClosed,
}: SheetProps) {
  const panel = useRef<HTMLDivElement>(null);
  useCloseOnBack(open, onClose);
  const drag = useCloseByDrag(panel, 'down', onClose);
  const [scrollable, watchBody] = useScrollable();
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
    >
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className="overlay__scrim" />
          <Drawer.Viewport className="sheet__viewport" {...drag}>
            <Drawer.Popup
              ref={panel}
              className="sheet"
              data-full={full || undefined}
              initialFocus={initialFocus ?? panel}
            >
              <span className="sheet__grabber" aria-hidden="true" />
              <header className="sheet__head">
                <Drawer.Title className="overlay__title">{title}</Drawer.Title>
                <IconButton label={commonText.close} icon={<CloseIcon />} onClick={onClose} />
              </header>
              <Drawer.Content ref={watchBody} className="sheet__body" tabIndex={scrollable ? 0 : undefined}>
                {description && <Drawer.Description className="overlay__description">{description}</Drawer.Description>}
                {children}
              </Drawer.Content>
              {footer && <footer className="sheet__footer">{footer}</footer>}
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  );
}
