import path from 'node:path';
import { existsSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import type { TestPostgres } from './postgres.ts';
import { keptFolder } from './test-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Kept between runs, and shared by concurrent runs; each uses its own databases. */
const DATA_DIR = keptFolder('postgres');
const PREFIX = 'test_';

/** Runs once per vitest run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgres, stop } = await startTestPostgres();
  project.provide('postgres', postgres);
  return stop;
}

/**
 * One database server (TEST_DATABASE_URL, else the embedded one with fsync off) and one migrated template database that
 * tests copy, for one run.
 */
export async function startTestPostgres(): Promise<{ postgres: TestPostgres; stop(): Promise<void> }> {
  const { server, stop } = await startServer();
  const template = `${PREFIX}${process.pid}_${Date.now().toString(36)}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await dropLeftovers(admin);
  await admin.query(`create database ${template}`);
  await migrateTemplate({ ...server, database: template });
  await makeQueues({ ...server, database: template });
  return {
    postgres: { server, template },
    async stop() {
      await dropAll(admin, await testDatabases(admin, template));
      await admin.end();
      await stop();
    },
  };
}

async function startServer(): Promise<{ server: pg.ClientConfig; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { server: fromUrl(url), stop: async () => {} };
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const { poolConfig, stop } = await startEmbeddedPostgres({ dataDir: DATA_DIR, log, settings });
  return { server: poolConfig, stop };
}

function fromUrl(text: string): pg.ClientConfig {
  const url = new URL(text);
  return {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1) || 'postgres',
  };
}

async function migrateTemplate(poolConfig: pg.PoolConfig): Promise<void> {
  const file = path.join(root, 'server/db/migrate.ts');
  if (!existsSync(file)) return;
  const { migrate } = (await import(file)) as {
    migrate(config: pg.PoolConfig, options: { version: string }): Promise<void>;
  };
  await migrate(poolConfig, { version: '0.0.0' });
}

/** Makes the queues of jobs, as the first start of a server does: for each test's server it would be half of its start. */
async function makeQueues(poolConfig: pg.PoolConfig): Promise<void> {
  const database = openDatabase(poolConfig, 1);
  const { jobs } = await startJobs(poolConfig, database.db, createLog({ logLevel: 'error' }));
  await jobs.stop();
  await database.close();
}

async function testDatabases(admin: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  return rows.map((row) => row.datname);
}

/** Drops databases of runs that were killed before they could clean up. */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  const dead = (name: string) => !isAlive(Number(/^test_(\d+)_/.exec(name)?.[1]));
  await dropAll(admin, (await testDatabases(admin, PREFIX)).filter(dead));
}

async function dropAll(admin: pg.Client, names: string[]): Promise<void> {
  for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
