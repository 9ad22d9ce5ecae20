import { randomUUID } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openObjects, syncFolder, type ObjectsConfig } from '../adapters/objects/index.ts';
import { makePrivateFolder, storeFile, storeLines, storeText } from './files.ts';
import { FORMAT, MANIFEST, markOfSecret, type Manifest, type StoredFile } from './format.ts';
import { holdObjects } from '../db/hold-objects.ts';
import { copyObjects, NAMED_OBJECTS, readNamed } from './objects.ts';
import { BackupProblem, isMissing } from './problem.ts';
import { readQuery, readRows, readSequences, readTables, rowMeter, TEXT_SETTINGS, type Table } from './tables.ts';
import { waitingJobs } from './waiting-jobs.ts';

/** How often the connection that holds the objects is used while files are copied: firewalls drop silent ones. */
const ALIVE_EVERY_MS = 20_000;
const NAMES_FILE = 'names.tmp.gz';

export interface BackupOptions {
  /** New or empty. */
  folder: string;
  poolConfig: pg.PoolConfig;
  dataDir: string;
  objects: ObjectsConfig;
  secret: string;
  /** Of this app. */
  version: string;
  say(line: string): void;
}

/**
 * Copies a whole place into a folder while its servers run: one snapshot of the database, then the objects it names.
 *
 * @throws BackupProblem with a sentence for the operator. The folder then has no manifest, so no restore accepts it.
 */
export const makeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { folder, say } = options;
  const startedAt = new Date().toISOString();
  await claimFolder(folder);
  const client = new pg.Client({ ...options.poolConfig, keepAlive: true, application_name: 'sideline backup' });
  let lost: Error | undefined;
  client.on('error', (error) => (lost = error));
  await client.connect();
  try {
    // Before the snapshot: what is deleted after it is still there when its turn comes.
    if (!(await holdObjects(client))) throw new BackupProblem('Another backup of this place runs. Wait for its end.');
    say('Copying the database …');
    const database = await copyDatabase(client, folder);
    say(
      `${database.tables.length} tables, ${sum(database.tables.map(({ rows }) => rows))} rows. Copying the objects …`,
    );
    const objects = await copyAll(client, options, () => lost);
    const keys = await copyKeys(options);
    // Still the connection that took the hold: a lost one would have let objects be deleted.
    await client.query('select 1');
    const manifest: Manifest = {
      format: FORMAT,
      id: randomUUID(),
      version: options.version,
      startedAt,
      finishedAt: new Date().toISOString(),
      ...database,
      ...objects,
      keys,
      secretMark: markOfSecret(options.secret),
    };
    await storeText(folder, MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`);
    await syncFolder(folder);
    return manifest;
  } finally {
    await client.end().catch(() => {});
  }
};

const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);

const claimFolder = async (folder: string): Promise<void> => {
  await makePrivateFolder(folder);
  const names = await readdir(folder);
  if (names.includes(MANIFEST)) throw new BackupProblem(`${folder} holds a backup already. Name a new folder.`);
  if (names.length > 0)
    throw new BackupProblem(
      `${folder} is not empty: an interrupted backup, or something else, is in it. Name a new folder, or empty it first.`,
    );
};

type DatabasePart = Pick<Manifest, 'postgres' | 'migrations' | 'tables' | 'sequences' | 'jobs'>;

/** Everything of the database, as it was at one moment. */
const copyDatabase = async (client: pg.ClientBase, folder: string): Promise<DatabasePart> => {
  await client.query(TEXT_SETTINGS);
  await client.query('begin transaction isolation level repeatable read read only');
  const there = await client.query(`select 1 where to_regclass('migrations') is not null`);
  if (there.rowCount === 0)
    throw new BackupProblem('This database has never been used by the app: nothing to back up.');
  const postgres = (await client.query<{ version: string }>(`select current_setting('server_version') as version`))
    .rows[0]!;
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  );
  const tables: Manifest['tables'] = [];
  for (const table of await readTables(client)) tables.push(await copyTable(client, folder, table));
  await storeFile(folder, NAMES_FILE, readQuery(client, NAMED_OBJECTS), { isPacked: true });
  const jobs = await storeLines(folder, 'jobs.jsonl.gz', waitingJobs(client));
  const sequences = await readSequences(client);
  await client.query('commit');
  return { postgres: postgres.version, migrations: migrations.rows, tables, sequences, jobs };
};

const copyTable = async (client: pg.ClientBase, folder: string, table: Table): Promise<Manifest['tables'][number]> => {
  const seen = rowMeter();
  const stored = await storeFile(folder, `database/${table.name}.copy.gz`, readRows(client, table), {
    isPacked: true,
    through: seen.stream,
  });
  return { ...table, rows: seen.rows(), rowSum: seen.rowSum(), ...stored };
};

const copyAll = async (
  client: pg.ClientBase,
  { folder, objects }: BackupOptions,
  lost: () => Error | undefined,
): Promise<Pick<Manifest, 'objects' | 'missing' | 'lostUploads'>> => {
  let askedAtMs = performance.now();
  const alive = async () => {
    if (performance.now() - askedAtMs > ALIVE_EVERY_MS) {
      askedAtMs = performance.now();
      await client.query('select 1');
    }
    const error = lost();
    if (error) throw error;
  };
  let totalBytes = 0;
  const opened = await openObjects(objects);
  const { lines, missing, lostUploads } = copyObjects(readNamed(path.join(folder, NAMES_FILE)), {
    root: objects.path,
    store: opened.store,
    folder,
    alive,
  });
  const counted = async function* () {
    for await (const line of lines) {
      totalBytes += line.bytes;
      yield line;
    }
  };
  const stored = await storeLines(folder, 'objects.jsonl.gz', counted());
  opened.close();
  await rm(path.join(folder, NAMES_FILE));
  return { objects: { ...stored, totalBytes }, missing, lostUploads };
};

/** The secret and the push keys that DATA_DIR keeps; those that are settings are not files and stay with the settings. */
const copyKeys = async ({ folder, dataDir, secret }: BackupOptions): Promise<Manifest['keys']> => {
  const keys: (StoredFile & { name: 'secret' | 'vapid.json' })[] = [];
  for (const name of ['secret', 'vapid.json'] as const) {
    const text = await readFile(path.join(dataDir, name), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    // An unused file beside SIDELINE_SECRET would be taken for the secret by a place without that setting.
    if (text === undefined || (name === 'secret' && text !== secret)) continue;
    keys.push({ name, ...(await storeText(folder, `keys/${name}`, text)) });
  }
  return keys;
};
