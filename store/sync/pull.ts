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
import { outdateSports } from './old-sports.ts';
import { ReadAhead, type RequestedPage } from './read-ahead.ts';
import { beginWhole, dropStrays, endWhole, deleteScope, recordSeen, tablesNamed } from './whole.ts';

export type PullAnswer = OutputOf<typeof pullCall>;

export const EMPTY: SyncState = { key: 'sync', cursor: null, versions: {}, whole: {}, pulledAtMs: 0 };

/**
 * Pulls the server's changes page by page until there are no more. Unsent changes are applied again to the fresh rows
 * in the same transaction, so that they stay visible.
 *
 * @param build The synced tables to pull.
 * @throws CallError as callAs.
 */
export const pullOnce = async (userId: string, signal?: AbortSignal, build: TableMarks = THIS_BUILD): Promise<void> => {
  let ahead: ReadAhead | undefined;
  try {
    for (let isApplied = true, more = true; more;) {
      // Start over from the stored cursor if another tab has moved it meanwhile.
      if (!ahead || !isApplied) {
        ahead?.stop();
        const { cursor, tables } = await readState(userId);
        const isOfBuild = tables === joinMarks(build) && !isOfFormerServer(cursor);
        // Another build wrote the cursor: one request sends this build's tables, then the new cursor contains them.
        const stale = isOfBuild ? null : cursor;
        const request = (from: string | null) => requestPage(userId, from, { isStale: from === stale, signal, build });
        ahead = new ReadAhead(request).start(cursor);
      }
      const pages = await ahead.take();
      isApplied = await withDatabase(userId, (db) => writeRows(db, () => applyPages(db, pages, Date.now(), build)));
      more = !isApplied || pages.at(-1)!.answer.more;
    }
  } catch (error) {
    await recordFailure(userId, error);
    throw error;
  } finally {
    ahead?.stop();
  }
};

/** True for cursors of servers up to the shipped 1.1.12, which do not contain the client's tables. */
const isOfFormerServer = (cursor: string | null): boolean => cursor?.startsWith('eyJ') === true;

const readState = async (userId: string): Promise<SyncState> =>
  (await withDatabase(userId, (db) => db.sync.get('sync'))) ?? EMPTY;

/**
 * Requests one page of changes.
 *
 * @param isStale The cursor was made for other tables than this build's, so they are sent along.
 * @throws CallError as callAs.
 */
export const requestPage = async (
  userId: string,
  cursor: string | null,
  { isStale = false, signal, build = THIS_BUILD }: RequestOptions = {},
): Promise<PullAnswer> => {
  const input = { ...(cursor ? { cursor } : {}), ...(cursor && !isStale ? {} : { tables: joinMarks(build) }) };
  return (await callAs(userId, pullCall, input, signal ? { signal } : {})).output;
};

interface RequestOptions {
  isStale?: boolean;
  signal?: AbortSignal | undefined;
  build?: TableMarks;
}

/** Records why a pull failed, for the sync page. Before the first pull there is no sync row to record it in. */
const recordFailure = async (userId: string, error: unknown): Promise<void> => {
  if (!(error instanceof CallError) || error.kind === 'cancelled') return;
  const failure: SyncFailure = { atMs: Date.now(), code: error.code };
  await withDatabase(userId, (db) => db.sync.update('sync', { failure })).catch(() => {});
};

/**
 * Applies consecutive pages of changes, all or none. Idempotent.
 *
 * @returns False if they were dropped, because another tab has moved the cursor since they were requested.
 */
export const applyPages = async (
  db: AccountDatabase,
  pages: readonly RequestedPage[],
  nowMs: number,
  build: TableMarks = THIS_BUILD,
): Promise<boolean> => {
  let isApplied = true;
  await db.transaction('rw', [...CHANGED_TABLES, 'answers'], async () => {
    let state = (await db.sync.get('sync')) ?? EMPTY;
    isApplied = state.cursor === pages[0]!.requestCursor;
    if (isApplied) for (const { answer } of pages) state = await applyPage(db, answer, state, nowMs, build);
  });
  return isApplied;
};

/** Applies one page inside a transaction over CHANGED_TABLES and `answers`. @returns The new sync state. */
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
    await writeServerRows(db, changes, next, build);
  }
  for (const scope of answer.lost) await deleteScope(db, scope, next);
  // With the last page every full copy is complete: rows that were not in it are deleted.
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

/** Ends a complete repair: deletes rows of scopes that the server did not send, and answers cached before the repair. */
const endRepair = async (db: AccountDatabase, state: SyncState, { startedAtMs }: SyncRepair): Promise<void> => {
  await dropStrays(db, state);
  await db.answers.filter(({ fetchedAtMs }) => fetchedAtMs < startedAtMs || fetchedAtMs > state.pulledAtMs).delete();
  state.repair = null;
};

/** Writes the server's rows: to `base` if unsent entries have changed them locally, else to the table. */
const writeServerRows = async (
  db: AccountDatabase,
  changes: ScopeChanges,
  state: SyncState,
  build: TableMarks,
): Promise<void> => {
  // A newer server may send tables that this build does not have.
  const isOwn = (name: string): name is OwnTable => Object.hasOwn(build, name);
  const { repair } = state;
  const based = new Set((await db.base.toArray()).map((base) => `${base.table}/${base.id}`));
  for (const [table, rows] of Object.entries(changes.rows)) {
    if (!isOwn(table)) continue;
    recordSeen(state, changes.scope, table, rows);
    if (repair) state.repair = { ...repair, rows: (state.repair?.rows ?? 0) + rows.length };
    const [changedLocally, unchanged] = partition(rows, (row) => based.has(`${table}/${row.id}`));
    await db.table(table).bulkPut(unchanged);
    if (table === 'subscriptions' || table === 'sportInterests') await outdateSports(db, rows);
    if (changedLocally.length > 0) await db.base.bulkPut(changedLocally.map((row) => ({ table, id: row.id, row })));
  }
  for (const [table, ids] of Object.entries(changes.gone)) {
    if (!isOwn(table)) continue;
    const [changedLocally, unchanged] = partition(ids, (id) => based.has(`${table}/${id}`));
    await db.table(table).bulkDelete(unchanged);
    if (changedLocally.length > 0) await db.base.bulkPut(changedLocally.map((id) => ({ table, id, row: null })));
  }
  state.versions[changes.scope] = changes.version;
};

const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
};
