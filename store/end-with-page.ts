import type { Dexie } from 'dexie';
import { isPageLeft } from './page-left.ts';

/** Transactions of this page that have not ended. */
const running = new Set<IDBTransaction>();

const isPage = 'document' in globalThis;
if (isPage)
  addEventListener('pagehide', (event) => {
    if ('persisted' in event && event.persisted) for (const transaction of running) endNow(transaction);
  });

/** What writes one table is kept as far as it came; several tables are changed together or not at all. */
const endNow = (transaction: IDBTransaction): void => {
  try {
    if (transaction.mode === 'readwrite' && transaction.objectStoreNames.length === 1) transaction.commit();
    else transaction.abort();
  } catch {
    // It has ended.
  }
};

/**
 * Ends the database's transactions when their page is left for the browser's back/forward cache. They would stay open there,
 * and the next page would wait for their tables. Also ends one that is begun afterwards, once it has its request. What the
 * person did is in the action journal as well. Source: decision 0115.
 */
export const endWithPage = <Db extends Dexie>(db: Db): Db => {
  if (!isPage) return db;
  db.use({
    stack: 'dbcore',
    name: 'end-with-page',
    create: (core) => ({
      ...core,
      transaction(tables, mode, options) {
        const transaction = core.transaction(tables, mode, options) as unknown as IDBTransaction;
        running.add(transaction);
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
        if (isPageLeft()) queueMicrotask(() => endNow(transaction));
        return transaction as never;
      },
    }),
  });
  return db;
};
