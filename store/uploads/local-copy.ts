import type { AccountDatabase } from '../database.ts';
import { isQuotaError } from '../door.ts';
import { makeRoom } from '../room.ts';
import { copiesOf, type KeptIn, type StoredUploadJob } from './job.ts';
import { hasPrivateFiles, hasSyncFiles, isCopyUnwanted, opfsStore, sweepCopies } from './opfs.ts';
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
  put: (id, file) =>
    db.transaction('rw', db.uploadFiles, async () => {
      await db.uploadFiles.put({ ...(await db.uploadFiles.get(id)), id, file });
    }),
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
 * Where this context copies to, in this order. First the private file system where there is one: an interrupted copy
 * continues, and WebKit's IndexedDB loses its connection with blobs of some hundred megabytes. A browser that has it may
 * still refuse it; a copy in the database is better than none. Source: decision 0112.
 */
const storesFor = (db: AccountDatabase): BlobStore[] =>
  hasSyncFiles() ? [opfsStore(folderOf(db)), idbStore(db)] : [idbStore(db)];

/**
 * Copies a picked file to this device, and verifies the copy by reading its end.
 *
 * @returns Where the copy is; `page` if there is no room, or no store takes it: then the page that picked the file must
 *   stay open.
 */
export const copyFile = async (
  db: AccountDatabase,
  id: string,
  file: Blob,
  stores: readonly BlobStore[] = storesFor(db),
  options: PutOptions = {},
): Promise<KeptIn> => {
  if (!(await hasRoom(file.size)) && !((await makeRoom(db, file.size * ROOM_FACTOR)) && (await hasRoom(file.size))))
    return 'page';
  for (const store of stores) {
    const result = await copyTo(store, db, id, file, options);
    if (result === 'copied') return store.kind;
    // What is half written is of no use, and would take the room of the next one.
    await store.delete(id).catch(() => {});
    if (result === 'ended' || (options.isWanted && !(await options.isWanted()))) break;
  }
  return 'page';
};

/** @returns `refused` if another store may take the file; `ended` if the device is full, or the copy is not wanted any more. */
const copyTo = async (
  store: BlobStore,
  db: AccountDatabase,
  id: string,
  file: Blob,
  options: PutOptions,
): Promise<'copied' | 'refused' | 'ended'> => {
  for (let tried = 0; ; tried += 1) {
    try {
      await store.put(id, file, options);
      return (await isReadable(await store.get(id), file.size)) ? 'copied' : 'refused';
    } catch (error) {
      if (isCopyUnwanted(error)) return 'ended';
      // For example a private file system that opens no files, or a database that stores no blobs.
      if (!isQuotaError(error)) return 'refused';
      // The browser's estimate was wrong: evict what can be fetched again, and try once more.
      if (tried > 0 || !(await makeRoom(db, file.size * ROOM_FACTOR))) return 'ended';
    }
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
