import type { AccountDatabase } from '../database.ts';
import { hasSyncFiles, openSyncAccess } from './opfs.ts';
import type { StoredRecording } from './recording.ts';
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

/** Opens the file of a recording at its end; works in a dedicated worker, of `idb` everywhere. */
export const openGrowingFile = (
  db: AccountDatabase,
  { id, keptIn }: Pick<StoredRecording, 'id' | 'keptIn'>,
): Promise<GrowingFile> => (keptIn === 'opfs' ? openPrivate(uploadFolder(db.name), id) : openPieces(db, id));

const openPrivate = async (folder: string, id: string): Promise<GrowingFile> => {
  const access = await openSyncAccess(folder, id);
  let size = access.getSize();
  return {
    get size() {
      return size;
    },
    // One after the other, and on the disk before the next one.
    append(bytes) {
      const written = access.write(bytes, { at: size });
      if (written !== bytes.length) {
        access.truncate(size);
        return Promise.reject(new DOMException('The device is full.', 'QuotaExceededError'));
      }
      access.flush();
      size += written;
      return Promise.resolve();
    },
    read(from, to) {
      const bytes = new Uint8Array(to - from);
      access.read(bytes, { at: from });
      return Promise.resolve(bytes);
    },
    close: () => access.close(),
  };
};

const openPieces = async (db: AccountDatabase, recordingId: string): Promise<GrowingFile> => {
  const table = db.recordingPieces;
  const last = await table
    .where('[recordingId+at]')
    .between([recordingId, 0], [recordingId, Infinity], true, true)
    .last();
  let size = last ? last.at + last.bytes.byteLength : 0;
  return {
    get size() {
      return size;
    },
    async append(bytes) {
      await db.transaction('rw!', table, () => table.put({ recordingId, at: size, bytes: bytes.slice().buffer }));
      size += bytes.length;
    },
    async read(from, to) {
      const result = new Uint8Array(to - from);
      const before = await table
        .where('[recordingId+at]')
        .between([recordingId, 0], [recordingId, from], true, true)
        .last();
      const pieces = await table
        .where('[recordingId+at]')
        .between([recordingId, before?.at ?? 0], [recordingId, to], true, false)
        .toArray();
      for (const { at, bytes } of pieces) {
        const start = Math.max(from, at);
        const end = Math.min(to, at + bytes.byteLength);
        if (start < end) result.set(new Uint8Array(bytes, start - at, end - start), start - from);
      }
      return result;
    },
    close: () => {},
  };
};
