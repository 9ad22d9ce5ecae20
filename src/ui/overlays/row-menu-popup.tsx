import type { RefObject } from 'react';
import { Menu } from '@base-ui/react/menu';
import type { RowMenuItem } from './row-menu.tsx';
import { Sheet } from './sheet.tsx';
import { DESKTOP, useMediaQuery } from '../use-media-query.ts';
import './row-menu.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  items: readonly RowMenuItem[];
  anchor: RefObject<HTMLElement | null>;
}

/** The list behind RowMenu; loaded on first use. */
export function RowMenuPopup(props: Props) {
  return useMediaQuery(DESKTOP) ? <MenuPopup {...props} /> : <MenuSheet {...props} />;
}

function MenuSheet({ open, onClose, title, items }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <ul className="row-menu">
        {items.map((item) => (
          <li key={item.label} className="row-menu__slot" data-danger={item.danger || undefined}>
            <button
              className="row-menu__item"
              type="button"
              disabled={item.disabled}
              onClick={() => {
                onClose();
                item.onSelect();
              }}
            >
              <ItemInside {...item} />
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function MenuPopup({ open, onClose, items, anchor }: Props) {
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Menu.Portal>
        <Menu.Positioner className="row-menu__positioner" anchor={anchor} side="bottom" align="end" sideOffset={4}>
          <Menu.Popup className="row-menu row-menu--floating" finalFocus={anchor}>
            {items.map((item) => (
              <Menu.Item
                key={item.label}
                className="row-menu__item"
                data-danger={item.danger || undefined}
                disabled={item.disabled ?? false}
                onClick={item.onSelect}
              >
                <ItemInside {...item} />
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function ItemInside({ icon, label, help }: RowMenuItem) {
  return (
    <>
      {icon && (
        <span className="row-menu__icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <span className="row-menu__words">
        {label}
        {help && <span className="row-menu__help">{help}</span>}
      </span>
    </>
  );
}
