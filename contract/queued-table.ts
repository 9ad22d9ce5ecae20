import { allCalls } from './calls.ts';
import type { QueuedFacts } from './queued.ts';

/**
 * Facts of every queued call, by id. The build replaces this file by the facts (build/queued-facts.ts) and omits them
 * from the calls, so that no page loads the whole table of calls.
 */
export const queuedTable: Readonly<Record<string, QueuedFacts | undefined>> = Object.fromEntries(
  allCalls.flatMap((call) => (call.offline === 'queue' ? [[call.id, call.queued] as const] : [])),
);
