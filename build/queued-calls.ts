import type { Plugin } from 'vite';
import type { Call } from '#contract/call.ts';
import { queuedCalls as table } from '#contract/queued-calls.ts';
import { WORKER_SERVER_FACTS } from './drop-server-facts.ts';
import { matchesNothing, ROOT } from './root.ts';

export interface QueuedCallsOptions {
  /** The module that the calls replace. */
  module?: string;
}

/**
 * Replaces contract/queued-calls.ts in workers, where it would load the whole table of calls, by the queued calls without
 * the facts that workers do not need. Saves 10 KiB brotli of the sync worker. The service worker is built without this
 * plugin: it validates old entries of the outbox with the schemas.
 *
 * Breaks if contract/queued-calls.ts moves, or if a call gets a fact that is not JSON and is needed to send it.
 *
 * @throws Error if no call is queued.
 */
export const queuedCalls = ({ module = `${ROOT}/contract/queued-calls.ts` }: QueuedCallsOptions = {}): Plugin => ({
  name: 'queued-calls',
  apply: 'build',
  load(id) {
    if (id !== module) return null;
    const calls = Object.entries(table).map(([name, call]) => [name, wireFactsOf(call!)]);
    if (calls.length === 0) throw matchesNothing(module, 'build/queued-calls.ts');
    return `export const queuedCalls = ${JSON.stringify(Object.fromEntries(calls))};`;
  },
});

const wireFactsOf = (call: Call): object =>
  Object.fromEntries(Object.entries(call).filter(([fact]) => !WORKER_SERVER_FACTS.includes(fact as keyof Call)));
