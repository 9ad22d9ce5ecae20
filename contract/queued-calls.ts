import type { Call } from './call.ts';
import { allCalls } from './calls.ts';

/**
 * Every queued call by id, for what sends the outbox. The build replaces this file for workers (build/queued-calls.ts), so
 * that they do not load the whole table of calls.
 */
export const queuedCalls: Readonly<Record<string, Call | undefined>> = Object.fromEntries(
  allCalls.flatMap((call) => (call.offline === 'queue' ? [[call.id, call] as const] : [])),
);
