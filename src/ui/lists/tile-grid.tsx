// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { Children, type ReactNode } from 'react';
import './tile-grid.css';

export interface TileGridProps {
  /** Accessible name of the list. */
  label: string;
  children: ReactNode;
}

/** Two columns of tiles, three from 500 px. */
export function TileGrid({ label, children }: TileGridProps) {
  return (
    <ul className="tile-grid" aria-label={label}>
      {Children.map(children, (child) => (
        <li className="tile-grid__item">{child}</li>
      ))}
    </ul>
  );
}
