import { newId, type Scope } from '#contract/ids.ts';
import type { AccountDatabase } from '../database.ts';
import { newJob, type StoredUploadJob } from './job.ts';
import { deleteLocalCopy } from './local-copy.ts';
import { hasPrivateFiles, opfsStore } from './opfs.ts';
import { isPageOpen, pageId } from './page-lock.ts';
import { uploadFolder } from './upload-folder.ts';

/**
 * A recording that is not an upload yet. The row is stored before the first byte, so that a killed browser finds the
 * recording again. Its clips are the bytes of one file after the other, without gaps: each starts with its own header.
 * `id` becomes the id of the upload and of the content.
 *
 * Stored on devices: renaming a field needs a migration.
 */
export interface StoredRecording {
  id: string;
  owner: string;
  scope: Scope;
  folderId: string | null;
  /** File name with the extension of its format. */
  name: string;
  /** First byte of each clip. */
  clips: number[];
  /** Bytes and milliseconds that were stored with the last piece; the file may have one piece more. */
  bytes: number;
  ms: number;
  /** Where its first bytes are: with `opfs`, pieces that the private file system refused follow in the database. */
  keptIn: 'opfs' | 'idb';
  /** The page that records (page-lock.ts). */
  holder: string;
  startedAtMs: number;
}

/** A piece of a recording on a device without a private file system, or whose private file system refuses it. */
export interface StoredPiece {
  recordingId: string;
  /** Its first byte in the recording. */
  at: number;
  bytes: ArrayBuffer;
}

const pad = (n: number): string => String(n).padStart(2, '0');

/** A file name with the local time: `Recording 2026-11-22 16.05.09.webm`. */
const recordingName = (atMs: number, extension: string): string => {
  const at = new Date(atMs);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `Recording ${day} ${pad(at.getHours())}.${pad(at.getMinutes())}.${pad(at.getSeconds())}.${extension}`;
};

export interface BeginRecording extends Pick<StoredRecording, 'owner' | 'scope' | 'folderId' | 'keptIn'> {
  extension: string;
  nowMs?: number;
}

/** Stores the row of a new recording, before anything is recorded. */
export const addRecording = async (
  db: AccountDatabase,
  { owner, scope, folderId, keptIn, extension, nowMs = Date.now() }: BeginRecording,
): Promise<StoredRecording> => {
  const recording: StoredRecording = {
    id: newId(nowMs),
    owner,
    scope,
    folderId,
    name: recordingName(nowMs, extension),
    clips: [],
    bytes: 0,
    ms: 0,
    keptIn,
    holder: pageId,
    startedAtMs: nowMs,
  };
  await db.recordings.add(recording);
  return recording;
};

/** The pieces of a recording in the database, in order: those that begin from byte `from` on, and before `to`. */
export const piecesOf = (db: AccountDatabase, id: string, from = 0, to = Infinity) =>
  db.recordingPieces.where('[recordingId+at]').between([id, from], [id, to], true, to === Infinity);

/** The bytes of a recording in the private file system; undefined if it has none, or refuses. */
export const readPrivatePart = async (db: AccountDatabase, id: string): Promise<Blob | undefined> =>
  hasPrivateFiles() ? opfsStore(uploadFolder(db.name)).get(id) : undefined;

/**
 * The bytes of a recording that are on this device, and where they are; undefined if there are none.
 *
 * @throws Error if what is in the private file system cannot be read now.
 */
const readRecording = async (
  db: AccountDatabase,
  { id, keptIn, name, bytes: noted }: Pick<StoredRecording, 'id' | 'keptIn' | 'name' | 'bytes'>,
): Promise<{ file: Blob; keptIn: StoredRecording['keptIn'] } | undefined> => {
  const part = keptIn === 'opfs' ? await readPrivatePart(db, id) : undefined;
  const stored = await piecesOf(db, id).toArray();
  const [first] = stored;
  const isThere = first ? (part?.size ?? 0) >= first.at : part !== undefined || noted === 0;
  if (keptIn === 'opfs' && !isThere) throw new Error('The recording cannot be read.');
  if (!first) return part && { file: part, keptIn };
  // The piece that was refused may be in the private file system in part.
  const before = part ? [part.slice(0, first.at)] : [];
  const type = name.endsWith('.mp4') ? 'video/mp4' : 'video/webm';
  return { file: new Blob([...before, ...stored.map(({ bytes }) => bytes)], { type }), keptIn: 'idb' };
};

/** The clips that have bytes: a clip that was begun and got none is left out. */
export const clipsOf = (starts: readonly number[], size: number): number[] =>
  starts.filter((start, index) => start < (starts[index + 1] ?? size) && start < size);

/**
 * Makes the upload of a recording, in one transaction: the row becomes a job whose local copy is there already.
 *
 * @returns The job; undefined if nothing was recorded.
 * @throws Error if it cannot be read now; it is kept.
 */
export const turnIntoUpload = async (
  db: AccountDatabase,
  id: string,
  nowMs = Date.now(),
): Promise<StoredUploadJob | undefined> => {
  const recording = await db.recordings.get(id);
  if (!recording) return undefined;
  const read = await readRecording(db, recording);
  if (!read || read.file.size === 0) {
    await deleteRecording(db, id);
    return undefined;
  }
  const { file, keptIn } = read;
  const { owner, scope, folderId, name, clips } = recording;
  const job: StoredUploadJob = {
    ...newJob({ id, owner, scope, folderId, name, type: 'video', size: file.size, lastModifiedMs: nowMs }, nowMs),
    keptIn,
    clips: clipsOf(clips, file.size),
  };
  await db.transaction('rw', db.recordings, db.recordingPieces, db.uploadJobs, db.uploadFiles, async () => {
    if (keptIn === 'idb') {
      await db.uploadFiles.put({ id, file });
      await piecesOf(db, id).delete();
    }
    await db.uploadJobs.put(job);
    await db.recordings.delete(id);
  });
  return job;
};

/** Deletes a recording and its bytes. */
export const deleteRecording = async (db: AccountDatabase, id: string): Promise<void> => {
  await db.transaction('rw', db.recordings, db.recordingPieces, async () => {
    await db.recordings.delete(id);
    await piecesOf(db, id).delete();
  });
  await deleteLocalCopy(db, { fileId: id });
};

/** Recordings that no open page makes: their page was closed, or the browser was killed. Oldest first. */
export const readKept = async (db: AccountDatabase): Promise<StoredRecording[]> => {
  const all = await db.recordings.toArray();
  const isOpen = await Promise.all(all.map(({ holder }) => isPageOpen(holder)));
  return all.filter((_, index) => isOpen[index] !== true).toSorted((a, b) => a.startedAtMs - b.startedAtMs);
};
