import { readFileSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { openObjects, type ObjectsConfig } from '../adapters/objects/index.ts';
import { storeText } from './files.ts';
import { BackupProblem, isMissing } from './problem.ts';

/** In DATA_DIR while a restore into it is under way. */
const MARK = 'restore-unfinished.json';

/** The id of the backup whose restore into this DATA_DIR has not ended. */
const unfinishedRestore = (dataDir: string): string | undefined => {
  try {
    return (JSON.parse(readFileSync(path.join(dataDir, MARK), 'utf8')) as { backup: string }).backup;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** What a start says in a place where a restore was interrupted; undefined elsewhere. */
export const unfinishedSentence = (dataDir: string): string | undefined =>
  unfinishedRestore(dataDir) &&
  `A restore into ${dataDir} was interrupted. Run it again (npm run restore -- FOLDER, with the same backup), then start.`;

/**
 * Takes an empty place for a restore and marks it, so that no server starts on half of it. A place where a restore of
 * the same backup was interrupted counts as empty: the database takes all of it or nothing, objects are put again.
 *
 * @throws BackupProblem when something is there already.
 */
export const claimTarget = async (
  backup: string,
  { dataDir, objects, client }: { dataDir: string; objects: ObjectsConfig; client: pg.ClientBase },
): Promise<void> => {
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished !== undefined && unfinished !== backup)
    throw new BackupProblem(
      `A restore of another backup into ${dataDir} was interrupted. Restore that one, or name an empty DATA_DIR.`,
    );
  const inTheWay = unfinished === backup ? await usedDatabase(client) : await usedPlace(dataDir, objects, client);
  if (inTheWay)
    throw new BackupProblem(
      `This place is not empty: ${inTheWay}. A restore never overwrites anything: ` +
        'set DATA_DIR (and DATABASE_URL, OBJECTS_DIR and S3_BUCKET or S3_PREFIX, where you use them) to empty ones.',
    );
  if (unfinished === undefined) await storeText(dataDir, MARK, JSON.stringify({ backup }));
};

export const releaseTarget = (dataDir: string): Promise<void> => rm(path.join(dataDir, MARK), { force: true });

const usedPlace = async (
  dataDir: string,
  objects: ObjectsConfig,
  client: pg.ClientBase,
): Promise<string | undefined> => {
  for (const name of ['secret', 'vapid.json'])
    if (await readFile(path.join(dataDir, name)).then(Boolean, () => false))
      return `${path.join(dataDir, name)} is there`;
  if (await holdsFiles(objects.path)) return `${objects.path} holds files`;
  if (objects.kind === 's3' && (await holdsObjects(objects)))
    return `the bucket "${objects.s3.bucket}" holds objects${objects.s3.prefix && ` below ${objects.s3.prefix}`}`;
  return usedDatabase(client);
};

/** Whether a folder of objects holds any file; empty folders and working files of our own do not count. */
const holdsFiles = async (folder: string): Promise<boolean> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
  for (const name of names) {
    if (name === '.tmp') continue;
    const entries = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true }).catch(
      () => undefined,
    );
    if (!entries || entries.some((entry) => !entry.isDirectory())) return true;
  }
  return false;
};

const holdsObjects = async (objects: ObjectsConfig): Promise<boolean> => {
  const { store, close } = await openObjects(objects);
  try {
    return (await store.list('')).length > 0;
  } finally {
    close();
  }
};

const usedDatabase = async (client: pg.ClientBase): Promise<string | undefined> => {
  const { rows } = await client.query<{ database: string; tables: number }>(
    `select current_database() as database, count(*)::int as tables from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  );
  const { database = '', tables = 0 } = rows[0] ?? {};
  return tables > 0 ? `the database "${database}" has ${tables} tables` : undefined;
};
