import type { Transaction } from 'dexie';
import type { OwnRow, OwnTable } from '#contract/rows.ts';
import type { AccountDatabase } from '../database.ts';

/**
 * What an action may do to the local rows. It records what it touches, so that the server's copies are kept and the
 * action can be run again over fresh rows.
 */
export interface LocalChange {
  get<T extends OwnTable>(table: T, id: string): Promise<OwnRow<T> | undefined>;
  /** Rows of a table in a scope. A person has one row, found by its id. */
  list<T extends Exclude<OwnTable, 'me'>>(table: T, scope: string): Promise<OwnRow<T>[]>;
  put<T extends OwnTable>(table: T, row: OwnRow<T>): Promise<void>;
  /** Changes some fields of a row; a row that is not here is left alone. */
  patch<T extends OwnTable>(table: T, id: string, fields: Partial<OwnRow<T>>): Promise<void>;
  remove(table: OwnTable, id: string): Promise<void>;
}

/** Reads rows and writes them inside the running transaction, keeping the server's copy of each row it touches first. */
export const recordChange = (db: AccountDatabase): LocalChange & { touched: Set<string> } => {
  const touched = new Set<string>();
  const keepBase = async (table: OwnTable, id: string): Promise<void> => {
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
      await keepBase(table, row.id);
      await db.table(table).put(row);
    },
    async patch(table, id, fields) {
      if (!(await db.table(table).get(id))) return;
      await keepBase(table, id);
      await db.table(table).update(id, fields);
    },
    async remove(table, id) {
      await keepBase(table, id);
      await db.table(table).delete(id);
    },
  };
};

export type { Transaction };
