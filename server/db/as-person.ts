import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import type { Db } from './database.ts';

const act = (db: Db, role: string, person: string, scope: string) =>
  sql`select set_config('role', ${role}, true), set_config('sideline.person', ${person}, true),
    set_config('sideline.scope', ${scope}, true)`.execute(db);

/**
 * Runs work with the rights of a person: of cards and invoices the database shows and changes that person's rows only, of
 * revenue those of one scope, also where a query forgets its condition. It has no rights to other tables than those that
 * migrations grant. In a transaction it is part of it, else it has its own. Source: D-279, decision 0087.
 *
 * @param work Queries through the given connection only.
 * @param scope Whose revenue is shown; the caller has checked that the person acts for it. The person's own by default.
 */
export const asPerson = <T>(
  db: Db,
  userId: string,
  work: (own: Db) => Promise<T>,
  scope: string = userScope(userId),
): Promise<T> => {
  const inTransaction = async (tx: Db): Promise<T> => {
    await act(tx, 'sideline_person', userId, scope);
    const result = await work(tx).catch(async (error: unknown) => {
      // Refused by the work itself, the transaction may go on; after an error of the database it is lost with its role.
      await act(tx, 'none', '', '').catch(() => {});
      throw error;
    });
    await act(tx, 'none', '', '');
    return result;
  };
  return db.isTransaction ? inTransaction(db) : db.transaction().execute(inTransaction);
};
