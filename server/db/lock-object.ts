import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Whoever stores an object under a key that may be stored again, and whoever deletes it, take turns until their transactions end. */
export const lockObject = async (tx: Tx, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`object:${key}`}, 0))`.execute(tx);
};
