import { UNIT_BYTES } from '#contract/limits.ts';
import type { BlobStore, PutOptions } from './local-copy.ts';

/** Most bytes that are read from the picked file and written at a time. */
const PART_BYTES = 4 * UNIT_BYTES;
/** Bytes between checks whether the copy is still wanted. */
const CHECK_EVERY_BYTES = 64 * UNIT_BYTES;

/** What a dedicated worker has of the origin's private file system. */
export interface SyncAccess {
  getSize(): number;
  read(bytes: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** The person has cancelled the upload or signed out while its file was being copied. */
class CopyNotWanted extends Error {
  override name = 'CopyNotWanted';
}

/** Whether a copy ended because it is not wanted any more. */
export const isCopyUnwanted = (error: unknown): boolean => error instanceof CopyNotWanted;

/** Whether this context can write there. */
export const hasSyncFiles = (): boolean =>
  'FileSystemSyncAccessHandle' in globalThis && 'DedicatedWorkerGlobalScope' in globalThis;

/** Whether this context can read there. */
export const hasPrivateFiles = (): boolean =>
  typeof navigator !== 'undefined' && typeof navigator.storage?.getDirectory === 'function';

const openFolder = async (folder: string, create = false): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create });

/** Opens a file for writing, made if it is missing; works only in a dedicated worker, once at a time. */
export const openSyncAccess = async (folder: string, id: string): Promise<SyncAccess> => {
  const handle = await (await openFolder(folder, true)).getFileHandle(id, { create: true });
  return (handle as unknown as { createSyncAccessHandle(): Promise<SyncAccess> }).createSyncAccessHandle();
};

/**
 * Copies in the origin's private file system. A copy that was interrupted continues from what is there. `put` works only
 * in a dedicated worker.
 */
export const opfsStore = (folder: string): BlobStore => ({
  kind: 'opfs',
  async put(id, file, options = {}) {
    const access = await openSyncAccess(folder, id);
    try {
      const from = options.isSameFile ? await copiedBytes(access, file) : 0;
      access.truncate(from);
      await write(access, file, from, options);
      access.flush();
    } finally {
      access.close();
    }
  },
  async get(id) {
    try {
      return await (await (await openFolder(folder)).getFileHandle(id)).getFile();
    } catch {
      return undefined;
    }
  },
  async delete(id) {
    await openFolder(folder).then(
      (opened) => opened.removeEntry(id),
      () => {},
    );
  },
});

/** Writes all bytes. @throws DOMException QuotaExceededError if the device took a part of them only. */
export const writeWhole = (access: SyncAccess, bytes: Uint8Array, at: number): void => {
  if (access.write(bytes, { at }) !== bytes.length) throw new DOMException('The device is full.', 'QuotaExceededError');
};

const write = async (access: SyncAccess, file: Blob, from: number, { isWanted }: PutOptions): Promise<void> => {
  let at = from;
  let checkAt = from + CHECK_EVERY_BYTES;
  for await (const part of partsOf(file, from)) {
    writeWhole(access, part, at);
    at += part.length;
    if (at < checkAt) continue;
    checkAt = at + CHECK_EVERY_BYTES;
    if (isWanted && !(await isWanted())) throw new CopyNotWanted();
  }
};

/** Reads a file in order, into one buffer where the browser can: a part is valid until the next one is asked for. */
async function* partsOf(file: Blob, from: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = openBytes(file.slice(from));
  if (!reader) {
    for (let at = from; at < file.size; at += PART_BYTES)
      yield new Uint8Array(await file.slice(at, at + PART_BYTES).arrayBuffer());
    return;
  }
  try {
    let buffer = new ArrayBuffer(PART_BYTES);
    for (;;) {
      const { value, done } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @returns Undefined if the browser's streams of files cannot fill a buffer. */
const openBytes = (file: Blob): ReadableStreamBYOBReader | undefined => {
  try {
    return file.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
};

/**
 * The whole units that an interrupted copy has, bytes. Parts are written in order, so if the first and the last of these
 * units have the digests of the file, the copy is one of this file up to there; else 0.
 */
const copiedBytes = async (access: SyncAccess, file: Blob): Promise<number> => {
  const units = Math.floor(Math.min(access.getSize(), file.size) / UNIT_BYTES);
  for (const unit of units === 0 ? [] : [0, units - 1]) {
    const at = unit * UNIT_BYTES;
    const copied = new Uint8Array(UNIT_BYTES);
    access.read(copied, { at });
    const [ours, wanted] = await Promise.all(
      [copied, await file.slice(at, at + UNIT_BYTES).arrayBuffer()].map(digestOf),
    );
    if (ours !== wanted) return 0;
  }
  return units * UNIT_BYTES;
};

const digestOf = async (bytes: BufferSource): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();

/**
 * Deletes the files of a folder that no upload job and no recording names.
 *
 * @param readWanted Called after the copies are listed: a job is stored before its copy is begun.
 */
export const sweepCopies = async (folder: string, readWanted: () => Promise<ReadonlySet<string>>): Promise<void> => {
  const opened = await openFolder(folder).catch(() => undefined);
  if (!opened) return;
  const names: string[] = [];
  for await (const name of opened.keys()) names.push(name);
  const wanted = names.length > 0 ? await readWanted() : new Set<string>();
  for (const name of names) if (!wanted.has(name)) await opened.removeEntry(name).catch(() => {});
};
