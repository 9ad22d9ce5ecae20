// Remembering its parts would take more code than drawing them again.
'use no memo';

import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { controlsText } from '#contract/text/ui-controls.ts';
import { MoreIcon } from './icons.ts';
import { IconButton } from './icon-button.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';

export interface RowMenuItem {
  label: string;
  icon?: ReactNode;
  /** Loses something: red and apart from the others. */
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Below the label, e.g. why it is disabled. */
  help?: string | undefined;
  onSelect: () => void;
}

export interface RowMenuPopupState {
  open: boolean;
  onClose: () => void;
  title: string;
  anchor: RefObject<HTMLElement | null>;
}

export interface RowMenuProps {
  /** What the row is about; title of the sheet and part of the button's name. */
  name: string;
  /** Whose menu it is, where the elements of a row serve one item after the other: it is open for one item only. */
  of?: string | undefined;
  /** What can be done; leave out with `popup`. */
  items?: readonly RowMenuItem[] | undefined;
  /** Draws the list itself: for rows by the hundred, whose actions are worked out when the list opens. */
  popup?: ((state: RowMenuPopupState) => ReactNode) | undefined;
  icon?: ReactNode;
  className?: string | undefined;
}

const RowMenuPopup = lazyOverlay(async () => (await import('./row-menu-popup.tsx')).RowMenuPopup);

/** The three dots of a row: a sheet on the phone, a menu with a mouse. */
export function RowMenu({ name, of = name, items = [], popup, icon = <MoreIcon />, className }: RowMenuProps) {
  const [openFor, setOpenFor] = useState<string>();
  const open = openFor === of;
  const button = useRef<HTMLButtonElement>(null);
  const state: RowMenuPopupState = { open, onClose: () => setOpenFor(undefined), title: name, anchor: button };
  return (
    <>
      <IconButton
        ref={button}
        className={className}
        label={controlsText.moreFor(name)}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenFor(of)}
      />
      {/* oxlint-disable-next-line react/refs -- the button is handed on, not read */}
      {popup ? popup(state) : <RowMenuPopup {...state} items={items} />}
    </>
  );
}
