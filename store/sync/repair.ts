import { CallError } from '../api.ts';
import type { AccountDatabase, SavedMedia } from '../database.ts';
import { withDatabase } from '../door.ts';
import { CHANGED_TABLES } from '../outbox/enqueue.ts';
import { countUnsent, type Unsent } from '../unsent.ts';
import { applyPage, askPage, EMPTY, pullOnce, type PullAnswer } from './pull.ts';

/** Plain data: it travels between the worker and the page. */
export type RepairResult =
  | { kind: 'done'; rows: number }
  | ({ kind: 'unsent' } & Unsent)
  | { kind: 'offline' }
  /** It has begun and was cut off: the next pull goes on with it. */
  | { kind: 'paused' }
  /** The server said no; nothing was changed. `code` is a problem's code. */
  | { kind: 'failed'; code: string; message: string };

/**
 * Takes everything of this account from the server again. What is shown stays until its replacement is here: rows and
 * answers that the server does not send again go with the last page, in its transaction. The outbox, drafts, unsent
 * files and items saved for offline are not touched, and what the person does meanwhile lies on top. A rebuild that was
 * killed goes on with the next pull of any tab, because where it stands is kept with the cursor.
 *
 * @returns `unsent`, `offline` and `failed` leave everything as it was.
 */
export const repairFromServer = async (userId: string, nowMs: number = Date.now()): Promise<RepairResult> => {
  const before = await withDatabase(userId, countUnsent);
  if (isAny(before)) return { kind: 'unsent', ...before };
  let hasBegun = false;
  try {
    // Nothing is forgotten before the server has answered.
    const first = await askPage(userId, null);
    const begun = await withDatabase(userId, (db) => begin(db, first, nowMs));
    if (isAny(begun)) return { kind: 'unsent', ...begun };
    hasBegun = true;
    if (first.more) await pullOnce(userId);
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

const isAny = ({ changes, uploads }: Unsent): boolean => changes + uploads > 0;

/** Starts over with the first page, unless something was done here since it was asked for. */
const begin = async (db: AccountDatabase, first: PullAnswer, startedAtMs: number): Promise<Unsent> =>
  db.transaction('rw', [...CHANGED_TABLES, 'answers', 'uploadJobs'], async () => {
    const unsent = await countUnsent(db);
    if (isAny(unsent)) return unsent;
    await applyPage(db, first, { ...EMPTY, repair: { startedAtMs, rows: 0 } }, startedAtMs);
    return unsent;
  });

const countRows = async (db: AccountDatabase): Promise<number> => {
  let rows = 0;
  for (const table of CHANGED_TABLES)
    if (table !== 'outbox' && table !== 'base' && table !== 'sync') rows += await db.table(table).count();
  return rows;
};

/** Items saved for offline stay, but for those whose bytes this device has lost. */
const dropUnreadable = async (db: AccountDatabase): Promise<void> => {
  for (const id of await db.savedMedia.toCollection().primaryKeys()) {
    const media = await db.savedMedia.get(id).catch(() => undefined);
    if (!media || !(await isReadable(media))) await db.savedMedia.delete(id);
  }
};

const isReadable = async ({ blob, bytes }: SavedMedia): Promise<boolean> => {
  if (blob?.size !== bytes) return false;
  return blob
    .slice(Math.max(0, bytes - 1))
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength === Math.min(1, bytes),
      () => false,
    );
};
