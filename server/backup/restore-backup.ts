import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { createFolderStore } from '../adapters/objects/index.ts';
import { migrateAround } from '../db/migrate.ts';
import type { Log } from '../log.ts';
import { hashFile, storeText, unpacked } from './files.ts';
import { readManifest, type Manifest } from './format.ts';
import { putBack } from './objects.ts';
import { BackupProblem } from './problem.ts';
import { openTables, readTables, sumRows, TEXT_SETTINGS, writeRows } from './tables.ts';
import { claimTarget, releaseTarget } from './target.ts';
import { lastMigrationOf, objectLines, verifyBackup } from './verify.ts';
import { openQueue } from './waiting-jobs.ts';

export interface RestoreOptions {
  folder: string;
  manifest: Manifest;
  /** Last migration of the backup's database. */
  upTo: string;
  /** Of this app. */
  version: string;
  poolConfig: pg.PoolConfig;
  dataDir: string;
  objectsDir: string;
  log: Log;
  say(line: string): void;
}

/**
 * How far versions of scopes jump. Devices may have seen versions that the backup does not reach; what they keep until
 * such a version comes is then covered, instead of waiting for a number that this place reaches in months.
 */
const VERSION_JUMP = 2 ** 32;

/**
 * Reads a backup and everything in it, before anything is touched.
 *
 * @throws BackupProblem when it is not whole, damaged, or of a version this one does not know.
 */
export const openBackup = async (
  folder: string,
  say: (line: string) => void,
): Promise<{ manifest: Manifest; upTo: string }> => {
  const manifest = await readManifest(folder);
  const upTo = await lastMigrationOf(manifest);
  say(`A backup of version ${manifest.version} from ${manifest.finishedAt}. Checking every file …`);
  await verifyBackup(folder, manifest);
  return { manifest, upTo };
};

/**
 * Puts a checked backup into an empty place, and compares what is there with what the backup says.
 *
 * @throws BackupProblem in plain words. An interrupted restore is repeated with the same backup.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<{ jobs: number }> => {
  const { folder, manifest, poolConfig, dataDir, objectsDir, log, say } = options;
  const client = new pg.Client({ ...poolConfig, keepAlive: true, application_name: 'sideline restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await claimTarget(manifest.id, { dataDir, objectsDir, client });
    for (const { name, file } of manifest.keys) await putKey(dataDir, name, path.join(folder, file));
    say(`Copying ${manifest.objects.rows} objects …`);
    await putObjects(options);
    say('Copying the database …');
    const queue = await openQueue(poolConfig, log);
    let jobs: number;
    try {
      jobs = await fillDatabase(client, options, (file) => queue.resend(client, file));
    } finally {
      await queue.stop();
    }
    await client.query('analyze');
    await releaseTarget(dataDir);
    return { jobs };
  } finally {
    await client.end().catch(() => {});
  }
};

/** The same key again is left alone: an interrupted restore put it. */
const putKey = async (dataDir: string, name: string, from: string): Promise<void> => {
  const text = await readFile(from, 'utf8');
  const there = await readFile(path.join(dataDir, name), 'utf8').catch(() => undefined);
  if (there === undefined) await storeText(dataDir, name, text);
  else if (there !== text) throw new BackupProblem(`${path.join(dataDir, name)} is another one than the backup's.`);
};

const putObjects = async ({ folder, manifest, objectsDir }: RestoreOptions): Promise<void> => {
  const store = createFolderStore(objectsDir);
  const fileOf = (kind: string, key: string) =>
    kind === 'upload' ? path.join(objectsDir, '.uploads', key) : store.path(key)!;
  for await (const line of objectLines(folder, manifest)) {
    const file = fileOf(line.kind, line.key);
    // An interrupted restore may have put it already; that is hashed all the same.
    const there = await stat(file).catch(() => undefined);
    if (there?.size !== line.bytes) await putBack(store, folder, line);
    const { bytes, sha256 } = await hashFile(file);
    if (bytes !== line.bytes || sha256 !== line.sha256)
      throw new BackupProblem(`${file} differs from the backup after copying. Check that disk, then restore again.`);
  }
};

/** All of the database in one transaction: it is whole, or as empty as before. */
const fillDatabase = async (
  client: pg.Client,
  { folder, manifest, upTo, version }: RestoreOptions,
  resend: (file: string) => Promise<number>,
): Promise<number> => {
  await client.query(TEXT_SETTINGS);
  await client.query('begin');
  try {
    await migrateAround(client, { version, upTo, fill: () => fillTables(client, folder, manifest) });
    await beginAnew(client, manifest);
    const jobs = await resend(path.join(folder, manifest.jobs.file));
    await client.query('commit');
    return jobs;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

/** The rows of every table, read back and compared with the manifest. */
const fillTables = async (client: pg.Client, folder: string, manifest: Manifest): Promise<void> => {
  const made = new Map((await readTables(client)).map((table) => [table.name, table]));
  const unknown = manifest.tables.filter(({ name }) => !made.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new BackupProblem(`The backup has tables that its version does not make: ${unknown.join(', ')}.`);
  const close = await openTables(client, [...made.values()]);
  for (const table of manifest.tables) {
    await writeRows(client, table, unpacked(path.join(folder, table.file)));
    const { rows, rowSum } = await sumRows(client, table);
    if (rows !== table.rows || rowSum !== table.rowSum)
      throw new BackupProblem(
        `The table ${table.name} differs from the backup after copying (${rows} rows of ${table.rows}). Nothing was kept.`,
      );
  }
  for (const { name, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [`"${name}"`, value]);
  await close();
};

/** What a copied database must not keep of the place it comes from. */
const beginAnew = async (client: pg.ClientBase, { lostUploads }: Manifest): Promise<void> => {
  // Numbers of transactions begin anew in another server: an old one could be taken for the running one.
  await client.query(`update scope_versions set raised_by = '0'::xid8, version = version + $1::bigint`, [VERSION_JUMP]);
  // Devices fetch everything again: they may hold rows that came after the backup.
  await client.query('update sync_epoch set epoch = gen_random_uuid()::text');
  await client.query('delete from upload_units where upload_id = any($1::uuid[])', [lostUploads]);
};
