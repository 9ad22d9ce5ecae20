// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { controlsText } from '#contract/text/ui-controls.ts';
import { MoreIcon } from '../icons.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';

export interface RowMenuItem {
  label: string;
  icon?: ReactNode;
  /** Destructive: red and apart from the others. */
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
  /** The row's title; title of the sheet and part of the button's accessible name. */
  name: string;
  /** Id of the item, where row elements are reused for other items: the menu closes when the item changes. */
  of?: string | undefined;
  /** The actions; leave out with `popup`. */
  items?: readonly RowMenuItem[] | undefined;
  /** Renders the list itself: for long lists, whose actions are computed when the menu opens. */
  popup?: ((state: RowMenuPopupState) => ReactNode) | undefined;
  icon?: ReactNode;
  className?: string | undefined;
}

const RowMenuPopup = lazyOverlay(async () => (await import('./row-menu-popup.tsx')).RowMenuPopup);

const MORE = <MoreIcon />;

/** The three dots of a row: a sheet on the phone, a menu with a mouse. */
export function RowMenu({ name, of = name, items = [], popup, icon = MORE, className }: RowMenuProps) {
  // Null after it was closed: until it is first opened, a long list has only its buttons.
  const [openFor, setOpenFor] = useState<string | null>();
  const open = openFor === of;
  const button = useRef<HTMLButtonElement>(null);
  const state: RowMenuPopupState = { open, onClose: () => setOpenFor(null), title: name, anchor: button };
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
      {/* oxlint-disable-next-line react/refs -- the ref is passed on, not read */}
      {openFor !== undefined && (popup ? popup(state) : <RowMenuPopup {...state} items={items} />)}
    </>
  );
}
