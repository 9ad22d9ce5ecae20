import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Raises the versions of several scopes, always in the same order. Call it first in a transaction that changes rows of
 * more than one scope: without a fixed order of the counters two such transactions could deadlock.
 */
export const raiseScopes = async (db: Db, scopes: Iterable<string>): Promise<void> => {
  const ordered = [...new Set(scopes)].toSorted();
  await sql`select raise_scope(scope) from unnest(${sql.val(ordered)}::text[]) with ordinality as s(scope, at) order by at`.execute(
    db,
  );
};

/**
 * Runs a change of rows of these scopes in a transaction that raises their versions first. A statement that updates such a
 * row on its own locks the row before its trigger raises the version, and would deadlock with a transaction in the order
 * above.
 */
export const inScopes = <T>(db: Db, scopes: Iterable<string>, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await raiseScopes(tx, scopes);
    return work(tx);
  });
