import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openObjects, type FolderStore, type ObjectsConfig } from '../adapters/objects/index.ts';
import { migrateAround } from '../db/migrate.ts';
import type { Log } from '../log.ts';
import { hashStream, storeText, unpacked } from './files.ts';
import { readManifest, type Manifest, type ObjectLine } from './format.ts';
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
  objects: ObjectsConfig;
  log: Log;
  /** People who were erased after the backup was made: they are erased again. */
  erased: readonly string[];
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
  const { folder, manifest, poolConfig, dataDir, objects, log, say } = options;
  const client = new pg.Client({ ...poolConfig, keepAlive: true, application_name: 'sideline restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await claimTarget(manifest.id, { dataDir, objects, client });
    for (const { name, file } of manifest.keys) await putKey(dataDir, name, path.join(folder, file));
    say(`Copying ${manifest.objects.rows} objects …`);
    await putObjects(options);
    say('Copying the database …');
    const queue = await openQueue(poolConfig, log);
    let jobs: number;
    try {
      jobs = await fillDatabase(client, options, queue);
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

const putObjects = async ({ folder, manifest, objects }: RestoreOptions): Promise<void> => {
  const { store, close } = await openObjects(objects);
  try {
    for await (const line of objectLines(folder, manifest)) {
      // An interrupted restore may have put it already; that is hashed all the same.
      if ((await sizeThere(store, objects, line)) !== line.bytes) await putBack(store, folder, line);
      const { bytes, sha256 } = await hashThere(store, objects, line);
      if (bytes !== line.bytes || sha256 !== line.sha256)
        throw new BackupProblem(
          `${line.key} differs from the backup after copying. Check the place of the objects, then restore again.`,
        );
    }
  } finally {
    close();
  }
};

const uploadFile = (objects: ObjectsConfig, id: string): string => path.join(objects.path, '.uploads', id);

const sizeThere = async (store: FolderStore, objects: ObjectsConfig, { kind, key }: ObjectLine) =>
  kind === 'upload'
    ? (await stat(uploadFile(objects, key)).catch(() => undefined))?.size
    : (await store.stat(key))?.sizeBytes;

const hashThere = async (store: FolderStore, objects: ObjectsConfig, { kind, key }: ObjectLine) =>
  hashStream(kind === 'upload' ? createReadStream(uploadFile(objects, key)) : (await store.open(key))!.stream);

/** All of the database in one transaction: it is whole, or as empty as before. */
const fillDatabase = async (
  client: pg.Client,
  { folder, manifest, upTo, version, erased }: RestoreOptions,
  queue: Awaited<ReturnType<typeof openQueue>>,
): Promise<number> => {
  await client.query(TEXT_SETTINGS);
  await client.query('begin');
  try {
    await migrateAround(client, { version, upTo, fill: () => fillTables(client, folder, manifest) });
    await beginAnew(client, manifest);
    const jobs = await queue.resend(client, path.join(folder, manifest.jobs.file));
    await eraseAgain(client, queue, erased);
    await client.query('commit');
    return jobs;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

/**
 * Records people as erased, and has the server erase them at its first start. Until then they are deleted: nobody can sign
 * in to their accounts. Source: D-90, decision 0057.
 */
const eraseAgain = async (
  client: pg.ClientBase,
  queue: Awaited<ReturnType<typeof openQueue>>,
  erased: readonly string[],
): Promise<void> => {
  if (erased.length === 0) return;
  await client.query(
    'insert into erased_accounts (user_id, erased_at) select id, now() from unnest($1::uuid[]) as id on conflict do nothing',
    [erased],
  );
  await client.query(
    `update users set deleted_at = now(), deletion = '{"channels": [], "handedOver": [], "subscriptions": []}'
      where id = any($1::uuid[]) and deleted_at is null`,
    [erased],
  );
  await client.query(
    `update channels set active = false where active and scope in (select 'user:' || id from unnest($1::uuid[]) as id)`,
    [erased],
  );
  await queue.sendErase(client);
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
