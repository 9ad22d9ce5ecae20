import * as Comlink from 'comlink';
import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase } from '#store/door.ts';
import { openGrowingFile, recordingStore, type GrowingFile } from '#store/uploads/recording-file.ts';
import type { StoredRecording } from '#store/uploads/recording.ts';
import { GrowingSender } from '#store/uploads/send-growing.ts';

interface Open {
  db: AccountDatabase;
  id: string;
  clips: number[];
  file: GrowingFile;
  sender: GrowingSender;
}

let open: Open | undefined;
/** Pieces are written one after the other. */
let last: Promise<unknown> = Promise.resolve();

const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
};

const opened = (): Open => {
  if (!open) throw new Error('No recording is open.');
  return open;
};

const facade = {
  /** Where recordings are kept on this device. */
  keptIn: (): StoredRecording['keptIn'] => recordingStore(),
  /**
   * Opens the file of a recording at its end, and sends it while it grows.
   *
   * @param onSent Called with the bytes that the server has.
   * @returns Its bytes.
   */
  async open(recording: StoredRecording, onSent: (bytes: number) => void): Promise<number> {
    const db = accountDatabase(recording.owner);
    const file = await openGrowingFile(db, recording);
    const sender = new GrowingSender(recording, file, onSent);
    open = { db, id: recording.id, clips: [...recording.clips], file, sender };
    return file.size;
  },
  /** A clip begins at the end of the file: noted before its first byte. */
  beginClip: (): Promise<void> =>
    inTurn(async () => {
      const { db, id, clips, file } = opened();
      if (clips.at(-1) === file.size) return;
      clips.push(file.size);
      await db.recordings.update(id, { clips: [...clips] });
    }),
  /**
   * Stores a piece, on the disk before this resolves.
   *
   * @param ms Length of the recording with it.
   * @returns Bytes of the recording.
   * @throws DOMException QuotaExceededError if the device is full.
   */
  append: (piece: Blob, ms: number): Promise<number> =>
    inTurn(async () => {
      const { db, id, file, sender } = opened();
      await file.append(new Uint8Array(await piece.arrayBuffer()));
      sender.grew();
      await db.recordings.update(id, { bytes: file.size, ms });
      return file.size;
    }),
  /** Closes the file; an upload can read it then. */
  close: (): Promise<void> =>
    inTurn(async () => {
      const closing = open;
      open = undefined;
      await closing?.sender.end();
      closing?.file.close();
    }),
};
export type RecordWorker = typeof facade;
Comlink.expose(facade);
