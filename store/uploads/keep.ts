import type { AccountDatabase } from '../database.ts';
import { isQuotaError } from '../door.ts';
import { makeRoom } from '../room.ts';
import type { KeptIn, StoredUploadJob } from './job.ts';
import { keptFolder } from './kept-folder.ts';

type Kept = Pick<StoredUploadJob, 'fileId' | 'keptIn'>;

/** Where the bytes of unfinished uploads lie on this device. */
export interface BlobStore {
  readonly kind: 'idb' | 'opfs';
  /** Copies the file. @throws DOMException QuotaExceededError where there is no room. */
  put(id: string, file: Blob): Promise<void>;
  get(id: string): Promise<Blob | undefined>;
  delete(id: string): Promise<void>;
}

/** Bytes at the end of a kept file that are read back: a store that lost them is not believed. */
const TAIL_BYTES = 64 * 1024;
/** Room that must stay beside the copy. */
const ROOM_FACTOR = 1.1;
const COPY_BYTES = 4 * 1024 * 1024;

/** One record a file: the browser copies it behind the scenes, without memory, and keeps it through a kill. */
export const idbStore = (db: AccountDatabase): BlobStore => ({
  kind: 'idb',
  put: async (id, file) => void (await db.uploadFiles.put({ id, file })),
  get: async (id) => (await db.uploadFiles.get(id))?.file,
  delete: (id) => db.uploadFiles.delete(id),
});

const opfsFolder = async (folder: string): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });

/** The origin's private file system, for browsers whose database breaks on large blobs. Written in a worker only. */
export const opfsStore = (folder: string): BlobStore => ({
  kind: 'opfs',
  async put(id, file) {
    const handle = await (await opfsFolder(folder)).getFileHandle(id, { create: true });
    const access = await (
      handle as unknown as { createSyncAccessHandle(): Promise<SyncAccess> }
    ).createSyncAccessHandle();
    try {
      access.truncate(0);
      for (let at = 0; at < file.size; at += COPY_BYTES)
        access.write(new Uint8Array(await file.slice(at, at + COPY_BYTES).arrayBuffer()), { at });
      access.flush();
    } finally {
      access.close();
    }
  },
  async get(id) {
    try {
      return await (await (await opfsFolder(folder)).getFileHandle(id)).getFile();
    } catch {
      return undefined;
    }
  },
  async delete(id) {
    await (await opfsFolder(folder)).removeEntry(id).catch(() => {});
  },
});

interface SyncAccess {
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

const folderOf = (db: AccountDatabase): string => keptFolder(db.name);

/** WebKit's database has lost its connection over blobs of some hundred megabytes. */
const isWebKit = (): boolean => /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent);
const hasSyncFiles = (): boolean => 'FileSystemSyncAccessHandle' in globalThis;

const storeFor = (db: AccountDatabase): BlobStore =>
  isWebKit() && hasSyncFiles() ? opfsStore(folderOf(db)) : idbStore(db);

/**
 * Keeps a picked file on this device, and reads its end back before it says so.
 *
 * @returns Where it lies; `page` where there is no room: then the page that picked it must stay open.
 */
export const keepFile = async (
  db: AccountDatabase,
  id: string,
  file: Blob,
  store: BlobStore = storeFor(db),
): Promise<KeptIn> => {
  if (!(await hasRoom(file.size)) && !((await makeRoom(db, file.size * ROOM_FACTOR)) && (await hasRoom(file.size))))
    return 'page';
  for (let tried = 0; ; tried += 1) {
    try {
      await store.put(id, file);
      if (await isReadable(await store.get(id), file.size)) return store.kind;
    } catch (error) {
      // The browser's estimate is a guess: what can be fetched again makes room, once.
      if (tried === 0 && isQuotaError(error) && (await makeRoom(db, file.size * ROOM_FACTOR))) continue;
    }
    // Whatever the reason, such as a database that takes no blobs: it is not here, and that is said.
    await store.delete(id).catch(() => {});
    return 'page';
  }
};

const isReadable = async (kept: Blob | undefined, size: number): Promise<boolean> => {
  if (kept?.size !== size) return false;
  const tail = kept.slice(Math.max(0, size - TAIL_BYTES));
  return (await tail.arrayBuffer()).byteLength === tail.size;
};

const hasRoom = async (bytes: number): Promise<boolean> => {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined || usage === undefined || quota - usage > bytes * ROOM_FACTOR;
};

/** The kept bytes of a job; undefined if this device has none. */
export const readKept = async (db: AccountDatabase, { fileId, keptIn }: Kept): Promise<Blob | undefined> =>
  keptIn === 'opfs' ? opfsStore(folderOf(db)).get(fileId) : idbStore(db).get(fileId);

/** Lets go of the bytes of a finished or cancelled job, wherever they are; what cannot be let go now goes with the sign-out. */
export const dropKept = async (db: AccountDatabase, { fileId, keptIn }: Kept): Promise<void> => {
  await idbStore(db)
    .delete(fileId)
    .catch(() => {});
  if (keptIn === 'opfs')
    await opfsStore(folderOf(db))
      .delete(fileId)
      .catch(() => {});
};
