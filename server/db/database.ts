import pg from 'pg';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Integers of PostgreSQL beyond 32 bits: counters and byte counts, which stay below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** Dates stay the text they are: a date of birth has no time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface Database {
  pool: pg.Pool;
  db: Db;
  /**
   * A few connections of their own for counters that stay when a call is rolled back. Asking the large pool for a
   * second connection while holding one could leave all waiting for each other.
   */
  counters: Db;
  close(): Promise<void>;
}

/**
 * Opens the pool and the query builder over it.
 *
 * @param connections Most connections of this process.
 */
export const openDatabase = (poolConfig: pg.PoolConfig, connections = 16, onError: (error: Error) => void = () => {}): Database => {
  const pool = new pg.Pool({ max: connections, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, ...poolConfig });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const counterPool = new pg.Pool({ idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, ...poolConfig, max: 2 });
  counterPool.on('error', onError);
  const counters = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: counterPool }) });
  return {
    pool, db, counters,
    async close() {
      await Promise.all([db.destroy(), counters.destroy()]);
    },
  };
};

/** True for a violation of a unique index, optionally one of that name. */
export const isUniqueViolation = (error: unknown, index?: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && (index === undefined || error.constraint === index);
