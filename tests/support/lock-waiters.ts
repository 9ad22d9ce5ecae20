import type { Pool } from 'pg';

/** How many statements wait for a lock in the database of `pool`. Those of other tests on the same PostgreSQL do not count. */
export const lockWaiters = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
};
