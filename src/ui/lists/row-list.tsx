// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './row-list.css';

export interface RowListProps {
  /** Accessible name of the list. */
  label?: string | undefined;
  labelledBy?: string | undefined;
  /** Without the card around it. */
  plain?: boolean | undefined;
  /** The order is meaningful: renders an `<ol>`. */
  ordered?: boolean | undefined;
  children: ReactNode;
}

/** Contains `ListRow`s and `PlaylistRow`s, with lines between them. */
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
