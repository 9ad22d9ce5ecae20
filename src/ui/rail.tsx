// Remembering its parts would take more code than drawing them again.
'use no memo';

import { Children, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './rail.css';

export interface RailProps {
  /** Names the list: the section's title. */
  label: string;
  /** How much of the column one item takes: 46, 72 or 82 %. */
  size?: 's' | 'm' | 'l' | undefined;
  children: ReactNode;
}

/** Items in one line that scrolls sideways; the next one always peeks in. */
export function Rail({ label, size = 's', children }: RailProps) {
  return (
    <ul className={classNames('rail', `rail--${size}`)} aria-label={label}>
      {Children.map(children, (child) => (
        <li className="rail__item">{child}</li>
      ))}
    </ul>
  );
}
