// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { displayText } from '#contract/text/ui-display.ts';
import { RefreshIcon } from '../icons.ts';
import { lastUpdatedText } from './last-updated.ts';
import { Time } from '../time.tsx';
import './freshness.css';

export interface FreshnessProps {
  /** When the rows were received from the server; undefined while loading, when the line keeps its height. */
  atMs: number | undefined;
  nowMs: number;
}

/** "Last updated 14:32", above cached lists. */
export function Freshness({ atMs, nowMs }: FreshnessProps) {
  return (
    <p className="freshness">
      {atMs !== undefined && <RefreshIcon className="icon-xs" />}
      {atMs !== undefined && (
        <span>
          {displayText.lastUpdated}{' '}
          <Time iso={new Date(atMs).toISOString()} full={(iso) => new Date(iso).toLocaleString()}>
            {lastUpdatedText(atMs, nowMs)}
          </Time>
        </span>
      )}
    </p>
  );
}
