import type { DBCoreMutateRequest, Dexie } from 'dexie';
import { isPageLeft } from './page-left.ts';

/** Transactions of this page that have not ended, with what they were asked to write. */
const running = new Map<IDBTransaction, DBCoreMutateRequest[]>();

const isPage = 'document' in globalThis;
if (isPage)
  addEventListener(
    'pagehide',
    (event) => {
      if ('persisted' in event && event.persisted)
        for (const [transaction, writes] of running) endNow(transaction, writes);
    },
    // Before Dexie closes its connections, after which nothing can be begun. Chromium keeps the order of registration.
    { capture: true },
  );

/** What writes one table is kept as far as it came; several tables are changed together or not at all. */
const endNow = (transaction: IDBTransaction, writes: readonly DBCoreMutateRequest[]): void => {
  if (transaction.mode === 'readonly' || transaction.objectStoreNames.length > 1)
    return void tryTo(() => transaction.abort());
  if (tryTo(() => transaction.commit())) return;
  // It waits for an answer, and cannot be committed meanwhile: a page that is left gets none.
  if (tryTo(() => transaction.abort())) tryTo(() => writeAgain(transaction, writes));
};

/** @returns False if it is refused, e.g. because the transaction has ended. */
const tryTo = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** Repeats the writes in a transaction of their own that is committed at once. */
const writeAgain = ({ db, objectStoreNames }: IDBTransaction, writes: readonly DBCoreMutateRequest[]): void => {
  const again = db.transaction(objectStoreNames, 'readwrite');
  const store = again.objectStore(objectStoreNames[0]!);
  for (const write of writes) {
    if (write.type === 'delete') for (const key of write.keys) store.delete(key as IDBValidKey);
    if (write.type === 'add' || write.type === 'put')
      for (const [at, value] of write.values.entries())
        store[write.type](value, store.keyPath === null ? (write.keys?.[at] as IDBValidKey) : undefined);
  }
  again.commit();
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
        const writes: DBCoreMutateRequest[] = [];
        running.set(transaction, writes);
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
        if (isPageLeft()) queueMicrotask(() => endNow(transaction, writes));
        return transaction as never;
      },
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          mutate(request) {
            running.get(request.trans as unknown as IDBTransaction)?.push(request);
            return table.mutate(request);
          },
        };
      },
    }),
  });
  return db;
};
