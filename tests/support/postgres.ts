import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's database server and its migrated template database. */
    postgres: TestPostgres;
  }
}

export type TestDatabase = {
  poolConfig: pg.PoolConfig;
  /** Drops the database and closes its remaining connections. */
  drop(): Promise<void>;
};

export interface TestPostgres {
  server: pg.ClientConfig;
  template: string;
}
let own: TestPostgres | undefined;

/** For runs without vitest: sets the server and template database (postgres-setup.ts). */
export const usePostgres = (postgres: TestPostgres): void => {
  own = postgres;
};

/**
 * A new, migrated, empty database on a real PostgreSQL, for one test file.
 *
 * @param isMigrated False for a database without any table.
 */
export async function testDatabase(isMigrated = true): Promise<TestDatabase> {
  const { server, template } = own ?? inject('postgres');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await query(server, `create database ${name} template ${isMigrated ? template : 'template0'} strategy file_copy`);
  return {
    poolConfig: { ...server, database: name },
    drop: () => query(server, `drop database if exists ${name} with (force)`),
  };
}

async function query(server: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
