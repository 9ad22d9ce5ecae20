import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { moveIntoPlace, syncFolder } from './durable.ts';
import { asStorageError, isMissing } from './errors.ts';
import { filePathOf } from './keys.ts';

/** Growing files whose names this process has flushed. */
const namedOnDisk = new Set<string>();
const NAMED_MAX = 10_000;

/**
 * A file that grows unit by unit, in any order, until it becomes an object. What it holds after a crash is what was
 * synced; which units those are is for the caller to keep.
 */
export class UploadFile {
  /** Where it lies while it grows. */
  readonly path: string;
  readonly #root: string;
  readonly #handle: FileHandle;
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
    let rest = buffers.filter((buffer) => buffer.byteLength > 0);
    let at = offset;
    try {
      while (rest.length > 0) {
        const { bytesWritten } = await this.#handle.writev(rest, at);
        at += bytesWritten;
        rest = after(rest, bytesWritten);
      }
    } catch (error) {
      throw asStorageError(error);
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
    await this.#handle.close();
  }

  /** Deletes the growing file. Works on a full disk. */
  async discard(): Promise<void> {
    await this.close();
    namedOnDisk.delete(this.path);
    await rm(this.path, { force: true });
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
