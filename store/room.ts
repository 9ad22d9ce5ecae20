import type { AccountDatabase } from './database.ts';
import { isQuotaError } from './door.ts';

/** What a row or some rows need, generously, bytes. */
const ROWS_BYTES = 1024 * 1024;

/**
 * Lets go of what can be fetched again, oldest first. Unsent work is never touched.
 *
 * @returns Whether there was anything to let go of.
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
 * Writes rows, and once more where the device was full and room could be made.
 *
 * @throws the browser's quota error if the device stays full; the caller says so.
 */
export const writeRows = async <T>(db: AccountDatabase, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaError(error) || !(await makeRoom(db, ROWS_BYTES))) throw error;
    return write();
  }
};
