import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Locks an object key until the transaction ends, so that storing an object again and deleting it cannot interleave. */
export const lockObject = async (tx: Tx, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`object:${key}`}, 0))`.execute(tx);
};
