import type { AccountDatabase, SavedMedia } from '../database.ts';
import { notedLease } from './lease.ts';

/** The pieces of a copy, in order. */
export const piecesOf = (db: AccountDatabase, copyId: string) =>
  db.savedPieces.where('[copyId+at]').between([copyId, 0], [copyId, Infinity], true, true);

/** The bytes of a copy; undefined if some are missing. The browser reads them from its own files when they are played. */
export const readCopy = async (
  db: AccountDatabase,
  { blob, copyId, bytes, contentType }: SavedMedia,
): Promise<Blob | undefined> => {
  if (copyId === undefined) return blob;
  const pieces = await piecesOf(db, copyId).sortBy('at');
  const whole = new Blob(
    pieces.map((piece) => piece.bytes),
    { type: contentType },
  );
  return whole.size === bytes ? whole : undefined;
};

/** Tables of a transaction that adds or deletes copies. */
export const copyTables = (db: AccountDatabase) => [db.savedMedia, db.savedPieces];

/** Deletes a copy with its bytes. */
export const deleteCopy = (db: AccountDatabase, id: string): Promise<void> =>
  db.transaction('rw', copyTables(db), async () => {
    const row = await db.savedMedia.get(id);
    if (row?.copyId !== undefined) await piecesOf(db, row.copyId).delete();
    await db.savedMedia.delete(id);
  });

/** Deletes pieces that belong to no copy and no unfinished one, e.g. because the browser was killed in between. */
export const sweepPieces = (db: AccountDatabase): Promise<void> =>
  db.transaction('rw', [...copyTables(db), db.saveJobs], async () => {
    const used = new Set<string | undefined>();
    await db.savedMedia.each(({ copyId }) => void used.add(copyId));
    await db.saveJobs.each(({ copyId }) => void used.add(copyId));
    const stored = (await db.savedPieces.toCollection().primaryKeys()).map(([copyId]) => copyId);
    for (const copyId of new Set(stored)) if (!used.has(copyId)) await piecesOf(db, copyId).delete();
  });

/** Documents that are kept because they were opened; older ones are freed. */
const OPENED_MAX = 20;

/** Frees the documents that were opened longest ago, if there are too many. */
export const trimOpened = async (db: AccountDatabase): Promise<void> => {
  const opened = await db.savedMedia.filter(({ isOpened }) => isOpened === true).toArray();
  for (const { id } of opened.toSorted((a, b) => b.savedAtMs - a.savedAtMs).slice(OPENED_MAX)) await deleteCopy(db, id);
};

/** Notes the present time in all leases. Call it now and then: see `notedLease`. */
export const noteLeases = (db: AccountDatabase): Promise<void> =>
  db.transaction('rw', db.savedMedia, async () => {
    for (const { id, lease } of await db.savedMedia.toArray())
      if (lease) await db.savedMedia.update(id, { lease: notedLease(lease) });
  });
