// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './facts.css';

export interface FactsProps {
  /** "Soccer", "Ana Kovač", a `RatingMark`; null ones are left out. */
  facts: readonly ReactNode[];
  className?: string | undefined;
}

/** Short facts on one line or more, with a dot between two on the same line and none at the end of a line. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <span className={classNames('facts', className)}>
      <span className="facts__line">
        {facts
          .filter((fact) => fact !== null && fact !== undefined && fact !== false)
          .map((fact, at) => (
            // The place of a fact is its identity.
            <span key={at} className="facts__one">
              {fact}{' '}
            </span>
          ))}
      </span>
    </span>
  );
}
