import type { AccountDatabase } from '../database.ts';
import { isQuotaError } from '../door.ts';
import { hasSyncFiles, openSyncAccess, opfsStore, writeWhole } from './opfs.ts';
import { piecesOf, readPrivatePart, type StoredRecording } from './recording.ts';
import { uploadFolder } from './upload-folder.ts';

/** A file that grows at its end. After `append` its bytes survive the end of the browser. */
export interface GrowingFile {
  readonly size: number;
  /** @throws DOMException QuotaExceededError if the device is full; then nothing of the piece is in the file. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): void;
}

/** Where this context keeps recordings: the private file system where a worker can write there. */
export const recordingStore = (): StoredRecording['keptIn'] => (hasSyncFiles() ? 'opfs' : 'idb');

type Opened = Pick<StoredRecording, 'id' | 'keptIn' | 'bytes'>;

/**
 * Opens the file of a recording at its end; works in a dedicated worker, of `idb` everywhere. Where the private file
 * system refuses, now or at a later piece, the pieces from there on are stored in the database. Source: decision 0112.
 *
 * @throws the error of the private file system if it has bytes of the recording and does not give them.
 */
export const openGrowingFile = async (db: AccountDatabase, recording: Opened): Promise<GrowingFile> => {
  if (recording.keptIn === 'idb') return openPieces(db, recording, 0);
  const first = await piecesOf(db, recording.id).first();
  if (first) return openPieces(db, recording, first.at);
  try {
    return orPieces(db, recording, await openPrivate(uploadFolder(db.name), recording.id));
  } catch (error) {
    if (isQuotaError(error)) throw error;
    const size = (await readPrivatePart(db, recording.id))?.size ?? 0;
    if (size < recording.bytes) throw error;
    if (size === 0)
      await opfsStore(uploadFolder(db.name))
        .delete(recording.id)
        .catch(() => {});
    return openPieces(db, recording, size);
  }
};

const openPrivate = async (folder: string, id: string): Promise<GrowingFile> => {
  const access = await openSyncAccess(folder, id);
  let size = access.getSize();
  return {
    get size() {
      return size;
    },
    // One after the other, and on the disk before the next one.
    async append(bytes) {
      try {
        writeWhole(access, bytes, size);
        access.flush();
      } catch (error) {
        try {
          access.truncate(size);
        } catch {
          // What cannot be cut off now is overwritten, or left out when the recording is read.
        }
        throw error;
      }
      size += bytes.length;
    },
    read(from, to) {
      const bytes = new Uint8Array(to - from);
      access.read(bytes, { at: from });
      return Promise.resolve(bytes);
    },
    close: () => access.close(),
  };
};

/** A file in the private file system whose later pieces go to the database once it refuses one. */
const orPieces = (db: AccountDatabase, recording: Opened, inFiles: GrowingFile): GrowingFile => {
  let file = inFiles;
  return {
    get size() {
      return file.size;
    },
    async append(bytes) {
      try {
        return await file.append(bytes);
      } catch (error) {
        if (file !== inFiles || isQuotaError(error)) throw error;
      }
      const pieces = await openPieces(db, recording, inFiles.size);
      await pieces.append(bytes);
      file = pieces;
      inFiles.close();
    },
    read: (from, to) => file.read(from, to),
    close: () => file.close(),
  };
};

/** @param start The bytes of the recording that are in the private file system; the pieces follow them. */
const openPieces = async (db: AccountDatabase, { id }: Pick<Opened, 'id'>, start: number): Promise<GrowingFile> => {
  const table = db.recordingPieces;
  const last = await piecesOf(db, id).last();
  let size = last ? last.at + last.bytes.byteLength : start;
  return {
    get size() {
      return size;
    },
    async append(bytes) {
      await db.transaction('rw!', table, () => table.put({ recordingId: id, at: size, bytes: bytes.slice().buffer }));
      size += bytes.length;
    },
    async read(from, to) {
      const result = new Uint8Array(to - from);
      if (from < start) {
        const before = await readPrivatePart(db, id);
        if (!before || before.size < start) throw new Error('The first part of the recording cannot be read.');
        result.set(new Uint8Array(await before.slice(from, Math.min(to, start)).arrayBuffer()));
      }
      const before = await piecesOf(db, id, 0, from).last();
      for (const { at, bytes } of await piecesOf(db, id, before?.at ?? 0, to).toArray()) {
        const begin = Math.max(from, at);
        const end = Math.min(to, at + bytes.byteLength);
        if (begin < end) result.set(new Uint8Array(bytes, begin - at, end - begin), begin - from);
      }
      return result;
    },
    close: () => {},
  };
};
