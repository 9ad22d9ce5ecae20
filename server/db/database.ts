import pg from 'pg';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely';
import { openPipelines, type Queries } from './pipelines.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** 64-bit integers as numbers: they are counters and byte counts, which stay below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** Dates as text: a date of birth has no time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface Database {
  pool: pg.Pool;
  db: Db;
  /**
   * A separate small pool for counters that must survive the rollback of a call. Taking a second connection from the
   * main pool while holding one could deadlock.
   */
  counters: Db;
  /** For calls that are one reading statement: it shares a connection with others. */
  reads: Queries;
  close(): Promise<void>;
}

/** Most named statements, which PostgreSQL parses and plans once per connection. Limited, because each list length is a statement. */
const NAMED_MAX = 400;
const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= NAMED_MAX) return existing;
  const name = `built:${names.size}`;
  names.set(text, name);
  return name;
};

/** Wraps the pool for the query builder: queries with parameters run as named statements. */
const naming = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  async connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    const query = (text: unknown, values?: readonly unknown[]): unknown => {
      const name = typeof text === 'string' && values && values.length > 0 ? nameOf(text) : undefined;
      return name
        ? client.query({ name, text: text as string, values: [...values!] })
        : client.query(text as string, values as unknown[]);
    };
    return Object.assign(Object.create(client) as PostgresPoolClient, {
      query,
      release: (destroy?: boolean) => client.release(destroy),
    });
  },
});

/**
 * Reports lost connections instead of letting them crash the process. The pool listens for errors only while a
 * connection is idle; one lost between two statements of a transaction would emit an error event without a listener.
 * So each connection gets a listener for its lifetime. Its current or next statement fails with the same error.
 */
const surviveLostConnections = (pool: pg.Pool, onError: (error: Error) => void): void => {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
};

/**
 * The driver's client with a listener for its whole life, for pools that other packages open.
 *
 * @param onError Called with errors of the connection, whether it is idle or in use.
 */
export const survivingClient = (onError: (error: Error) => void): typeof pg.Client =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', onError);
    }
  };

/**
 * Opens the pool and the query builder over it.
 *
 * @param connections Most connections of the main pool.
 */
export const openDatabase = (
  poolConfig: pg.PoolConfig,
  connections = 16,
  onError: (error: Error) => void = () => {},
): Database => {
  const pool = new pg.Pool({
    max: connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    ...poolConfig,
  });
  surviveLostConnections(pool, onError);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: naming(pool) }) });
  const counterPool = new pg.Pool({
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    ...poolConfig,
    max: 2,
  });
  surviveLostConnections(counterPool, onError);
  const counters = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: naming(counterPool) }) });
  const reads = openPipelines({ connectionTimeoutMillis: 10_000, ...poolConfig }, onError);
  return {
    pool,
    db,
    counters,
    reads,
    async close() {
      await Promise.all([db.destroy(), counters.destroy(), reads.close()]);
    },
  };
};
