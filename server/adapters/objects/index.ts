import type { Readable } from 'node:stream';

export { createFolderStore } from './folder.ts';
export { openObjects, type OpenObjects } from './open.ts';
export type { ObjectsConfig } from '#server/config-objects.ts';
export type { FolderStore } from './folder.ts';
export { allocatePages } from './upload-file.ts';
export type { UploadFile } from './upload-file.ts';
export { asStorageError, BadObjectKeyError, isMissing, StorageFullError } from './errors.ts';
export { syncFolder } from './durable.ts';
export { isObjectKey } from './keys.ts';

/** Source of `put`: bytes in memory, a stream, or a file on this machine. */
export type ObjectSource = Uint8Array | Readable | { readonly path: string };

export interface ObjectFacts {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly changedAtMs: number;
}

export interface OpenedObject extends ObjectFacts {
  /** The requested bytes. The caller must read it to its end or destroy it, because it holds an open file. */
  readonly stream: Readable;
}

/** First and last byte, both included, as in an HTTP `Range`. */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

/**
 * Files by key: originals, renditions, pictures. A key is words of letters, digits, `.`, `_`, `-` joined by `/`
 * (`content/<id>/720p.mp4`); other keys are refused, so that none names a file outside the store.
 */
export interface ObjectStore {
  /**
   * Stores an object atomically: readers see the previous one until the new one is complete and flushed.
   *
   * @throws BadObjectKeyError if the key has another shape.
   * @throws StorageFullError if the disk is full; no partial file stays.
   */
  put(key: string, source: ObjectSource, options: { contentType: string }): Promise<ObjectFacts>;
  /** Opens an object, or a range of it; `null` if there is none. */
  open(key: string, range?: ByteRange): Promise<OpenedObject | null>;
  /** Returns size and type; `null` if there is none. */
  stat(key: string): Promise<ObjectFacts | null>;
  /** Deletes an object. Works on a full disk, and if there is none. */
  delete(key: string): Promise<void>;
  /** Deletes all objects below a folder (`content/<id>`). Works on a full disk, and if there are none. */
  deletePrefix(folder: string): Promise<void>;
  /** The keys of all objects below a folder, sorted; of the whole store for ''. An object of that name is one, too. */
  list(folder: string): Promise<string[]>;
  /**
   * An object as a file that programs may read; `null` if there is none. It is the object's own file, or one in `folder`,
   * which the caller deletes with that folder.
   */
  asFile(key: string, folder: string): Promise<string | null>;
  /** The object's path on this machine; `null` if the store is elsewhere or the key has another shape. */
  path(key: string): string | null;
  /** Free bytes; `Infinity` if unknown. */
  freeBytes(): Promise<number>;
}
