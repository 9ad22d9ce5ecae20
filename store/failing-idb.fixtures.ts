import { IDBCursor, IDBDatabase, IDBFactory, IDBIndex, IDBObjectStore } from 'fake-indexeddb';

/**
 * How IndexedDB fails in browsers: `UnknownError` on iOS when its database server is gone, `InvalidStateError` from a
 * dropped connection, `QuotaExceededError` on a full device.
 */
export type Failure = 'UnknownError' | 'InvalidStateError' | 'QuotaExceededError' | 'DataCloneError';

type Operation = (this: object, ...args: unknown[]) => unknown;
const OPERATIONS: [object, string[]][] = [
  [IDBFactory.prototype, ['open']],
  [IDBDatabase.prototype, ['transaction']],
  [
    IDBObjectStore.prototype,
    ['add', 'put', 'get', 'delete', 'clear', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'],
  ],
  [IDBIndex.prototype, ['get', 'getAll', 'getAllKeys', 'getKey', 'count', 'openCursor', 'openKeyCursor']],
  [IDBCursor.prototype, ['continue', 'update', 'delete']],
];

/**
 * Counts IndexedDB operations from now on, and throws the failure that `fails` returns for the nth one, from 1.
 *
 * @returns Stops it, and returns the number of operations.
 */
export const watchIdb = (
  fails: (nth: number, operation: string, args: unknown[]) => Failure | undefined = () => undefined,
): (() => number) => {
  let count = 0;
  const undo: (() => void)[] = [];
  for (const [prototype, names] of OPERATIONS) {
    const operations = prototype as Record<string, Operation>;
    for (const name of names) {
      const real = operations[name];
      if (!real) continue;
      operations[name] = function (...args) {
        count += 1;
        const failure = fails(count, name, args);
        if (failure)
          throw new DOMException(
            failure === 'UnknownError'
              ? 'Connection to Indexed Database server lost. Refresh the page to try again'
              : failure,
            failure,
          );
        return real.apply(this, args);
      };
      undo.push(() => {
        operations[name] = real;
      });
    }
  }
  return () => {
    for (const each of undo.splice(0)) each();
    return count;
  };
};
