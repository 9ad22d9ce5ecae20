import type { Readable } from 'node:stream';

export { createFolderStore } from './folder.ts';
export type { FolderStore } from './folder.ts';
export { allocatePages } from './upload-file.ts';
export type { UploadFile } from './upload-file.ts';
export { asStorageError, BadObjectKeyError, StorageFullError } from './errors.ts';

/** What `put` stores: bytes in memory, a stream, or a file on this machine. */
export type ObjectSource = Uint8Array | Readable | { readonly path: string };

export interface ObjectFacts {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly changedAtMs: number;
}

export interface OpenedObject extends ObjectFacts {
  /** The bytes asked for. The caller reads it to its end or destroys it; until then a file stays open. */
  readonly stream: Readable;
}

/** First and last byte wanted, both included, as in an HTTP `Range`. */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

/**
 * Files by key: originals, renditions, pictures. A key is words of letters, digits, `.`, `_`, `-` joined by `/`
 * (`content/<id>/720p.mp4`); nothing else can be stored, so a key never leaves the store.
 */
export interface ObjectStore {
  /**
   * Stores a whole object or nothing: readers see the former one until the new one is complete and on disk.
   *
   * @throws BadObjectKeyError the key has another shape.
   * @throws StorageFullError the disk has no room; nothing is left behind.
   */
  put(key: string, source: ObjectSource, options: { contentType: string }): Promise<ObjectFacts>;
  /** The object, or part of it; `null` when there is none. */
  open(key: string, range?: ByteRange): Promise<OpenedObject | null>;
  /** Size and type; `null` when there is none. */
  stat(key: string): Promise<ObjectFacts | null>;
  /** Deletes one object. Works on a full disk, and when there is none. */
  delete(key: string): Promise<void>;
  /** Deletes everything below a folder (`content/<id>`). Works on a full disk, and when there is nothing. */
  deletePrefix(folder: string): Promise<void>;
  /** Where the object lies on this machine; `null` when the store is elsewhere or the key has another shape. */
  path(key: string): string | null;
  /** Bytes that can still be stored; `Infinity` when the store does not say. */
  freeBytes(): Promise<number>;
}
