import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's database server, and its migrated database that test databases are copied from. */
    postgres: { server: pg.ClientConfig; template: string };
  }
}

export type TestDatabase = {
  poolConfig: pg.PoolConfig;
  /** Removes the database with whatever is still connected to it. */
  drop(): Promise<void>;
};

/** A fresh, migrated, empty database on a real PostgreSQL, for one test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const { server, template } = inject('postgres');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await query(server, `create database ${name} template ${template}`);
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
