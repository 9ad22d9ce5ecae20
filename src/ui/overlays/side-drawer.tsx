import { useRef, type ReactNode } from 'react';
import { Drawer } from '@base-ui/react/drawer';
import { controlsText } from '#contract/text/ui-controls.ts';
import { CloseIcon } from '../icons.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useCloseByDrag } from './use-close-by-drag.ts';
import './overlay.css';
import './side-drawer.css';

export interface SideDrawerProps {
  open: boolean;
  onClose: () => void;
  /** Accessible name of the drawer, e.g. "Menu". */
  label: string;
  /** On the board at the top: avatar, name, role. */
  head: ReactNode;
  children: ReactNode;
}

/** Drawer from the right, under the thumb that opened it. Source: design §5. */
export function SideDrawer({ open, onClose, label, head, children }: SideDrawerProps) {
  const panel = useRef<HTMLDivElement>(null);
  useCloseOnBack(open, onClose);
  const drag = useCloseByDrag(panel, 'right', onClose);
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()} swipeDirection="right">
      <Drawer.Portal>
        <Drawer.Backdrop className="overlay__scrim" />
        <Drawer.Viewport className="side-drawer__viewport" {...drag}>
          <Drawer.Popup ref={panel} className="side-drawer" aria-label={label} initialFocus={panel}>
            <div className="side-drawer__head on-board">
              {head}
              <IconButton
                className="side-drawer__close"
                label={controlsText.closeMenu}
                icon={<CloseIcon />}
                onClick={onClose}
              />
            </div>
            <Drawer.Content className="side-drawer__body">{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

export interface DrawerItemProps {
  icon: ReactNode;
  children: ReactNode;
  /** Right of the label: amount, badge, external mark. */
  trailing?: ReactNode;
  /** Shown and announced, but without effect ("Coming Soon"). */
  disabled?: boolean | undefined;
  href?: string | undefined;
  /** Opens outside the app. */
  external?: boolean | undefined;
  /** With `href`, may call `preventDefault` to let the router navigate. */
  onClick?: ((event: React.MouseEvent) => void) | undefined;
}

/** One 50 px row of the drawer: a link with `href`, else a button. */
export function DrawerItem({ icon, children, trailing, disabled, href, external, onClick }: DrawerItemProps) {
  const inside = (
    <>
      <span className="side-drawer__icon" aria-hidden="true">
        {icon}
      </span>
      <span className="side-drawer__line">
        <span className="side-drawer__words">{children}</span>
        {trailing}
      </span>
    </>
  );
  if (disabled) {
    return (
      <li>
        <button className="side-drawer__item" type="button" aria-disabled="true">
          {inside}
        </button>
      </li>
    );
  }
  if (href === undefined) {
    return (
      <li>
        <button className="side-drawer__item" type="button" onClick={onClick}>
          {inside}
        </button>
      </li>
    );
  }
  const outside = external ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <li>
      <a className="side-drawer__item" href={href} onClick={onClick} {...outside}>
        {inside}
      </a>
    </li>
  );
}

/** A group of items; a line separates groups. */
export function DrawerGroup({ children }: { children: ReactNode }) {
  return <ul className="side-drawer__group">{children}</ul>;
}
