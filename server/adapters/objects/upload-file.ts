import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { moveIntoPlace, syncFolder } from './durable.ts';
import { asStorageError, isMissing, systemCode } from './errors.ts';
import { filePathOf } from './keys.ts';

/** Growing files whose names this process has flushed. */
const namedOnDisk = new Set<string>();
const NAMED_MAX = 10_000;
/** Direct writes must begin and end on pages, in memory and in the file. */
const PAGE_BYTES = 4096;

/**
 * Memory that begins on a page, so that what lies in it can be written to the disk without a copy: V8 gives resizable
 * buffers whole pages. Where it did not, writing takes the ordinary way.
 */
export const allocatePages = (bytes: number): Buffer<ArrayBuffer> =>
  Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes);

/**
 * A file that grows unit by unit, in any order, until it becomes an object. What it holds after a crash is what was
 * synced; which units those are is for the caller to keep.
 */
export class UploadFile {
  /** Where it lies while it grows. */
  readonly path: string;
  readonly #root: string;
  readonly #handle: FileHandle;
  /** The same file past the system's cache; null where the file system has no such way. Undefined: not tried yet. */
  #direct: Promise<FileHandle | null> | undefined;
  #open = true;

  private constructor(root: string, path: string, handle: FileHandle) {
    this.#root = root;
    this.path = path;
    this.#handle = handle;
  }

  /** Opens the growing file, or starts it. The folder must exist. */
  static async open(root: string, path: string): Promise<UploadFile> {
    try {
      return new UploadFile(root, path, await open(path, constants.O_RDWR | constants.O_CREAT, 0o600));
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /**
   * Writes buffers one after the other from a byte offset; the file may have holes before it.
   *
   * @throws StorageFullError the disk has no room; what `sync` confirmed before stays good.
   */
  async writeUnits(offset: number, buffers: readonly Uint8Array[]): Promise<void> {
    const rest = buffers.filter((buffer) => buffer.byteLength > 0);
    try {
      if (
        ![offset, ...rest.map((buffer) => buffer.byteLength)].every(isWholePages) ||
        !(await this.#writeDirect(rest, offset))
      ) {
        await writeAll(this.#handle, rest, offset);
      }
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** @returns False where that cannot be done: memory that does not begin on a page, or a file system without it. */
  async #writeDirect(buffers: readonly Uint8Array[], offset: number): Promise<boolean> {
    this.#direct ??= openDirect(this.path);
    const direct = await this.#direct;
    if (!direct) return false;
    try {
      await writeAll(direct, buffers, offset);
      return true;
    } catch (error) {
      if (systemCode(error) === 'EINVAL') return false;
      throw error;
    }
  }

  /** Returns when everything written so far is on the disk itself (fdatasync), and the file's name in its folder. */
  async sync(): Promise<void> {
    try {
      await this.#handle.datasync();
      await this.#syncName();
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** Once per file and process: another one may have made the file and not yet come so far. */
  async #syncName(): Promise<void> {
    if (namedOnDisk.has(this.path)) return;
    await syncFolder(dirname(this.path));
    if (namedOnDisk.size >= NAMED_MAX) namedOnDisk.clear();
    namedOnDisk.add(this.path);
  }

  /** Reads part of what was written; shorter than asked for at the end of the file. */
  async read(offset: number, lengthBytes: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#handle.read(new Uint8Array(lengthBytes), 0, lengthBytes, offset);
    return buffer.subarray(0, bytesRead);
  }

  /** Bytes up to the last one written, holes included. */
  async sizeBytes(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  /**
   * Makes it the object of a key: flush, rename, flush the folder. May be called again after a crash that came between
   * the rename and the caller's own note of it: the object then stays as it is.
   *
   * @param sizeBytes The announced size.
   * @throws Error when the file has another size, so a file of holes or an empty restart never becomes an object.
   */
  async finish(targetKey: string, sizeBytes: number): Promise<void> {
    const target = filePathOf(this.#root, targetKey);
    try {
      if ((await this.sizeBytes()) !== sizeBytes) {
        if ((await sizeOf(target)) !== sizeBytes) throw new Error(`The upload does not have its ${sizeBytes} bytes.`);
        await this.discard();
        return;
      }
      await this.#handle.sync();
      await this.close();
      await moveIntoPlace(this.path, target);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** Lets go of the file and keeps it, so that the upload goes on later. */
  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await (await this.#direct)?.close();
    await this.#handle.close();
  }

  /** Deletes the growing file. Works on a full disk. */
  async discard(): Promise<void> {
    await this.close();
    namedOnDisk.delete(this.path);
    await rm(this.path, { force: true });
  }
}

const isWholePages = (bytes: number): boolean => bytes % PAGE_BYTES === 0;

/** Opened for writing past the system's cache: a synced upload costs a quarter of the processor time so. */
const openDirect = async (path: string): Promise<FileHandle | null> => {
  if (constants.O_DIRECT === undefined) return null;
  try {
    return await open(path, constants.O_WRONLY | constants.O_DIRECT);
  } catch {
    return null;
  }
};

async function writeAll(handle: FileHandle, buffers: readonly Uint8Array[], offset: number): Promise<void> {
  let rest = buffers;
  let at = offset;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, at);
    at += bytesWritten;
    rest = after(rest, bytesWritten);
  }
}

/** What is left of a list of buffers after its first bytes. */
function after(buffers: readonly Uint8Array[], count: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let skip = count;
  for (const buffer of buffers) {
    if (skip >= buffer.byteLength) skip -= buffer.byteLength;
    else {
      rest.push(buffer.subarray(skip));
      skip = 0;
    }
  }
  return rest;
}

const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};
