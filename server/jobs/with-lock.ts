import type pg from 'pg';

/**
 * Does something while no other server does it. The lock belongs to a database connection, so a killed process lets go
 * of it by itself; if the connection alone is lost, two may work at once, which all work here must bear.
 *
 * @returns False without having done anything when another one is at it.
 */
export const withLock = async (pool: pg.Pool, name: string, work: () => Promise<void>): Promise<boolean> => {
  const client = await pool.connect();
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
  };
  client.on('error', onLost);
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
        lost = error;
      });
    }
  } finally {
    client.off('error', onLost);
    client.release(lost);
  }
};
