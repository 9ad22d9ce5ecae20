import type { AccountDatabase } from '../database.ts';
import { isQuotaError } from '../door.ts';
import { makeRoom } from '../room.ts';
import type { KeptIn, StoredUploadJob } from './job.ts';
import { uploadFolder } from './upload-folder.ts';

type CopyRef = Pick<StoredUploadJob, 'fileId' | 'keptIn'>;

/** A store for local copies of the files of unfinished uploads. */
export interface BlobStore {
  readonly kind: 'idb' | 'opfs';
  /** Copies the file. @throws DOMException QuotaExceededError where there is no room. */
  put(id: string, file: Blob): Promise<void>;
  get(id: string): Promise<Blob | undefined>;
  delete(id: string): Promise<void>;
}

/** Bytes at the end of a copy that are read back to verify it. */
const TAIL_BYTES = 64 * 1024;
/** Free space needed for a copy, as a multiple of the file's size. */
const ROOM_FACTOR = 1.1;
const COPY_BYTES = 4 * 1024 * 1024;

/** One IndexedDB record per file: the browser copies it without using memory, and it survives a kill. */
export const idbStore = (db: AccountDatabase): BlobStore => ({
  kind: 'idb',
  put: async (id, file) => void (await db.uploadFiles.put({ id, file })),
  get: async (id) => (await db.uploadFiles.get(id))?.file,
  delete: (id) => db.uploadFiles.delete(id),
});

const opfsFolder = async (folder: string): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });

/** The origin's private file system, for browsers whose IndexedDB fails with large blobs. `put` works only in a worker. */
export const opfsStore = (folder: string): BlobStore => ({
  kind: 'opfs',
  async put(id, file) {
    const handle = await (await opfsFolder(folder)).getFileHandle(id, { create: true });
    const access = await (
      handle as unknown as { createSyncAccessHandle(): Promise<SyncAccess> }
    ).createSyncAccessHandle();
    try {
      access.truncate(0);
      for (let offset = 0; offset < file.size; offset += COPY_BYTES)
        access.write(new Uint8Array(await file.slice(offset, offset + COPY_BYTES).arrayBuffer()), { at: offset });
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

const folderOf = (db: AccountDatabase): string => uploadFolder(db.name);

/** WebKit's IndexedDB loses its connection with blobs of some hundred megabytes. */
const isWebKit = (): boolean => /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent);
const hasSyncFiles = (): boolean => 'FileSystemSyncAccessHandle' in globalThis;

const storeFor = (db: AccountDatabase): BlobStore =>
  isWebKit() && hasSyncFiles() ? opfsStore(folderOf(db)) : idbStore(db);

/**
 * Copies a picked file to this device, and verifies the copy by reading its end.
 *
 * @returns Where the copy is; `page` if there is no room: then the page that picked the file must stay open.
 */
export const copyFile = async (
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
      // The browser's estimate was wrong: evict what can be fetched again, and try once more.
      if (tried === 0 && isQuotaError(error) && (await makeRoom(db, file.size * ROOM_FACTOR))) continue;
    }
    // Any reason, for example a database that stores no blobs: there is no copy.
    await store.delete(id).catch(() => {});
    return 'page';
  }
};

const isReadable = async (copy: Blob | undefined, size: number): Promise<boolean> => {
  if (copy?.size !== size) return false;
  const tail = copy.slice(Math.max(0, size - TAIL_BYTES));
  return (await tail.arrayBuffer()).byteLength === tail.size;
};

const hasRoom = async (bytes: number): Promise<boolean> => {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined || usage === undefined || quota - usage > bytes * ROOM_FACTOR;
};

/** Reads the local copy of a job's file; undefined if there is none. */
export const readLocalCopy = async (db: AccountDatabase, { fileId, keptIn }: CopyRef): Promise<Blob | undefined> =>
  keptIn === 'opfs' ? opfsStore(folderOf(db)).get(fileId) : idbStore(db).get(fileId);

/** Deletes the local copy of a finished or cancelled job. What fails now is deleted with the sign-out. */
export const deleteLocalCopy = async (db: AccountDatabase, { fileId, keptIn }: CopyRef): Promise<void> => {
  await idbStore(db)
    .delete(fileId)
    .catch(() => {});
  if (keptIn === 'opfs')
    await opfsStore(folderOf(db))
      .delete(fileId)
      .catch(() => {});
};
