import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { found, RawJson } from './context.ts';

/**
 * Answers the one JSON value of a query as PostgreSQL wrote it, without parsing it.
 *
 * @param query A `select` of one JSON column.
 * @throws Problem `access.not_found` if it has no row or its value is null.
 */
export const answerJson = async (db: Db, query: RawBuilder<unknown>): Promise<RawJson> => {
  const rows = await sql<{ body: string | null }>`select (${query})::text as body`.execute(db);
  return new RawJson(found(rows.rows[0]?.body));
};
