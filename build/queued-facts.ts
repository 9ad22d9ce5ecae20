import type { Plugin } from 'vite';
import type { QueuedFacts } from '#contract/queued.ts';
import { queuedTable } from '#contract/queued-table.ts';
import { matchesNothing, ROOT } from './root.ts';

type Fact = keyof QueuedFacts;

/** The facts that pages read. Only tests read `withoutEffect`. */
const PAGE_FACTS: readonly Fact[] = ['label', 'refused', 'shownAt', 'rows'];
/** Workers show nothing. */
export const WORKER_FACTS: readonly Fact[] = ['rows'];

export interface QueuedFactsOptions {
  /** The module that the facts replace. */
  module?: string;
  facts?: readonly Fact[];
}

/**
 * Replaces contract/queued-table.ts, which would load the whole table of calls, by a module with only the facts of the
 * queued calls. Pages load it with the first change; dropServerFacts removes the facts from the calls. This saves about
 * 1 KiB brotli of a first load. The service worker is built without this plugin: it contains the whole table anyway.
 *
 * Breaks if contract/queued-table.ts moves.
 *
 * @throws Error if no call is queued, or if no page reads the module.
 */
export const queuedFacts = ({
  module = `${ROOT}/contract/queued-table.ts`,
  facts = PAGE_FACTS,
}: QueuedFactsOptions = {}): Plugin => {
  let isWorker = false;
  let isRead = false;
  return {
    name: 'queued-facts',
    apply: 'build',
    configResolved(config) {
      ({ isWorker } = config);
    },
    buildStart() {
      isRead = false;
    },
    load(id) {
      if (id !== module) return null;
      isRead = true;
      const table = Object.entries(queuedTable).map(([call, entry]) => [
        call,
        Object.fromEntries(facts.map((fact) => [fact, entry?.[fact]])),
      ]);
      if (table.length === 0) throw new Error('No call of the contract is queued (build/queued-facts.ts).');
      return `export const queuedTable = ${JSON.stringify(Object.fromEntries(table))};`;
    },
    // Not every worker queues changes.
    buildEnd(error) {
      if (!error && !isRead && !isWorker) throw matchesNothing(module, 'build/queued-facts.ts');
    },
  };
};
