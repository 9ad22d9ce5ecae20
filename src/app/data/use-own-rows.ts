import type { AccountDatabase } from '#store/database.ts';
import { useLive } from './use-live.ts';

/** When this device last completed a pull, Unix ms; null if it never has, undefined while the first read runs. */
export const usePulledAt = (): number | null | undefined =>
  useLive(async (db) => (await db.sync.get('sync'))?.pulledAtMs || null, []);

/** Whether the first pull, and any repair, is complete. */
export const hasEverything = async (db: AccountDatabase): Promise<boolean> => {
  const sync = await db.sync.get('sync');
  return sync !== undefined && sync.pulledAtMs > 0 && Object.keys(sync.whole).length === 0;
};

/**
 * Own rows of a list, live from this device. Every list of own rows takes this hook or `useOwnWindow`; `useLive` cannot
 * distinguish "not pulled yet" from "empty".
 *
 * @param initial Rows that are known before the first read.
 * @returns undefined while the first read runs, and while there are no rows and the first pull is not complete: right
 *   after sign-in the device does not know yet whether the list is empty.
 */
export const useOwnRows = <T>(
  query: (db: AccountDatabase) => PromiseLike<readonly T[]>,
  dependencies: unknown[],
  initial?: readonly T[],
): readonly T[] | undefined => {
  const rows = useLive(
    async (db) => {
      const found = await query(db);
      return found.length > 0 || (await hasEverything(db)) ? found : null;
    },
    dependencies,
    initial,
  );
  return rows ?? undefined;
};

/**
 * An own row that decides what a page asks, live from this device.
 *
 * @returns null if there is none; undefined while the first read runs, and while there is none and the first pull is not
 *   complete, since it may still come.
 */
export const useOwnRow = <T>(
  query: (db: AccountDatabase) => PromiseLike<T | undefined>,
  dependencies: unknown[],
): T | null | undefined => {
  const read = useLive(async (db) => {
    const row = await query(db);
    if (row !== undefined) return { row };
    return (await hasEverything(db)) ? { row: null } : null;
  }, dependencies);
  return read ? read.row : undefined;
};
