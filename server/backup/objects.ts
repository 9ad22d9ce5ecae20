import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { FolderStore } from '../adapters/objects/index.ts';
import { originalKey } from '../domains/library/index.ts';
import { storeFile, unpacked } from './files.ts';
import type { ObjectLine } from './format.ts';
import { isMissing } from './problem.ts';

/**
 * What the rows of a snapshot name, as lines `kind<tab>key`: the same places that `object_is_named` looks at, and the
 * growing files of uploads under way. `folder` is a folder of renditions; the rest are single objects.
 */
export const NAMED_OBJECTS = `
  select 'object', object_key from contents where object_key is not null
  union select 'object', next_key from contents where next_key is not null
  union select 'folder', media_key from contents where media_key is not null
  union select 'object', substr(picture, 2) from files
  union select 'object', substr(address, 2) from shown_pictures where address like '/pictures/%'
  union select 'upload', id::text from uploads where state = 'uploading'`;

type Named = { kind: 'object' | 'folder' | 'upload'; key: string };

/** The lines that a query over `NAMED_OBJECTS` left in a compressed file. */
export async function* readNamed(file: string): AsyncGenerator<Named> {
  for await (const line of createInterface({ input: unpacked(file), crlfDelay: Infinity })) {
    const [kind, key] = line.split('\t');
    if (kind && key) yield { kind: kind as Named['kind'], key };
  }
}

export interface ObjectCopies {
  /** Copies one object after the other; each line is complete when it is yielded. */
  lines: AsyncGenerator<ObjectLine>;
  missing: string[];
  lostUploads: string[];
}

/**
 * Copies what rows name from the store to `folder`, in pieces.
 *
 * @param root The folder of the store.
 * @param alive Called between objects; throws when the backup must not go on.
 */
export const copyObjects = (
  named: AsyncIterable<Named>,
  { root, store, folder, alive }: { root: string; store: FolderStore; folder: string; alive(): Promise<void> },
): ObjectCopies => {
  const missing: string[] = [];
  const lostUploads: string[] = [];
  async function* lines(): AsyncGenerator<ObjectLine> {
    for await (const { kind, key } of named) {
      await alive();
      if (kind === 'upload') {
        const line = await copyUpload(key);
        if (line) yield line;
        else lostUploads.push(key);
        continue;
      }
      const keys = kind === 'folder' ? await store.list(key) : [key];
      for (const each of keys) {
        const line = await copyFrom('object', each, await openObject(store, each), path.join('objects', each));
        if (line) yield line;
        else missing.push(each);
      }
      if (keys.length === 0) missing.push(`${key}/`);
    }
  }
  const copyFrom = async (
    kind: ObjectLine['kind'],
    key: string,
    source: Readable | undefined,
    to: string,
  ): Promise<ObjectLine | undefined> => {
    if (!source) return undefined;
    const { bytes, sha256 } = await storeFile(folder, to, source);
    return { kind, key, bytes, sha256 };
  };
  // It may have been finished since the snapshot: the same bytes are the original of its content then.
  const copyUpload = async (id: string): Promise<ObjectLine | undefined> => {
    const to = path.join('uploads', id);
    return (
      (await copyFrom('upload', id, await openFile(path.join(root, '.uploads', id)), to)) ??
      (await copyFrom('upload', id, await openObject(store, originalKey(id)), to))
    );
  };
  return { lines: lines(), missing, lostUploads };
};

/** The open file as a stream: a rename or a deletion from here on does not touch it. */
const openFile = async (file: string): Promise<Readable | undefined> => {
  try {
    const handle = await open(file, 'r');
    if ((await handle.stat()).isFile()) return handle.createReadStream();
    await handle.close();
    return undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const openObject = async (store: FolderStore, key: string): Promise<Readable | undefined> =>
  (await store.open(key))?.stream;

/** Where a backup keeps an object. */
export const backupPathOf = (folder: string, { kind, key }: ObjectLine): string =>
  path.join(folder, kind === 'upload' ? 'uploads' : 'objects', ...key.split('/'));

const PIECE_BYTES = 1024 * 1024;

/** Puts an object of a backup into the store, flushed to the disk. */
export const putBack = async (store: FolderStore, folder: string, line: ObjectLine): Promise<void> => {
  const file = backupPathOf(folder, line);
  if (line.kind === 'object') {
    await store.put(line.key, { path: file }, { contentType: '' });
    return;
  }
  const upload = await store.openUpload(line.key);
  try {
    let offset = 0;
    for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
      await upload.writeUnits(offset, [piece]);
      offset += piece.length;
    }
    await upload.sync();
  } finally {
    await upload.close();
  }
};
