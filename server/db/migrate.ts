import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** Any fixed number: two processes starting together take turns. */
const MIGRATION_LOCK = 7_301_902;

/**
 * Brings a database to the newest schema: every file of migrations/ in order of name, each once, each in a
 * transaction of its own.
 *
 * @throws Error if a file that was applied has been changed since: a shipped migration is never edited.
 */
export const migrate = async (poolConfig: pg.PoolConfig): Promise<void> => {
  const client = new pg.Client(poolConfig);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
    const known = new Map(applied.rows.map((row) => [row.name, row.sha256]));
    const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
    for (const name of files) await applyOnce(client, name, known.get(name));
  } finally {
    await client.end();
  }
};

const applyOnce = async (client: pg.Client, name: string, appliedSha256: string | undefined): Promise<void> => {
  const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
  const sha256 = createHash('sha256').update(sql).digest('hex');
  if (appliedSha256 === sha256) return;
  if (appliedSha256) throw new Error(`Migration ${name} was changed after it had been applied.`);
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause });
  }
};
