import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { moveIntoPlace, syncFolder } from './durable.ts';
import { asStorageError, isMissing, systemCode } from './errors.ts';
import { filePathOf } from './keys.ts';

/** Growing files whose directory entry this process has flushed. */
const flushedNames = new Set<string>();
const FLUSHED_NAMES_MAX = 10_000;
/** Direct writes (O_DIRECT) must be aligned to pages, in memory and in the file. */
const PAGE_BYTES = 4096;

/**
 * Allocates memory aligned to a page, which can be written to the disk without a copy: V8 allocates whole pages for
 * resizable buffers. If it is not aligned, `writeUnits` writes through the page cache.
 */
export const allocatePages = (bytes: number): Buffer<ArrayBuffer> =>
  Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes);

/**
 * A file that is written unit by unit, in any order, until it becomes an object. After a crash only synced units are
 * certain; the caller must record which ones those are.
 */
export class UploadFile {
  /** Its path until `finish`. */
  readonly path: string;
  /** Called with the key when the file has become its object. */
  onFinished: (key: string) => void = () => {};
  readonly #root: string;
  readonly #handle: FileHandle;
  /** The file opened with O_DIRECT; null if the file system does not support it; undefined before the first write. */
  #direct: Promise<FileHandle | null> | undefined;
  #open = true;

  private constructor(root: string, path: string, handle: FileHandle) {
    this.#root = root;
    this.path = path;
    this.#handle = handle;
  }

  /** Opens the growing file, or makes it. The folder must exist. */
  static async open(root: string, path: string): Promise<UploadFile> {
    try {
      return new UploadFile(root, path, await open(path, constants.O_RDWR | constants.O_CREAT, 0o600));
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /**
   * Writes consecutive buffers from a byte offset; the file may have holes before it.
   *
   * @throws StorageFullError if the disk is full; synced units stay valid.
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

  /** @returns False if it is not possible: unaligned memory, or a file system without O_DIRECT. */
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

  /** Flushes everything written so far (fdatasync), and the file's directory entry. */
  async sync(): Promise<void> {
    try {
      await this.#handle.datasync();
      await this.#syncName();
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** Once per file and process: another process may have made the file without flushing its name. */
  async #syncName(): Promise<void> {
    if (flushedNames.has(this.path)) return;
    await syncFolder(dirname(this.path));
    if (flushedNames.size >= FLUSHED_NAMES_MAX) flushedNames.clear();
    flushedNames.add(this.path);
  }

  /** Reads bytes from an offset; fewer than `lengthBytes` at the end of the file. */
  async read(offset: number, lengthBytes: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#handle.read(new Uint8Array(lengthBytes), 0, lengthBytes, offset);
    return buffer.subarray(0, bytesRead);
  }

  /** The size of the file, holes included. */
  async sizeBytes(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  /**
   * Makes it the object of a key: flush, rename, flush the folder. Idempotent: after a crash between the rename and the
   * caller's record of it, a second call keeps the object.
   *
   * @param sizeBytes The announced size.
   * @throws Error if the file has another size, so that an incomplete file never becomes an object.
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
      this.onFinished(targetKey);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** Closes the file and keeps it, so that the upload can continue later. */
  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await (await this.#direct)?.close();
    await this.#handle.close();
  }

  /** Deletes the growing file. Works on a full disk. */
  async discard(): Promise<void> {
    await this.close();
    flushedNames.delete(this.path);
    await rm(this.path, { force: true });
  }
}

const isWholePages = (bytes: number): boolean => bytes % PAGE_BYTES === 0;

/** Opens a file for writing past the page cache, which takes a quarter of the processor time for a synced upload. */
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
  let position = offset;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, position);
    position += bytesWritten;
    rest = dropBytes(rest, bytesWritten);
  }
}

/** Removes the first `count` bytes of a list of buffers. */
function dropBytes(buffers: readonly Uint8Array[], count: number): Uint8Array[] {
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
