import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Call } from '#contract/call.ts';
import { queuedCalls as table } from '#contract/queued-calls.ts';
import { WORKER_SERVER_FACTS } from './drop-server-facts.ts';
import { matchesNothing, ROOT } from './root.ts';

const FILE = 'build/queued-calls.ts';

export interface QueuedCallsOptions {
  /** The module that the calls replace. */
  module?: string;
  /** The whole table of calls, which no worker may contain. */
  whole?: string;
}

/**
 * Replaces contract/queued-calls.ts in workers, where it would load the whole table of calls, by the queued calls without
 * the facts that workers do not need. Saves 10 KiB brotli of the sync worker. The service worker is built without this
 * plugin: it validates old entries of the outbox with the schemas.
 *
 * Breaks if a call gets a fact that is not JSON and is needed to send it.
 *
 * @throws Error if no call is queued, if one of the modules is not there, or if a worker contains the whole table anyway.
 */
export const queuedCalls = ({
  module = `${ROOT}/contract/queued-calls.ts`,
  whole = `${ROOT}/contract/calls.ts`,
}: QueuedCallsOptions = {}): Plugin => ({
  name: 'queued-calls',
  apply: 'build',
  // Not every worker sends changes: whether the module is read says nothing.
  buildStart() {
    for (const each of [module, whole]) if (!existsSync(each)) throw matchesNothing(each, FILE);
  },
  load(id) {
    if (id !== module) return null;
    const calls = Object.entries(table).map(([name, call]) => [name, wireFactsOf(call!)]);
    if (calls.length === 0) throw matchesNothing(module, FILE);
    return `export const queuedCalls = ${JSON.stringify(Object.fromEntries(calls))};`;
  },
  buildEnd(error) {
    if (!error && this.getModuleInfo(whole)) throw new Error(`A worker loads ${whole}, past ${module} (${FILE}).`);
  },
});

const wireFactsOf = (call: Call): object =>
  Object.fromEntries(Object.entries(call).filter(([fact]) => !WORKER_SERVER_FACTS.includes(fact as keyof Call)));
