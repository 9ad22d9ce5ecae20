import type { OutputOf } from '#contract/call.ts';
import type { OwnTable } from '#contract/rows.ts';
import { pull as pullCall, type ScopeChanges } from '#contract/sync.ts';
import { joinMarks, THIS_BUILD, type TableMarks } from '#contract/tables.ts';
import { CallError } from '../api.ts';
import type { AccountDatabase, SyncFailure, SyncRepair, SyncState } from '../database.ts';
import { CHANGED_TABLES, rebase } from '../outbox/enqueue.ts';
import { callAs } from '../session.ts';
import { withDatabase } from '../door.ts';
import { writeRows } from '../room.ts';
import { serverNowMs } from '../server-time.ts';
import { ReadAhead, type AskedPage } from './read-ahead.ts';
import { beginWhole, dropStrays, endWhole, forgetScope, noteSeen, tablesNamed } from './whole.ts';

export type PullAnswer = OutputOf<typeof pullCall>;

export const EMPTY: SyncState = { key: 'sync', cursor: null, versions: {}, whole: {}, pulledAtMs: 0 };

/**
 * Brings the server's rows here: one request where nothing is new, else page by page. Waiting entries are laid over
 * the fresh rows in the same transaction, so nothing unsent ever flickers away.
 *
 * @param build The synced tables that are taken.
 * @throws CallError as callAs.
 */
export const pullOnce = async (userId: string, signal?: AbortSignal, build: TableMarks = THIS_BUILD): Promise<void> => {
  let ahead: ReadAhead | undefined;
  try {
    for (let isApplied = true, more = true; more;) {
      // Begun anew where another tab has moved on meanwhile.
      if (!ahead || !isApplied) {
        ahead?.stop();
        const { cursor, tables } = await readState(userId);
        const isOfBuild = tables === joinMarks(build) && !isOfFormerServer(cursor);
        // Taken by another build: one pull says which tables this build holds, then the cursor has it.
        const stale = isOfBuild ? null : cursor;
        const ask = (from: string | null) => askPage(userId, from, { isStale: from === stale, signal, build });
        ahead = new ReadAhead(ask).start(cursor);
      }
      const pages = await ahead.take();
      isApplied = await withDatabase(userId, (db) => writeRows(db, () => applyPages(db, pages, Date.now(), build)));
      more = !isApplied || pages.at(-1)!.answer.more;
    }
  } catch (error) {
    await noteFailure(userId, error);
    throw error;
  } finally {
    ahead?.stop();
  }
};

/** Servers before version 1.2 did not keep in the cursor which tables a client holds. */
const isOfFormerServer = (cursor: string | null): boolean => cursor?.startsWith('eyJ') === true;

const readState = async (userId: string): Promise<SyncState> =>
  (await withDatabase(userId, (db) => db.sync.get('sync'))) ?? EMPTY;

/**
 * Asks for one page of changes.
 *
 * @param isStale The cursor was made for other tables than this build's. One that says nothing always is.
 * @throws CallError as callAs.
 */
export const askPage = async (
  userId: string,
  cursor: string | null,
  { isStale = false, signal, build = THIS_BUILD }: AskOptions = {},
): Promise<PullAnswer> => {
  const input = { ...(cursor ? { cursor } : {}), ...(cursor && !isStale ? {} : { tables: joinMarks(build) }) };
  return (await callAs(userId, pullCall, input, signal ? { signal } : {})).output;
};

interface AskOptions {
  isStale?: boolean;
  signal?: AbortSignal | undefined;
  build?: TableMarks;
}

/** Keeps why a pull failed, for the person who looks; where nothing was pulled yet there is nothing to say. */
const noteFailure = async (userId: string, error: unknown): Promise<void> => {
  if (!(error instanceof CallError) || error.kind === 'cancelled') return;
  const failure: SyncFailure = { atMs: Date.now(), code: error.code };
  await withDatabase(userId, (db) => db.sync.update('sync', { failure })).catch(() => {});
};

/**
 * Applies pages of changes that follow each other, all or none; the same page twice gives the same rows.
 *
 * @returns False if they were let go, because another tab has moved on since they were asked for.
 */
export const applyPages = async (
  db: AccountDatabase,
  pages: readonly AskedPage[],
  nowMs: number,
  build: TableMarks = THIS_BUILD,
): Promise<boolean> => {
  let isApplied = true;
  await db.transaction('rw', [...CHANGED_TABLES, 'answers'], async () => {
    let state = (await db.sync.get('sync')) ?? EMPTY;
    isApplied = state.cursor === pages[0]!.askedWith;
    if (isApplied) for (const { answer } of pages) state = await applyPage(db, answer, state, nowMs, build);
  });
  return isApplied;
};

/** Runs inside a transaction over CHANGED_TABLES and `answers`. @returns How far the device is then. */
export const applyPage = async (
  db: AccountDatabase,
  answer: PullAnswer,
  state: SyncState,
  nowMs: number,
  build: TableMarks = THIS_BUILD,
): Promise<SyncState> => {
  const next: SyncState = {
    ...state,
    cursor: answer.cursor,
    tables: joinMarks(build),
    versions: { ...state.versions },
    whole: { ...state.whole },
    wholeTables: { ...state.wholeTables },
    pulledAtMs: nowMs,
    serverAtMs: serverNowMs() ?? state.serverAtMs ?? null,
    failure: null,
  };
  const unknown = tablesNamed(answer.unknown ?? [], build);
  for (const changes of answer.changes) {
    beginWhole(next, changes, unknown, build);
    await takeRows(db, changes, next, build);
  }
  for (const scope of answer.lost) await forgetScope(db, scope, next);
  // What came whole is complete once nothing more is announced: what was not sent is gone.
  if (!answer.more) for (const scope of Object.keys(next.whole)) await endWhole(db, scope, next, unknown, build);
  if (!answer.more && next.repair) await endRepair(db, next, next.repair);
  await db.sync.put(next);
  const confirmed = await db.outbox.where('state').equals('sent').toArray();
  const covered = confirmed.filter((entry) => isCovered(entry.coveredBy, next.versions[entry.scope]));
  await db.outbox.bulkDelete(covered.map((entry) => entry.id));
  const isQuiet = answer.changes.length === 0 && answer.lost.length === 0 && covered.length === 0 && !state.repair;
  if (!isQuiet) await rebase(db);
  return next;
};

const isCovered = (coveredBy: number | null, reached: number | undefined): boolean =>
  coveredBy === null || (reached ?? 0) >= coveredBy;

/** Everything is here anew: rows of scopes that the server no longer names go, and answers from before. */
const endRepair = async (db: AccountDatabase, state: SyncState, { startedAtMs }: SyncRepair): Promise<void> => {
  await dropStrays(db, state);
  await db.answers.filter(({ fetchedAtMs }) => fetchedAtMs < startedAtMs || fetchedAtMs > state.pulledAtMs).delete();
  state.repair = null;
};

/** Takes the server's rows: into `base` where waiting entries have changed them, else into the table. */
const takeRows = async (
  db: AccountDatabase,
  changes: ScopeChanges,
  state: SyncState,
  build: TableMarks,
): Promise<void> => {
  // A table of a newer server: this build has no screen for it.
  const isOwn = (name: string): name is OwnTable => Object.hasOwn(build, name);
  const { repair } = state;
  const based = new Set((await db.base.toArray()).map((base) => `${base.table}/${base.id}`));
  for (const [table, rows] of Object.entries(changes.rows)) {
    if (!isOwn(table)) continue;
    noteSeen(state, changes.scope, table, rows);
    if (repair) state.repair = { ...repair, rows: (state.repair?.rows ?? 0) + rows.length };
    const [changedHere, plain] = partition(rows, (row) => based.has(`${table}/${row.id}`));
    await db.table(table).bulkPut(plain);
    if (changedHere.length > 0) await db.base.bulkPut(changedHere.map((row) => ({ table, id: row.id, row })));
  }
  for (const [table, ids] of Object.entries(changes.gone)) {
    if (!isOwn(table)) continue;
    const [changedHere, plain] = partition(ids, (id) => based.has(`${table}/${id}`));
    await db.table(table).bulkDelete(plain);
    if (changedHere.length > 0) await db.base.bulkPut(changedHere.map((id) => ({ table, id, row: null })));
  }
  state.versions[changes.scope] = changes.version;
};

const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
};
