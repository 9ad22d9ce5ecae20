import { type OwnTable } from '#contract/tables.ts';
import type { AccountDatabase } from '../database.ts';
import { CHANGED_TABLES, rebase } from '../outbox/enqueue.ts';
import { fitRow } from './fit-stored.ts';

/**
 * Makes the rows that another build stored readable for this one, and applies unsent changes to them again. A row that
 * cannot be shown is deleted: the next pull brings the whole table. Unsent changes stay. Idempotent.
 */
export const mendRows = async (db: AccountDatabase, tables: readonly OwnTable[]): Promise<void> => {
  await db.transaction('rw', [...CHANGED_TABLES], async () => {
    let isMended = false;
    for (const table of tables) {
      for (const row of await db.table<{ id: string }, string>(table).toArray()) {
        const fitted = fitRow(table, row);
        if (fitted === row) continue;
        isMended = true;
        await (fitted ? db.table(table).put(fitted) : db.table(table).delete(row.id));
      }
    }
    for (const base of await db.base.filter(({ table }) => tables.includes(table)).toArray()) {
      const fitted = base.row && (fitRow(base.table, base.row) ?? null);
      if (fitted === base.row) continue;
      isMended = true;
      await db.base.put({ ...base, row: fitted });
    }
    if (isMended) await rebase(db);
  });
};
