import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { applyRepeatable, namesIn, readRepeatable, type Applied, type Repeatable } from './repeatable.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** The last migration that also creates views and functions; later ones are in repeatable/. */
const LAST_WITH_VIEWS = '0008_used_pictures.sql';
/** Advisory lock (any fixed number), so that only one process migrates at a time. */
const MIGRATION_LOCK = 7_301_902;

const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())';
const REPEATABLE_TABLE = `create table if not exists repeatable (sha256 text primary key, version text not null,
  views text[] not null, functions text[] not null, applied_at timestamptz not null default now())`;

export interface MigrateOptions {
  /** Version of the app, `1.2.3`. */
  version: string;
  /** Folder of the views and functions. */
  repeatable?: string;
}

export interface Migration {
  name: string;
  text: string;
  sha256: string;
}

/**
 * Migrates a database to the newest schema: applies every new file of migrations/ in order of name, then the views and
 * functions of repeatable/ if any of their files has changed. Everything after LAST_WITH_VIEWS runs in one transaction.
 * A build older than the one that applied the views and functions last does not replace them.
 *
 * @throws Error if an applied migration was edited, or if a migration fails.
 */
export const migrate = async (poolConfig: pg.PoolConfig, options: MigrateOptions): Promise<void> => {
  const client = new pg.Client(poolConfig);
  // A connection lost between two statements: the next one fails with it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const pending = await readPending(client);
    for (const each of pending.filter(isFormer)) await inTransaction(client, each.name, () => apply(client, each));
    await applyCurrent(
      client,
      pending.filter((each) => !isFormer(each)),
      await readRepeatable(options.repeatable),
      options.version,
    );
  } finally {
    await client.end();
  }
};

/**
 * Brings an empty database to the newest schema inside the caller's transaction.
 *
 * @param options.fill Called when exactly the migrations up to `upTo` have been applied: it puts rows in that were
 *   copied from a database of that version, and the migrations after it change them.
 */
export const migrateAround = async (
  client: pg.Client,
  { version, upTo, fill }: { version: string; upTo: string; fill(): Promise<void> },
): Promise<void> => {
  await client.query(MIGRATIONS_TABLE);
  await client.query(REPEATABLE_TABLE);
  const all = await readMigrations();
  const current = await readRepeatable();
  const step = async (each: Migration) => {
    await apply(client, each);
    if (each.name === upTo) await fill();
  };
  for (const each of all.filter(isFormer)) await step(each);
  await applyRepeatable(client, current, await readFormerNames(), async () => {
    for (const each of all.filter((one) => !isFormer(one))) await step(each);
  });
  await recordRepeatable(client, current, version);
};

const isFormer = ({ name }: Migration): boolean => name <= LAST_WITH_VIEWS;

/** Every migration of this version, in order. */
export const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
};

const readPending = async (client: pg.Client): Promise<Migration[]> => {
  await client.query(MIGRATIONS_TABLE);
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  return (await readMigrations()).filter(({ name, sha256 }) => {
    const appliedSha256 = applied.get(name);
    if (appliedSha256 && appliedSha256 !== sha256)
      throw new Error(`Migration ${name} was changed after it had been applied.`);
    return !appliedSha256;
  });
};

const apply = async (client: pg.Client, { name, text, sha256 }: Migration): Promise<void> => {
  await client.query(text);
  await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
};

/** Applies the pending migrations together with the current views and functions. */
const applyCurrent = async (
  client: pg.Client,
  pending: readonly Migration[],
  current: Repeatable,
  version: string,
): Promise<void> => {
  await client.query(REPEATABLE_TABLE);
  const { rows } = await client.query<Applied>('select sha256, version, views, functions from repeatable');
  const [applied] = rows;
  const isSame = applied?.sha256 === current.sha256;
  if (pending.length === 0 && (isSame || (applied && isOlder(version, applied.version)))) return;
  const what = pending.length > 0 ? pending.map(({ name }) => name).join(', ') : 'of views and functions';
  await inTransaction(client, what, async () => {
    await applyRepeatable(client, current, applied ?? (await readFormerNames()), async () => {
      for (const each of pending) await apply(client, each);
    });
    await recordRepeatable(client, current, version);
  });
};

const recordRepeatable = async (client: pg.Client, current: Repeatable, version: string): Promise<void> => {
  await client.query('delete from repeatable');
  await client.query('insert into repeatable (sha256, version, views, functions) values ($1, $2, $3, $4)', [
    current.sha256,
    version,
    namesIn(current.views, 'view'),
    namesIn(current.functions, 'function'),
  ]);
};

/** The views and functions that the former migrations created. */
const readFormerNames = async (): Promise<Pick<Applied, 'views' | 'functions'>> => {
  const texts = (await readMigrations()).filter(isFormer).map(({ text }) => text);
  return { views: namesIn(texts, 'view'), functions: namesIn(texts, 'function') };
};

const isOlder = (version: string, than: string): boolean => {
  const [mine, other] = [version, than].map((text) => text.split('.').map(Number));
  const different = mine!.findIndex((part, index) => part !== other![index]);
  return different >= 0 && mine![different]! < (other![different] ?? 0);
};

const inTransaction = async (client: pg.Client, what: string, work: () => Promise<void>): Promise<void> => {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`Migration ${what} failed`, { cause });
  }
};
