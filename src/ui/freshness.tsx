// Remembering its parts would take more code than drawing them again.
'use no memo';

import { kitText } from '#contract/text/kit.ts';
import { RefreshIcon } from './icons.ts';
import { lastUpdatedText } from './last-updated.ts';
import './freshness.css';

export interface FreshnessProps {
  /** When the shown rows came from the server. */
  atMs: number;
  nowMs: number;
}

/** "Last updated 14:32", above saved lists. */
export function Freshness({ atMs, nowMs }: FreshnessProps) {
  return (
    <p className="freshness">
      <RefreshIcon className="icon-xs" />
      <span>{kitText.lastUpdated} <time dateTime={new Date(atMs).toISOString()} title={new Date(atMs).toLocaleString()}>{lastUpdatedText(atMs, nowMs)}</time></span>
    </p>
  );
}
