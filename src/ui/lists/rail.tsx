// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { Children, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './rail.css';

export interface RailProps {
  /** Accessible name of the list: the section's title. */
  label: string;
  /** Width of one item: 46, 72 or 82 % of the column. */
  size?: 's' | 'm' | 'l' | undefined;
  children: ReactNode;
}

/** Items in one line that scrolls sideways; the next one is always partly visible. */
export function Rail({ label, size = 's', children }: RailProps) {
  return (
    // By `data-rail` the app finds the rail again, to restore its scroll position on Back.
    <ul className={classNames('rail', `rail--${size}`)} aria-label={label} data-rail={label}>
      {Children.map(children, (child) => (
        <li className="rail__item">{child}</li>
      ))}
    </ul>
  );
}
