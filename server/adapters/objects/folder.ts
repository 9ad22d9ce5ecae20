import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat, statfs, unlink } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { asStorageError, isMissing } from './errors.ts';
import { makeFolder, moveIntoPlace } from './durable.ts';
import { contentTypeOf, filePathOf, isObjectKey } from './keys.ts';
import type { ByteRange, ObjectFacts, ObjectSource, ObjectStore, OpenedObject } from './index.ts';
import { UploadFile } from './upload-file.ts';

/** The folder store, with what only a local folder can do: files written at an offset. */
export interface FolderStore extends ObjectStore {
  path(key: string): string | null;
  /**
   * Opens the growing file of an upload, or makes it. It becomes an object by `finish`.
   *
   * @param uploadId A UUID; it names the file, so every process opens the same one.
   */
  openUpload(uploadId: string): Promise<UploadFile>;
  /** Deletes the growing file of an abandoned upload. Works on a full disk, and if there is no file. */
  discardUpload(uploadId: string): Promise<void>;
  /** Returns the folder for working files, on the same disk as the objects; makes it if needed. */
  workFolder(): Promise<string>;
  /** Deletes working files left by killed processes: those older than any running work can be. */
  sweepWork(olderThanMs: number): Promise<void>;
}

/** The bytes of a source, whatever it is. */
export const asStream = (source: ObjectSource): Readable => {
  if (source instanceof Readable) return source;
  if (source instanceof Uint8Array) return Readable.from([source]);
  return createReadStream(source.path);
};

/** Writes and flushes a new file; deletes it if that fails. */
async function writeWhole(path: string, source: ObjectSource): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(asStream(source));
    await handle.sync();
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(path, { force: true });
    throw asStorageError(error);
  }
}

/** Files below a folder by their names in it; none if there is no such folder. */
const filesBelow = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const listBelow = async (base: string, folder: string): Promise<string[]> => {
  if (folder !== '' && !isObjectKey(folder)) return [];
  const keys = await filesBelow(folder === '' ? base : filePathOf(base, folder));
  return keys.map((key) => (folder === '' ? key : `${folder}/${key}`)).filter(isObjectKey);
};

const objectsBelow = (base: string, temporary: string): ObjectStore & Pick<FolderStore, 'path'> => {
  const factsOf = async (key: string): Promise<ObjectFacts | null> => {
    if (!isObjectKey(key)) return null;
    try {
      const stats = await stat(filePathOf(base, key));
      if (!stats.isFile()) return null;
      return { sizeBytes: stats.size, contentType: contentTypeOf(key), changedAtMs: stats.mtimeMs };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  return {
    async put(key, source) {
      const target = filePathOf(base, key);
      const part = join(temporary, randomUUID());
      try {
        await makeFolder(temporary);
        await writeWhole(part, source);
        await moveIntoPlace(part, target);
      } catch (error) {
        await rm(part, { force: true });
        throw asStorageError(error);
      }
      const facts = await stat(target);
      return { sizeBytes: facts.size, contentType: contentTypeOf(key), changedAtMs: facts.mtimeMs };
    },

    async open(key: string, range: ByteRange = {}): Promise<OpenedObject | null> {
      if (!isObjectKey(key)) return null;
      const { start = 0, end = Infinity } = range;
      if (start < 0 || end < start) throw new RangeError('A range starts before it ends.');
      // Size and bytes come from one open file, so a replacement in between cannot mix them.
      const handle = await open(filePathOf(base, key), 'r').catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (handle === null) return null;
      const stats = await handle.stat();
      if (!stats.isFile()) {
        await handle.close();
        return null;
      }
      const stream = handle.createReadStream({ start, end });
      return { stream, sizeBytes: stats.size, contentType: contentTypeOf(key), changedAtMs: stats.mtimeMs };
    },

    stat: factsOf,

    async delete(key) {
      if (!isObjectKey(key)) return;
      await unlink(filePathOf(base, key)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },

    async deletePrefix(folder) {
      const name = folder.replace(/\/$/, '');
      if (!isObjectKey(name)) return;
      await rm(filePathOf(base, name), { recursive: true, force: true });
    },

    list: async (folder) => ((await factsOf(folder)) ? [folder] : listBelow(base, folder)),

    asFile: async (key) => ((await factsOf(key)) ? filePathOf(base, key) : null),

    path: (key) => (isObjectKey(key) ? filePathOf(base, key) : null),

    async freeBytes() {
      await makeFolder(base);
      const disk = await statfs(base);
      return disk.bavail * disk.bsize;
    },
  };
};

const uploadsBelow = (base: string, uploads: string): Pick<FolderStore, 'openUpload' | 'discardUpload'> => ({
  async openUpload(uploadId) {
    await makeFolder(uploads);
    return UploadFile.open(base, filePathOf(uploads, uploadId));
  },

  async discardUpload(uploadId) {
    if (isObjectKey(uploadId)) await rm(filePathOf(uploads, uploadId), { force: true });
  },
});

const workBelow = (temporary: string): Pick<FolderStore, 'workFolder' | 'sweepWork'> => ({
  async workFolder() {
    await makeFolder(temporary);
    return temporary;
  },

  async sweepWork(olderThanMs) {
    const names = await readdir(temporary).catch(() => []);
    for (const name of names) {
      const path = join(temporary, name);
      const stats = await stat(path).catch(() => null);
      if (stats && Date.now() - stats.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true });
    }
  },
});

/**
 * Objects as files below one folder.
 *
 * @param root The folder; made with the first object. Files outside it are never touched.
 */
export function createFolderStore(root: string): FolderStore {
  const base = resolve(root);
  const temporary = join(base, '.tmp');
  return { ...objectsBelow(base, temporary), ...uploadsBelow(base, join(base, '.uploads')), ...workBelow(temporary) };
}
