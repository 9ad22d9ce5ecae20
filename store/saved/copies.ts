import type { AccountDatabase, SavedMedia } from '../database.ts';

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
