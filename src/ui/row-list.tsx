// Remembering its parts would take more code than drawing them again.
'use no memo';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './row-list.css';

export interface RowListProps {
  /** Names the list. */
  label?: string | undefined;
  labelledBy?: string | undefined;
  /** Without the card around it. */
  plain?: boolean | undefined;
  /** The order means something. */
  ordered?: boolean | undefined;
  children: ReactNode;
}

/** Holds `ListRow`s and `PlaylistRow`s, with lines between them. */
export function RowList({ label, labelledBy, plain, ordered, children }: RowListProps) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List
      className={classNames('row-list', plain ? 'row-list--plain' : 'card card--flush')}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {children}
    </List>
  );
}
