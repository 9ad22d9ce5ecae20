import { CallError } from '../api.ts';
import type { AccountDatabase, SavedMedia } from '../database.ts';
import { withDatabase } from '../door.ts';
import { CHANGED_TABLES } from '../outbox/enqueue.ts';
import { deleteCopy, readCopy } from '../saved/copies.ts';
import { countUnsent, type Unsent } from '../unsent.ts';
import { applyPage, requestPage, EMPTY, pullOnce, type PullAnswer } from './pull.ts';

/** Plain data: it is posted from the worker to the page. */
export type RepairResult =
  | { kind: 'done'; rows: number }
  | ({ kind: 'unsent' } & Unsent)
  | { kind: 'offline' }
  /** It was interrupted after it had begun: the next pull continues it. */
  | { kind: 'paused' }
  /** The server refused; nothing was changed. `code` is a problem code. */
  | { kind: 'failed'; code: string; message: string };

/**
 * Pulls all rows of this account from the server again. Old rows stay visible until they are replaced: rows and answers
 * that the server does not send again are deleted in the transaction of the last page. The outbox, drafts, unsent files
 * and items saved for offline are kept, and changes made meanwhile are applied on top. The next pull of any tab
 * continues a repair that was killed, because its progress is stored with the cursor.
 *
 * @returns With `unsent`, `offline` and `failed`, nothing was changed.
 */
export const repairFromServer = async (userId: string, nowMs: number = Date.now()): Promise<RepairResult> => {
  const unsent = await withDatabase(userId, countUnsent);
  if (hasAny(unsent)) return { kind: 'unsent', ...unsent };
  let hasBegun = false;
  try {
    // Nothing is reset before the server has answered.
    const firstPage = await requestPage(userId, null);
    const unsentNow = await withDatabase(userId, (db) => startRepair(db, firstPage, nowMs));
    if (hasAny(unsentNow)) return { kind: 'unsent', ...unsentNow };
    hasBegun = true;
    if (firstPage.more) await pullOnce(userId);
    await withDatabase(userId, dropUnreadable);
    return { kind: 'done', rows: await withDatabase(userId, countRows) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (hasBegun) return { kind: 'paused' };
    return error.kind === 'refused'
      ? { kind: 'failed', code: error.code, message: error.message }
      : { kind: 'offline' };
  }
};

const hasAny = ({ changes, uploads }: Unsent): boolean => changes + uploads > 0;

/** Resets the sync state and applies the first page, unless a change was made since its request. */
const startRepair = async (db: AccountDatabase, firstPage: PullAnswer, startedAtMs: number): Promise<Unsent> =>
  db.transaction('rw', [...CHANGED_TABLES, 'answers', 'uploadJobs', 'recordings'], async () => {
    const unsent = await countUnsent(db);
    if (hasAny(unsent)) return unsent;
    await applyPage(db, firstPage, { ...EMPTY, repair: { startedAtMs, rows: 0 } }, startedAtMs);
    return unsent;
  });

const countRows = async (db: AccountDatabase): Promise<number> => {
  let rows = 0;
  for (const table of CHANGED_TABLES)
    if (table !== 'outbox' && table !== 'base' && table !== 'sync') rows += await db.table(table).count();
  return rows;
};

/** Deletes items saved for offline whose bytes this device has lost. */
const dropUnreadable = async (db: AccountDatabase): Promise<void> => {
  for (const id of await db.savedMedia.toCollection().primaryKeys()) {
    const media = await db.savedMedia.get(id).catch(() => undefined);
    if (!media || !(await isReadable(db, media))) await deleteCopy(db, id);
  }
};

const isReadable = async (db: AccountDatabase, media: SavedMedia): Promise<boolean> => {
  const { bytes } = media;
  const blob = await readCopy(db, media).catch(() => undefined);
  if (blob?.size !== bytes) return false;
  return blob
    .slice(Math.max(0, bytes - 1))
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength === Math.min(1, bytes),
      () => false,
    );
};
