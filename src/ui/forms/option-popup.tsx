import type { RefObject } from 'react';
import { Popover } from '@base-ui/react/popover';
import type { SelectOption } from './option-match.ts';
import { OptionList } from './option-list.tsx';
import { Sheet } from '../overlays/sheet.tsx';
import { DESKTOP, useMediaQuery } from '../use-media-query.ts';
import './option-popup.css';

export interface OptionPopupProps<V extends string = string> {
  open: boolean;
  onClose: () => void;
  title: string;
  options: readonly SelectOption<V>[];
  value: V | null;
  onChoose: (value: V) => void;
  /** Label of the search field; without it there is no search. */
  searchLabel?: string | undefined;
  anchor: RefObject<HTMLElement | null>;
  /** Id of the list, for the control's `aria-controls`. */
  listId?: string | undefined;
}

/** A list to choose one from: a sheet on the phone, a popover with a mouse. Loaded on first use. */
export function OptionPopup<V extends string>({
  open,
  onClose,
  title,
  anchor,
  onChoose,
  ...list
}: OptionPopupProps<V>) {
  const desktop = useMediaQuery(DESKTOP);
  const choose = (value: V) => {
    onClose();
    onChoose(value);
  };
  const inside = <OptionList {...list} label={title} onChoose={choose} />;
  if (!desktop) {
    return (
      <Sheet open={open} onClose={onClose} title={title} full={list.searchLabel !== undefined}>
        {inside}
      </Sheet>
    );
  }
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          className="option-popup__positioner"
          anchor={anchor}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
        >
          <Popover.Popup className="option-popup" aria-label={title} finalFocus={anchor}>
            {inside}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
