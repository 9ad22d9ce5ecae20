import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Takes the version counters of several scopes, always in the same order. Call it first in a transaction that changes
 * rows of more than one scope: two such transactions then wait for each other instead of locking each other out.
 */
export const raiseScopes = async (db: Db, scopes: Iterable<string>): Promise<void> => {
  const ordered = [...new Set(scopes)].toSorted();
  await sql`select raise_scope(scope) from unnest(${sql.val(ordered)}::text[]) with ordinality as s(scope, at) order by at`.execute(
    db,
  );
};
