import type { AccountDatabase } from '#store/database.ts';
import { useLive } from './use-live.ts';

/** When this device last pulled everything, Unix ms; null if it never has, undefined while that is being read. */
export const usePulledAt = (): number | null | undefined =>
  useLive(async (db) => (await db.sync.get('sync'))?.pulledAtMs || null, []);

const hasEverything = async (db: AccountDatabase): Promise<boolean> => {
  const sync = await db.sync.get('sync');
  return sync !== undefined && sync.pulledAtMs > 0 && Object.keys(sync.whole).length === 0;
};

/**
 * Own rows of a list, live from this device. Every list of own rows takes this hook or `useOwnWindow`; `useLive` cannot
 * tell "none yet" from "none".
 *
 * @returns undefined while they are read, and while there are none and the first pull is still running: a device that
 * was just signed in does not know yet that a list is empty.
 */
export const useOwnRows = <T>(
  query: (db: AccountDatabase) => PromiseLike<readonly T[]>,
  dependencies: unknown[],
): readonly T[] | undefined => {
  const rows = useLive(async (db) => {
    const found = await query(db);
    return found.length > 0 || (await hasEverything(db)) ? found : null;
  }, dependencies);
  return rows ?? undefined;
};
