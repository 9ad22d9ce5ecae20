import type { AccountDatabase } from '../database.ts';
import { copyTables, deleteCopy, piecesOf } from './copies.ts';
import { notedLease } from './lease.ts';

// Apart from copies.ts, which every first load has, because room for rows is made by deleting copies.

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
