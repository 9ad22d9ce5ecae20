import type { Transaction } from 'dexie';
import type { OwnRow, OwnTable } from '#contract/rows.ts';
import type { AccountDatabase } from '../database.ts';

/**
 * The operations that an optimistic change may use on local rows. They keep the server's copy of each row they touch,
 * so that the change can be applied again to fresh rows.
 */
export interface LocalChange {
  get<T extends OwnTable>(table: T, id: string): Promise<OwnRow<T> | undefined>;
  /** Rows of a table in a scope. Not for `me`, which has one row per user, read by id. */
  list<T extends Exclude<OwnTable, 'me'>>(table: T, scope: string): Promise<OwnRow<T>[]>;
  put<T extends OwnTable>(table: T, row: OwnRow<T>): Promise<void>;
  /** Changes some fields of a row; does nothing if the row does not exist locally. */
  patch<T extends OwnTable>(table: T, id: string, fields: Partial<OwnRow<T>>): Promise<void>;
  remove(table: OwnTable, id: string): Promise<void>;
}

/** Reads and writes rows inside the running transaction; saves the server's copy of a row before its first change. */
export const recordChange = (db: AccountDatabase): LocalChange & { touched: Set<string> } => {
  const touched = new Set<string>();
  const saveBase = async (table: OwnTable, id: string): Promise<void> => {
    touched.add(id);
    if (await db.base.get([table, id])) return;
    const row = await db.table(table).get(id);
    await db.base.put({ table, id, row: row ?? null });
  };
  return {
    touched,
    get: (table, id) => db.table(table).get(id),
    list: (table, scope) => db.table(table).where('scope').equals(scope).toArray(),
    async put(table, row) {
      await saveBase(table, row.id);
      await db.table(table).put(row);
    },
    async patch(table, id, fields) {
      if (!(await db.table(table).get(id))) return;
      await saveBase(table, id);
      await db.table(table).update(id, fields);
    },
    async remove(table, id) {
      await saveBase(table, id);
      await db.table(table).delete(id);
    },
  };
};

export type { Transaction };
