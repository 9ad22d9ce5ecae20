import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { startApp } from './app-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** A stopped server's data folder with the whole demo encoded; each test app starts on a copy of it. */
const FOLDER = path.join(root, '.tmp/prepared-demo');
const KEY_FILE = 'made-from';
/** The demo's dates count from its first start: an older folder is made anew. */
const MAX_AGE_MS = 60 * 60_000;
/** It takes a minute of a processor, beside other tests. */
const PREPARED_WITHIN_MS = 900_000;
const POLL_MS = 500;
const QUIET = { info: () => {}, warn: () => {}, error: console.error };

/** Makes the folder, unless it is there, young, and made from the same sources. */
export async function prepareDemo(): Promise<void> {
  const key = await sourcesKey();
  if (await isCurrent(key)) return;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sideline-demo-'));
  const app = await startApp({ DATA_DIR: dataDir }, ['--no-build']);
  await untilPrepared(dataDir);
  if ((await app.end()) !== 0) throw new Error(`The server that prepares the demo failed:\n${app.output()}`);
  await writeFile(path.join(dataDir, KEY_FILE), key);
  await rm(FOLDER, { recursive: true, force: true });
  // A rename, so that a folder that is there is whole; a copy where both are on different disks.
  await rename(dataDir, FOLDER).catch(async () => {
    await cp(dataDir, FOLDER, { recursive: true });
    await rm(dataDir, { recursive: true });
  });
}

/**
 * A new data folder with the prepared demo, for `startApp({ DATA_DIR })`; `stop()` of that app removes it.
 *
 * @throws Error if `prepareDemo` has not run.
 */
export async function copyOfDemo(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sideline-app-'));
  // The command takes a seventh of the time of `cp()`.
  await promisify(execFile)('cp', ['-R', `${FOLDER}/.`, dataDir]);
  return dataDir;
}

async function isCurrent(key: string): Promise<boolean> {
  const file = path.join(FOLDER, KEY_FILE);
  const made = await stat(file).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs < MAX_AGE_MS && (await readFile(file, 'utf8')) === key;
}

/** Hash of everything that the data may depend on. */
export async function sourcesKey(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['server', 'contract']) {
    const files = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
    for (const file of paths.toSorted()) hash.update(`${file}\n`).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Waits until each content of the demo has its file and no encoding is left. */
async function untilPrepared(dataDir: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir, log: QUIET });
  const sql = new pg.Pool({ ...database.poolConfig, max: 1 });
  const left = async () => {
    const { rows } = await sql.query<{ left: number }>(
      `select (select count(*) from contents where object_key is null)::int
         + (select count(*) from jobs.job where name = 'media.prepare' and state not in ('completed', 'cancelled'))::int as left`,
    );
    return rows[0]!.left;
  };
  const giveUpAt = Date.now() + PREPARED_WITHIN_MS;
  while ((await left()) > 0) {
    if (Date.now() > giveUpAt) throw new Error(`The demo was not prepared within ${PREPARED_WITHIN_MS / 1000} s.`);
    await wait(POLL_MS);
  }
  await sql.end();
  await database.stop();
}
