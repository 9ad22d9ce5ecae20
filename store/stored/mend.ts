import { MARK_CHARACTERS, OWN_TABLES, THIS_BUILD, type OwnTable } from '#contract/tables.ts';
import type { AccountDatabase, SyncState } from '../database.ts';

/** The tables whose rows another build may have stored: pulled with another mark, or not yet pulled in full since. */
const tablesOfOthers = ({ tables = '', whole, wholeTables = {} }: SyncState): OwnTable[] => {
  const marks = new Set<string>();
  for (let at = 0; at < tables.length; at += MARK_CHARACTERS) marks.add(tables.slice(at, at + MARK_CHARACTERS));
  const unfinished = new Set(Object.keys(whole).flatMap((scope) => wholeTables[scope] ?? OWN_TABLES));
  return OWN_TABLES.filter((table) => !marks.has(THIS_BUILD[table]) || unfinished.has(table));
};

type MendRows = (db: AccountDatabase, tables: readonly OwnTable[]) => Promise<void>;

/**
 * Mends the rows that another build stored, before anything reads them: a device that was updated without a network can
 * pull them only later.
 *
 * @param loadMendRows Loads mend-rows.ts, which a page needs only then; a service worker cannot load code later.
 * @returns For `mendAtOpening`; the database that Dexie passes to `ready` may be used before it counts as open.
 */
export const mendStored =
  (loadMendRows: () => Promise<MendRows>) =>
  async (db: AccountDatabase): Promise<void> => {
    const state = await db.sync.get('sync');
    const tables = state ? tablesOfOthers(state) : [];
    if (tables.length === 0) return;
    const mendRows = await loadMendRows();
    // In a task of its own: what opens the database may be a live query, in which Dexie refuses to write.
    await new Promise<void>((resolve, reject) => {
      setTimeout(() => mendRows(db, tables).then(resolve, reject));
    });
  };
