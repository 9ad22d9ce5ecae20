import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BadObjectKeyError, isMissing } from './errors.ts';
import { asStream, createFolderStore } from './folder.ts';
import type { FolderStore, ObjectSource } from './index.ts';
import { isObjectKey } from './keys.ts';
import type { S3Config } from '#server/config-objects.ts';
import { S3Bucket } from './s3-client.ts';

/** How often objects that are still on this disk are looked for: a killed process or an S3 that was away left them. */
const SWEEP_EVERY_MS = 60_000;

export interface S3StoreOptions {
  s3: S3Config;
  /** On a disk that survives a restart. Uploads grow here, and finished ones wait here until S3 has them. */
  folder: string;
  /** An object could not be brought to S3; it stays where it is, readable, and is tried again. */
  onMoveFailed(error: unknown): void;
}

export interface S3Store extends FolderStore {
  /** Brings every object that is still in the folder to S3. Safe to run twice at once, also in several processes. */
  moveAll(): Promise<void>;
  /** @throws S3Error if the bucket cannot be used. */
  check(): Promise<void>;
  close(): void;
}

/**
 * Objects in a bucket of S3, with a folder for what S3 cannot do: an upload grows in a file of it, as in the folder store,
 * and finishing it is the same rename. The finished object is then brought to S3 and leaves the folder when S3 has all of
 * it; until then it is read from the folder. So a crash at any moment leaves the bytes in one of the two, and no answer to
 * a person waits for S3. See docs/decisions/0051.
 */
export function createS3Store({ s3, folder, onMoveFailed }: S3StoreOptions): S3Store {
  const local = createFolderStore(folder);
  const remote = new S3Bucket(s3);
  const mover = createMover(local, remote, onMoveFailed);
  const timer = setInterval(() => void mover.moveAll(), SWEEP_EVERY_MS).unref();
  void mover.moveAll();
  void remote.sweepParts().catch(() => {});

  return {
    ...objectsOf(local, remote, mover),
    ...uploadsOf(local, mover),
    workFolder: () => local.workFolder(),
    async sweepWork(olderThanMs) {
      await local.sweepWork(olderThanMs);
      await remote.sweepParts();
    },
    moveAll: () => mover.moveAll(),
    check: () => remote.check(),
    close() {
      clearInterval(timer);
      remote.close();
    },
  };
}

const objectsOf = (
  local: FolderStore,
  remote: S3Bucket,
  mover: Mover,
): Omit<FolderStore, 'openUpload' | 'discardUpload' | 'workFolder' | 'sweepWork'> => ({
  async put(key, source) {
    if (!isObjectKey(key)) throw new BadObjectKeyError();
    // An older one of that key must not follow it to S3.
    await mover.settled(key);
    const facts = await remote.put(key, asStream(source), await sizeOf(source));
    await local.delete(key);
    return facts;
  },

  async open(key, range = {}) {
    if (!isObjectKey(key)) return null;
    const { start = 0, end = Infinity } = range;
    if (start < 0 || end < start) throw new RangeError('A range starts before it ends.');
    // It may be moved between the two questions: it is in S3 before it leaves the folder.
    return (await local.open(key, range)) ?? remote.open(key, range);
  },

  async stat(key) {
    if (!isObjectKey(key)) return null;
    return (await local.stat(key)) ?? remote.stat(key);
  },

  async delete(key) {
    if (!isObjectKey(key)) return;
    await local.delete(key);
    await mover.settled(key);
    await remote.delete(key);
  },

  async deletePrefix(prefix) {
    const name = prefix.replace(/\/$/, '');
    if (!isObjectKey(name)) return;
    await local.deletePrefix(name);
    await mover.settled(name);
    await remote.deletePrefix(name);
  },

  async list(prefix) {
    const keys = new Set(await local.list(prefix));
    for await (const page of remote.list(prefix === '' ? '' : `${prefix}/`)) for (const key of page) keys.add(key);
    if (prefix !== '' && keys.size === 0 && (await remote.stat(prefix))) keys.add(prefix);
    return [...keys].toSorted();
  },

  async asFile(key, workFolder) {
    if (!isObjectKey(key)) return null;
    const own = await mkdtemp(join(workFolder, 'object-'));
    const file = join(own, key.slice(key.lastIndexOf('/') + 1));
    // A second name of the same file: it stays when the first one leaves for S3.
    const isHere = await link(local.path(key)!, file).then(
      () => true,
      () => false,
    );
    if (isHere) return file;
    const opened = await remote.open(key, {});
    if (!opened) return null;
    await pipeline(opened.stream, createWriteStream(file, { mode: 0o600 }));
    return file;
  },

  path: () => null,
  freeBytes: () => local.freeBytes(),
});

const uploadsOf = (local: FolderStore, mover: Mover): Pick<FolderStore, 'openUpload' | 'discardUpload'> => ({
  async openUpload(uploadId) {
    const file = await local.openUpload(uploadId);
    file.onFinished = (key) => void mover.move(key);
    return file;
  },
  discardUpload: (uploadId) => local.discardUpload(uploadId),
});

interface Mover {
  /** Brings one object to S3, if it is in the folder; does not fail. */
  move(key: string): Promise<void>;
  moveAll(): Promise<void>;
  /** Resolves when no object of that key, or below it, is on its way. */
  settled(keyOrFolder: string): Promise<void>;
}

const createMover = (local: FolderStore, remote: S3Bucket, onFailed: (error: unknown) => void): Mover => {
  const moving = new Map<string, Promise<void>>();
  const bring = async (key: string): Promise<void> => {
    const path = local.path(key);
    const facts = path && (await local.stat(key));
    if (!path || !facts) return;
    const { sizeBytes, changedAtMs } = facts;
    await remote.put(key, createReadStream(path), { sizeBytes, changedAtMs });
    // Only now: another process may have brought it too, with the same bytes.
    await local.delete(key);
  };
  const move = (key: string): Promise<void> => {
    const begun = moving.get(key);
    if (begun) return begun;
    const work = bring(key)
      .catch((error: unknown) => {
        if (!isMissing(error)) onFailed(error);
      })
      .finally(() => moving.delete(key));
    moving.set(key, work);
    return work;
  };
  return {
    move,
    async moveAll() {
      // One after the other: what people wait for has the line.
      for (const key of await local.list('')) await move(key);
    },
    async settled(name) {
      const under = [...moving].filter(([key]) => key === name || key.startsWith(`${name}/`));
      await Promise.all(under.map(([, work]) => work));
    },
  };
};

/** Where it is known before the stream is read: large objects are cut into larger parts. */
const sizeOf = async (source: ObjectSource): Promise<{ sizeBytes?: number }> =>
  source instanceof Uint8Array || source instanceof Readable ? {} : { sizeBytes: (await stat(source.path)).size };
