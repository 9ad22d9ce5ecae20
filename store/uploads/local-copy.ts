import type { AccountDatabase } from '../database.ts';
import { isQuotaError } from '../door.ts';
import { makeRoom } from '../room.ts';
import { copiesOf, type KeptIn, type StoredUploadJob } from './job.ts';
import { hasPrivateFiles, hasSyncFiles, opfsStore, sweepCopies } from './opfs.ts';
import { uploadFolder } from './upload-folder.ts';

type CopyRef = Pick<StoredUploadJob, 'fileId' | 'keptIn'>;

export interface PutOptions {
  /** The file is the one that an interrupted copy was made of: continue it. */
  isSameFile?: boolean;
  /** Asked now and then: false ends the copy. */
  isWanted?(): Promise<boolean>;
}

/** A store for local copies of the files of unfinished uploads. */
export interface BlobStore {
  readonly kind: 'idb' | 'opfs';
  /** Copies the file. @throws DOMException QuotaExceededError where there is no room. */
  put(id: string, file: Blob, options?: PutOptions): Promise<void>;
  get(id: string): Promise<Blob | undefined>;
  delete(id: string): Promise<void>;
}

/** Bytes at the end of a copy that are read back to verify it. */
const TAIL_BYTES = 64 * 1024;
/** Free space needed for a copy, as a multiple of the file's size. */
const ROOM_FACTOR = 1.1;

/** One IndexedDB record per file: the browser copies it without using memory, and it survives a kill. */
export const idbStore = (db: AccountDatabase): BlobStore => ({
  kind: 'idb',
  put: async (id, file) => void (await db.uploadFiles.put({ id, file })),
  get: async (id) => (await db.uploadFiles.get(id))?.file,
  // A handle to the person's own file stays.
  delete: (id) =>
    db.transaction('rw', db.uploadFiles, async () => {
      const { handle } = (await db.uploadFiles.get(id)) ?? {};
      await (handle ? db.uploadFiles.put({ id, handle }) : db.uploadFiles.delete(id));
    }),
});

const folderOf = (db: AccountDatabase): string => uploadFolder(db.name);

/**
 * The private file system where there is one: an interrupted copy continues, and WebKit's IndexedDB loses its connection
 * with blobs of some hundred megabytes.
 */
const storeFor = (db: AccountDatabase): BlobStore => (hasSyncFiles() ? opfsStore(folderOf(db)) : idbStore(db));

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
  options: PutOptions = {},
): Promise<KeptIn> => {
  if (!(await hasRoom(file.size)) && !((await makeRoom(db, file.size * ROOM_FACTOR)) && (await hasRoom(file.size))))
    return 'page';
  for (let tried = 0; ; tried += 1) {
    try {
      await store.put(id, file, options);
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

/** Where the bytes of a job's file are. */
export interface FoundFile {
  keptIn: Extract<KeptIn, 'idb' | 'opfs' | 'handle' | 'nowhere'>;
  /** Undefined with `nowhere`, and with `handle` if the browser wants the person to allow reading it. */
  file?: Blob;
}

/**
 * Looks for the file of a job that no open page has: a whole copy, else the file itself by the handle that the browser
 * keeps.
 */
export const findFile = async (
  db: AccountDatabase,
  job: Pick<StoredUploadJob, 'fileId' | 'size' | 'lastModifiedMs'>,
): Promise<FoundFile> => {
  const { file, handle } = (await db.uploadFiles.get(job.fileId)) ?? {};
  if (file?.size === job.size) return { keptIn: 'idb', file };
  const copy = hasPrivateFiles() ? await opfsStore(folderOf(db)).get(job.fileId) : undefined;
  if (copy?.size === job.size) return { keptIn: 'opfs', file: copy };
  return handle ? readHandle(handle, job) : { keptIn: 'nowhere' };
};

const readHandle = async (
  handle: FileSystemFileHandle,
  { size, lastModifiedMs }: Pick<StoredUploadJob, 'size' | 'lastModifiedMs'>,
): Promise<FoundFile> => {
  try {
    const permission = await (handle as PermissionHandle).queryPermission({ mode: 'read' });
    if (permission === 'prompt') return { keptIn: 'handle' };
    if (permission === 'granted') {
      const file = await handle.getFile();
      if (file.size === size && file.lastModified === lastModifiedMs) return { keptIn: 'handle', file };
    }
  } catch {
    // Moved or deleted.
  }
  return { keptIn: 'nowhere' };
};

/** What only some browsers have. */
export type PermissionHandle = FileSystemFileHandle &
  Record<'queryPermission' | 'requestPermission', (options: { mode: 'read' }) => Promise<PermissionState>>;

/** Deletes the local copy of a finished or cancelled job. What fails now is deleted with the sign-out. */
export const deleteLocalCopy = async (db: AccountDatabase, { fileId }: Pick<CopyRef, 'fileId'>): Promise<void> => {
  await db.uploadFiles.delete(fileId).catch(() => {});
  if (hasPrivateFiles())
    await opfsStore(folderOf(db))
      .delete(fileId)
      .catch(() => {});
};

/**
 * Deletes copies whose job is gone, in both stores: the job was cancelled while its file was being copied, and the browser
 * was killed before the copy was deleted; or the browser cleared the database.
 */
export const sweepLocalCopies = async (db: AccountDatabase): Promise<void> => {
  await db.transaction('rw', db.uploadJobs, db.recordings, db.uploadFiles, async () => {
    const wanted = await readWanted(db);
    const stored = await db.uploadFiles.toCollection().primaryKeys();
    await db.uploadFiles.bulkDelete(stored.filter((id) => !wanted.has(id)));
  });
  if (!hasPrivateFiles()) return;
  await sweepCopies(folderOf(db), () => db.transaction('r', db.uploadJobs, db.recordings, () => readWanted(db)));
};

/** The keys of the copies that jobs and recordings need. */
const readWanted = async (db: AccountDatabase): Promise<ReadonlySet<string>> => {
  const jobs = await db.uploadJobs.toArray();
  return new Set([...jobs.flatMap(copiesOf), ...(await db.recordings.toCollection().primaryKeys())]);
};
