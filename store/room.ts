import type { AccountDatabase } from './database.ts';
import { isQuotaError } from './door.ts';

/** Space to free for a write of rows, bytes; more than they need. */
const ROWS_BYTES = 1024 * 1024;

/**
 * Evicts data that can be fetched again: cached pictures, then saved media, oldest first. Never touches unsent work.
 *
 * @returns Whether anything was evicted.
 */
export const makeRoom = async (db: AccountDatabase, bytes: number): Promise<boolean> => {
  let freed = typeof caches !== 'undefined' && (await caches.delete('pictures')) ? 1 : 0;
  for (const media of await db.savedMedia.toArray().then((all) => all.toSorted((a, b) => a.savedAtMs - b.savedAtMs))) {
    if (freed > bytes) break;
    await db.savedMedia.delete(media.id);
    freed += media.bytes;
  }
  return freed > 0;
};

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
