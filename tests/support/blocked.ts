import type { Pool } from 'pg';
import { expect } from 'vitest';

const WAITING = `select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;

/** Waits until so many transactions of the database wait for a lock that another one holds. */
export const untilBlocked = (pool: Pool, count = 1): Promise<void> =>
  expect.poll(async () => (await pool.query(WAITING)).rowCount).toBe(count);
