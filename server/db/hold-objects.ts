import type pg from 'pg';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * While a backup runs, no object may be deleted: rows of its snapshot still name it. The backup holds this lock alone
 * and on a connection, so it ends with the backup however that ends; whoever deletes holds it shared.
 */
const LOCK = `hashtextextended('objects kept for a backup', 0)`;

/** Waits for deletions that are under way. @returns False when another backup runs. */
export const holdObjects = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ alone: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('a backup runs', 0)) as alone`,
  );
  if (!rows[0]?.alone) return false;
  await client.query(`select pg_advisory_lock(${LOCK})`);
  return true;
};

/** Whether objects may be deleted until this transaction ends. */
export const mayDeleteObjects = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{
    may: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${sql.raw(LOCK)}) as may`.execute(tx);
  return rows[0]?.may === true;
};
