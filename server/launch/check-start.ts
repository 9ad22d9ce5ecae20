import { createServer } from 'node:net';
import { once } from 'node:events';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { placeOf, StartProblem } from './start-problem.ts';

const LOWEST_POSTGRES = 15;
const CONNECT_WITHIN_MS = 10_000;

/**
 * Tries what a start needs before anything is started, so that a wrong setting is reported in a moment.
 *
 * @throws The error of the system or of PostgreSQL, or a StartProblem; `explainStart` puts it in words.
 */
export async function checkStart(config: Config): Promise<void> {
  await checkPort(config);
  for (const folder of new Set([config.dataDir, config.objects.path])) await checkFolder(folder);
  await checkObjects(config);
  if (config.databaseUrl) await checkDatabase(config.databaseUrl);
}

/** Asks the bucket of S3, where objects are there. */
async function checkObjects({ objects }: Pick<Config, 'objects'>): Promise<void> {
  if (objects.kind === 'folder') return;
  const { S3Bucket, S3Error } = await import('#server/adapters/objects/s3-client.ts');
  const bucket = new S3Bucket(objects.s3);
  try {
    await bucket.check();
  } catch (error) {
    throw error instanceof S3Error ? new StartProblem(error.message, { cause: error }) : error;
  } finally {
    bucket.close();
  }
}

async function checkPort({ port, host }: Config): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Makes the folder, writes a little to it and removes that again: a full disk refuses the bytes, not the name. */
async function checkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `.write-check-${process.pid}`);
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(64 * 1024));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw Object.assign(error as Error, { path: file });
  } finally {
    await rm(file, { force: true });
  }
}

export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; encoding: string }>(
      `select current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
    );
    const { version = '', encoding = '' } = rows[0] ?? {};
    const { at, database } = placeOf(databaseUrl);
    if (Number.parseInt(version, 10) < LOWEST_POSTGRES)
      throw new StartProblem(
        `PostgreSQL at ${at} is version ${version}; ${LOWEST_POSTGRES} or newer is needed. ` +
          'Upgrade it, or name another one in DATABASE_URL.',
      );
    if (encoding !== 'UTF8')
      throw new StartProblem(
        `The database "${database}" at ${at} is encoded as ${encoding}; UTF8 is needed. ` +
          'Create one (createdb -E UTF8 -T template0) and name it in DATABASE_URL.',
      );
  } finally {
    await client.end().catch(() => {});
  }
}
