import type pg from 'pg';

/**
 * Runs `work` under a cluster-wide advisory lock. The lock belongs to a database connection, so it ends with a killed
 * process. If only the connection is lost, two servers may run the work at once: it must be idempotent.
 *
 * @returns False if another server holds the lock; then `work` did not run.
 */
export const withLock = async (pool: pg.Pool, name: string, work: () => Promise<void>): Promise<boolean> => {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  const onError = (error: Error) => {
    connectionError = error;
  };
  client.on('error', onError);
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [name],
    );
    if (!rows[0]?.taken) return false;
    try {
      await work();
      return true;
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch((error: Error) => {
        connectionError = error;
      });
    }
  } finally {
    client.off('error', onError);
    client.release(connectionError);
  }
};
