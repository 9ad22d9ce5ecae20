import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { newId } from '#contract/ids.ts';
import { migrate } from '#server/db/migrate.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { makeHash } from '#server/domains/auth/secrets.ts';
import { buildIfNeeded } from '#server/launch/build.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { openDatabase } from '#server/db/database.ts';
import { SERVER_FLAGS } from '#server/launch/server-flags.mjs';
import { freePort } from '#tests/support/app-process.ts';
import type { Page } from './page.ts';
import { makeFolder, onEnd, startProgram, until, type Started } from './processes.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PASSWORD = 'Sideline-2026!';

export interface BenchDatabase {
  pool: pg.Pool;
  url: string;
  /** Processes of the database server, for CPU figures. */
  postmasterPid(): Promise<number>;
}

let shared: Promise<{ host: string; port: number; user: string }> | undefined;
const quiet = { info: () => {}, warn: () => {}, error: console.error };

/** The run's own PostgreSQL; its databases start empty. */
const server = () =>
  (shared ??= (async () => {
    const { poolConfig, stop } = await startEmbeddedPostgres({ dataDir: makeFolder('pg'), log: quiet });
    onEnd(stop);
    return poolConfig;
  })());

/** A fresh, empty database. */
export async function makeDatabase(name: string): Promise<BenchDatabase> {
  const { host, port, user } = await server();
  const database = `${name}_${randomBytes(3).toString('hex')}`;
  const admin = new pg.Client({ host, port, user, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const pool = new pg.Pool({ host, port, user, database, max: 4 });
  pool.on('error', () => {});
  onEnd(() => pool.end());
  return {
    pool,
    url: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    async postmasterPid() {
      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      return parentOf(rows[0]!.pid);
    },
  };
}

async function parentOf(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

export interface Sideline {
  url: string;
  port: number;
  database: BenchDatabase;
  /** Signs its access tokens. */
  secret: string;
  process: Started;
  /** From the start of the process to its first healthy answer. */
  coldStartMs: number;
  stop(): Promise<void>;
}

/** A migrated database with the reference data and no people; uploads of a gigabyte and more are allowed. */
export async function makeSidelineDatabase(): Promise<BenchDatabase> {
  const database = await makeDatabase('ours');
  const poolConfig = { connectionString: database.url };
  await migrate(poolConfig, { version: '0.0.0' });
  const opened = openDatabase(poolConfig, 2);
  await seedReference(opened.db);
  await opened.close();
  await database.pool.query(
    "update variables set value = 8, unit = 'GB' where name = 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE'",
  );
  return database;
}

/** The app in production mode, in its own process. */
export async function startSideline(database: BenchDatabase): Promise<Sideline> {
  await buildIfNeeded({ root: ROOT, onBuild: () => console.log('  building the app …') });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const secret = randomBytes(24).toString('hex');
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    FFMPEG_PATH: process.env.FFMPEG_PATH,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    DATA_DIR: makeFolder('data'),
    SIDELINE_SECRET: secret,
    UPLOAD_CEILING_BYTES: '8000000000',
    MAIL: 'outbox',
    SMS: 'outbox',
    PUSH: 'webpush',
    DEMO: 'false',
    OBJECTS: 'folder',
  };
  const startedAtMs = performance.now();
  const process_ = startProgram(
    process.execPath,
    [...SERVER_FLAGS, path.join(ROOT, 'server/launch/start.ts'), '--no-build'],
    { env: dropUndefined(env), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await until(
    'the server',
    () => {
      if (process_.child.exitCode !== null) throw new Error('the server ended');
      return fetch(`${url}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      );
    },
    60_000,
    5,
  );
  return {
    url,
    port,
    database,
    secret,
    process: process_,
    coldStartMs: performance.now() - startedAtMs,
    stop: () => process_.stop(),
  };
}

const dropUndefined = (env: Record<string, string | undefined>): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));

export interface Person {
  userId: string;
  sessionId: string;
  username: string;
  scope: string;
}

/** Inserts registered Creators, each with a session and 100 GB of storage; all have the same password. */
export async function addCreators(database: BenchDatabase, count: number): Promise<Person[]> {
  const passwordHash = await makeHash(PASSWORD);
  const people = Array.from({ length: count }, (_, index): Person => {
    const userId = newId();
    return { userId, sessionId: newId(), username: `bench${String(index).padStart(6, '0')}`, scope: `user:${userId}` };
  });
  const ids = people.map(({ userId }) => userId);
  await database.pool.query(
    `insert into users (id, scope, username, email, phone_number, password_hash, first_name, last_name, communication_method, profile_id,
       is_learner, is_educator, is_registration_complete, last_role, storage_size, adult_on)
     select id, 'user:' || id, 'bench' || lpad((n - 1)::text, 6, '0'), 'bench' || n || '@example.org', '+1555' || lpad(n::text, 7, '0'), $2, 'Ana', 'Bench', 'email',
       gen_random_uuid(), true, true, true, 'educator', 100000000000, '2008-01-01' from unnest($1::uuid[]) with ordinality as t(id, n)`,
    [ids, passwordHash],
  );
  await database.pool.query(
    `insert into storage_accounts (scope, size) select 'user:' || id, 100000000000 from unnest($1::uuid[]) as t(id)`,
    [ids],
  );
  await database.pool.query(
    `insert into sessions (id, user_id, expires_at) select * from unnest($1::uuid[], $2::uuid[]), (select now() + interval '1 day') e`,
    [people.map(({ sessionId }) => sessionId), ids],
  );
  return people;
}

/** Inserts `count` ready videos and sounds into a scope, newest last. */
export async function addContents(database: BenchDatabase, person: Person, count: number): Promise<void> {
  await database.pool.query(
    `insert into contents (id, scope, title, filename, type, origin_file_size, file_size, duration, active, approved, is_reserved, encoding_status, encoding_progress, review_status, created_by, created_at)
     select gen_random_uuid(), $1, 'Session ' || n || ' on footwork and timing', 'Session ' || n || ' on footwork and timing.' || case when n % 4 = 0 then 'mp3' else 'mp4' end,
       case when n % 4 = 0 then 'audio' else 'video' end, 1000000 + n, 900000 + n, 60 + n % 600, true, true, false, 4, 100, 'approved', $2,
       now() - n * interval '1 second' from generate_series(1, $3::int) n`,
    [person.scope, person.userId, count],
  );
  // One after the other, each in its own version, as people would make them.
  const client = await database.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    const {
      rows: [last],
    } = await client.query<{ version: number }>(
      `with numbered as (select id, (select version from scope_versions where scope = $1) + row_number() over (order by created_at) as version from contents where scope = $1)
      update contents c set version = n.version from numbered n where n.id = c.id returning (select max(version) from numbered) as version`,
      [person.scope],
    );
    await client.query('update scope_versions set version = $2 where scope = $1', [person.scope, last?.version]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/**
 * Signs in like the sign-in page: the server's call sets the cookie, and the device stores the active person. The next
 * page of the app finds both.
 */
export async function signIn(page: Page, url: string, person: Pick<Person, 'userId' | 'username'>): Promise<void> {
  await page.goto(`${url}/`);
  await page.waitFor(`indexedDB.databases().then((all) => all.some(({ name }) => name === 'sideline-device'))`, 15_000);
  const status =
    await page.evaluate<number>(`fetch('/api/auth/login', { method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify({ username: person.username, password: PASSWORD }))} }).then((answer) => answer.status)`);
  if (status !== 200) throw new Error(`signing in answers ${status}`);
  await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('sideline-device');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const change = opening.result.transaction('settings', 'readwrite');
      change.objectStore('settings').put({ key: 'activeUserId', value: ${JSON.stringify(person.userId)} });
      change.oncomplete = () => { opening.result.close(); resolve(true); };
    };
  })`);
}

/** The name of a person's database in the browser. */
export const accountDatabaseName = (person: Person): string => `sideline-${person.userId}`;
