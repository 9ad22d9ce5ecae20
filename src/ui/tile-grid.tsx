// Remembering its parts would take more code than drawing them again.
'use no memo';

import { Children, type ReactNode } from 'react';
import './tile-grid.css';

export interface TileGridProps {
  /** Names the list. */
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
