// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { ExpandIcon } from '../icons.ts';
import './chip.css';

export interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-pressed'> {
  ref?: Ref<HTMLButtonElement> | undefined;
  /** Makes the chip a toggle. Leave out for a chip that runs an action or opens something. */
  pressed?: boolean | undefined;
  icon?: ReactNode;
  /** Opens a sheet or a list: announced as such, with an arrow unless there is an icon. */
  opens?: 'dialog' | 'listbox' | 'menu' | undefined;
  /** Renders a link that looks the same. */
  href?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Filter, sort trigger or small action. */
export function Chip({ pressed, icon, opens, href, className, children, type = 'button', ...rest }: ChipProps) {
  const looks = classNames('chip', className);
  const inside = (
    <>
      {icon}
      <span>{children}</span>
      {opens && !icon && <ExpandIcon />}
    </>
  );
  if (href !== undefined)
    return (
      <a className={looks} href={href} aria-current={pressed ? 'page' : undefined}>
        {inside}
      </a>
    );
  return (
    <button {...rest} type={type} className={looks} aria-pressed={pressed} aria-haspopup={opens}>
      {inside}
    </button>
  );
}
