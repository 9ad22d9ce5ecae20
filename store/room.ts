import type { AccountDatabase, SavedMedia } from './database.ts';
import { isQuotaError } from './door.ts';
import { deleteCopy, piecesOf } from './saved/copies.ts';

/** Space to free for a write of rows, bytes; more than they need. */
const ROWS_BYTES = 1024 * 1024;

/** Copies that the person did not ask for first: opened documents, then what a list keeps ready, then what the person saved; oldest first. */
const byWorth = (a: SavedMedia, b: SavedMedia): number => worthOf(a) - worthOf(b) || a.savedAtMs - b.savedAtMs;
const worthOf = ({ isOpened, setId }: SavedMedia): number => (isOpened ? 0 : setId === undefined ? 2 : 1);

/**
 * Evicts data that can be fetched again: cached pictures, then saved media. Never touches unsent work.
 *
 * @returns Whether anything was evicted.
 */
export const makeRoom = async (db: AccountDatabase, bytes: number): Promise<boolean> => {
  let freed = typeof caches !== 'undefined' && (await caches.delete('pictures')) ? 1 : 0;
  freed += await endUnfinished(db);
  for (const media of (await db.savedMedia.toArray()).toSorted(byWorth)) {
    if (freed > bytes) break;
    await deleteCopy(db, media.id);
    freed += media.bytes;
  }
  return freed > 0;
};

/** Frees what was fetched of copies that are not whole; the person may start them again. @returns The bytes. */
const endUnfinished = (db: AccountDatabase): Promise<number> =>
  db.transaction('rw', db.saveJobs, db.savedPieces, async () => {
    let freed = 0;
    for (const job of await db.saveJobs.filter(({ received }) => received > 0).toArray()) {
      await piecesOf(db, job.copyId).delete();
      await db.saveJobs.update(job.id, { received: 0, etag: null, problem: 'no_room', holder: null });
      freed += job.received;
    }
    return freed;
  });

/**
 * Writes rows; if the device is full, frees space and tries once more.
 *
 * @throws the browser's quota error if the device stays full; the caller reports it.
 */
export const writeRows = async <T>(db: AccountDatabase, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaError(error) || !(await makeRoom(db, ROWS_BYTES))) throw error;
    return write();
  }
};
