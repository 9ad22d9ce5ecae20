// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import './stat-board.css';

export interface Stat {
  label: string;
  /** Already formatted: "38.6k". */
  value: ReactNode;
  /** In the Signal colour. */
  highlight?: boolean | undefined;
}

/** The score panel: figures on the board, four in a row. */
export function StatBoard({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="stat-board">
      {stats.map((stat) => (
        <div key={stat.label} className="stat-board__cell">
          <dt className="stat-board__label">{stat.label}</dt>
          <dd className="stat-board__value" data-highlight={stat.highlight ? '' : undefined}>
            {stat.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
