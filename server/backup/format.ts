import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { BackupProblem, isMissing } from './problem.ts';

/**
 * A backup is a folder:
 *
 *     manifest.json               written last: without it the backup was interrupted and counts as none
 *     database/<table>.copy.gz    one file a table, in PostgreSQL's COPY text format
 *     jobs.jsonl.gz               jobs that were waiting or in work, one a line
 *     objects.jsonl.gz            every object with its size and SHA-256, one a line
 *     objects/<key>               the objects; unfinished uploads below uploads/<id>
 *     keys/secret, keys/vapid.json   where DATA_DIR kept them
 */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const name = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/));
const StoredFile = v.object({ file: v.string(), bytes: count, sha256 });

export const Manifest = v.object({
  format: v.literal(FORMAT),
  id: v.pipe(v.string(), v.uuid()),
  /** Of this app and of the PostgreSQL that was read. */
  version: v.string(),
  postgres: v.string(),
  startedAt: v.string(),
  finishedAt: v.string(),
  migrations: v.array(v.object({ name: v.string(), sha256 })),
  tables: v.array(
    v.object({
      name,
      columns: v.array(name),
      rows: count,
      /** Sum of the rows' SHA-256 modulo 2^256: the same in whatever order the rows come. */
      rowSum: sha256,
      ...StoredFile.entries,
    }),
  ),
  sequences: v.array(v.object({ name, value: v.string() })),
  jobs: v.object({ rows: count, ...StoredFile.entries }),
  objects: v.object({ rows: count, totalBytes: count, ...StoredFile.entries }),
  /** Objects that a row names and that were not in the store. */
  missing: v.array(v.string()),
  /** Unfinished uploads whose file had just been given up: they start again from their first byte. */
  lostUploads: v.array(v.string()),
  keys: v.array(v.object({ name: v.picklist(['secret', 'vapid.json']), ...StoredFile.entries })),
  /** Tells whether a place has the same secret, without telling the secret. */
  secretMark: sha256,
});
export type Manifest = v.InferOutput<typeof Manifest>;
export type StoredFile = v.InferOutput<typeof StoredFile>;

/** One line of objects.jsonl.gz. */
export const ObjectLine = v.object({
  kind: v.picklist(['object', 'upload']),
  key: v.string(),
  bytes: count,
  sha256,
});
export type ObjectLine = v.InferOutput<typeof ObjectLine>;

/** One line of jobs.jsonl.gz. */
export const JobLine = v.object({
  name: v.string(),
  data: v.record(v.string(), v.unknown()),
  key: v.nullable(v.string()),
  afterSeconds: count,
});
export type JobLine = v.InferOutput<typeof JobLine>;

export const markOfSecret = (secret: string): string =>
  createHmac('sha256', secret).update('mark of a backup').digest('hex');

/**
 * The manifest of a backup.
 *
 * @throws BackupProblem when the folder is no whole backup.
 */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new BackupProblem(
      `${folder} is not a whole backup: ${MANIFEST} is missing. It was interrupted, or it is another folder. Use another backup.`,
    );
  });
  const parsed = v.safeParse(Manifest, parse(text));
  if (parsed.success) return parsed.output;
  const format = (parse(text) as { format?: unknown } | undefined)?.format;
  throw new BackupProblem(
    typeof format === 'number' && format > FORMAT
      ? `${folder} was made by a newer version of this app. Install that version, then restore.`
      : `${folder} is damaged: ${MANIFEST} cannot be read (${parsed.issues[0].message}). Use another backup.`,
  );
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
