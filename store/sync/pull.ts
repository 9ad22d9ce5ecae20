import { OWN_TABLES, type OwnTable } from '#contract/rows.ts';
import { pull as pullCall, type ScopeChanges } from '#contract/sync.ts';
import type { OutputOf } from '#contract/call.ts';
import { CallError } from '../api.ts';
import type { AccountDatabase, SyncFailure, SyncRepair, SyncState } from '../database.ts';
import { CHANGED_TABLES, rebase } from '../outbox/enqueue.ts';
import { callAs } from '../session.ts';
import { withDatabase } from '../door.ts';
import { writeRows } from '../room.ts';
import { serverNowMs } from '../server-time.ts';
import { ReadAhead, type AskedPage } from './read-ahead.ts';

export type PullAnswer = OutputOf<typeof pullCall>;

export const EMPTY: SyncState = { key: 'sync', cursor: null, versions: {}, whole: {}, pulledAtMs: 0 };

const isOwnTable = (name: string): name is OwnTable => (OWN_TABLES as readonly string[]).includes(name);

/**
 * Brings the server's rows here: one request where nothing is new, else page by page. Waiting entries are laid over
 * the fresh rows in the same transaction, so nothing unsent ever flickers away.
 *
 * @throws CallError as callAs.
 */
export const pullOnce = async (userId: string, signal?: AbortSignal): Promise<void> => {
  const ask = (cursor: string | null) => askPage(userId, cursor, signal);
  let ahead: ReadAhead | undefined;
  try {
    for (let isApplied = true, more = true; more;) {
      // Begun anew where another tab has moved on meanwhile.
      if (!ahead || !isApplied) {
        ahead?.stop();
        ahead = new ReadAhead(ask).start(await readCursor(userId));
      }
      const pages = await ahead.take();
      isApplied = await withDatabase(userId, (db) => writeRows(db, () => applyPages(db, pages, Date.now())));
      more = !isApplied || pages.at(-1)!.answer.more;
    }
  } catch (error) {
    await noteFailure(userId, error);
    throw error;
  } finally {
    ahead?.stop();
  }
};

const readCursor = async (userId: string): Promise<string | null> =>
  (await withDatabase(userId, (db) => db.sync.get('sync')))?.cursor ?? null;

/** Asks for one page of changes. @throws CallError as callAs. */
export const askPage = async (userId: string, cursor: string | null, signal?: AbortSignal): Promise<PullAnswer> =>
  (await callAs(userId, pullCall, cursor ? { cursor } : {}, signal ? { signal } : {})).output;

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
export const applyPages = async (db: AccountDatabase, pages: readonly AskedPage[], nowMs: number): Promise<boolean> => {
  let isApplied = true;
  await db.transaction('rw', [...CHANGED_TABLES, 'answers'], async () => {
    let state = (await db.sync.get('sync')) ?? EMPTY;
    isApplied = state.cursor === pages[0]!.askedWith;
    if (isApplied) for (const { answer } of pages) state = await applyPage(db, answer, state, nowMs);
  });
  return isApplied;
};

/** Runs inside a transaction over CHANGED_TABLES and `answers`. @returns How far the device is then. */
export const applyPage = async (
  db: AccountDatabase,
  answer: PullAnswer,
  state: SyncState,
  nowMs: number,
): Promise<SyncState> => {
  const next: SyncState = {
    ...state,
    cursor: answer.cursor,
    versions: { ...state.versions },
    whole: { ...state.whole },
    pulledAtMs: nowMs,
    serverAtMs: serverNowMs() ?? state.serverAtMs ?? null,
    failure: null,
  };
  for (const changes of answer.changes) await applyScope(db, changes, next);
  for (const scope of answer.lost) await forgetScope(db, scope, next);
  // A scope that came whole is complete once nothing more is announced: what was not sent is gone.
  if (!answer.more) for (const scope of Object.keys(next.whole)) await dropUnseen(db, scope, next);
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
  for (const table of OWN_TABLES) {
    const strays = await db
      .table<{ id: string; scope: string }, string>(table)
      .filter(({ scope }) => !Object.hasOwn(state.versions, scope))
      .toArray();
    await dropRows(
      db,
      table,
      strays.map(({ id }) => id),
    );
  }
  await db.answers.filter(({ fetchedAtMs }) => fetchedAtMs < startedAtMs || fetchedAtMs > state.pulledAtMs).delete();
  state.repair = null;
};

/** Takes the server's rows: into `base` where waiting entries have changed them, else into the table. */
const applyScope = async (db: AccountDatabase, changes: ScopeChanges, state: SyncState): Promise<void> => {
  if (changes.whole) state.whole[changes.scope] = [];
  const { repair } = state;
  // The server calls a scope that follows on a later page no longer whole; a rebuild takes each of them whole.
  if (repair) state.whole[changes.scope] ??= [];
  const seen = state.whole[changes.scope];
  const based = new Set((await db.base.toArray()).map((base) => `${base.table}/${base.id}`));
  for (const [table, rows] of Object.entries(changes.rows)) {
    // A table of a newer server: this build has no screen for it.
    if (!isOwnTable(table)) continue;
    seen?.push(...rows.map((row) => `${table}/${row.id}`));
    if (repair) state.repair = { ...repair, rows: (state.repair?.rows ?? 0) + rows.length };
    const [changedHere, plain] = partition(rows, (row) => based.has(`${table}/${row.id}`));
    await db.table(table).bulkPut(plain);
    if (changedHere.length > 0) await db.base.bulkPut(changedHere.map((row) => ({ table, id: row.id, row })));
  }
  for (const [table, ids] of Object.entries(changes.gone)) {
    if (!isOwnTable(table)) continue;
    const [changedHere, plain] = partition(ids, (id) => based.has(`${table}/${id}`));
    await db.table(table).bulkDelete(plain);
    if (changedHere.length > 0) await db.base.bulkPut(changedHere.map((id) => ({ table, id, row: null })));
  }
  state.versions[changes.scope] = changes.version;
};

const dropUnseen = async (db: AccountDatabase, scope: string, state: SyncState): Promise<void> => {
  const seen = new Set(state.whole[scope]);
  for (const table of OWN_TABLES) {
    await dropRows(
      db,
      table,
      (await idsOf(db, table, scope)).filter((id) => !seen.has(`${table}/${id}`)),
    );
  }
  delete state.whole[scope];
};

/** Read from the index alone where there is one: the rows of a large library take longer than writing them did. */
const idsOf = (db: AccountDatabase, name: OwnTable, scope: string): Promise<string[]> => {
  const table = db.table<{ id: string; scope: string }, string>(name);
  return (
    table.schema.idxByName['scope'] ? table.where('scope').equals(scope) : table.filter((row) => row.scope === scope)
  ).primaryKeys();
};

/** Of rows that waiting entries have changed, it is the server's copy that goes: the change itself stays in sight. */
const dropRows = async (db: AccountDatabase, table: OwnTable, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const base = await db.base.get([table, id]);
    if (base) await db.base.put({ ...base, row: null });
    else await db.table(table).delete(id);
  }
};

const forgetScope = async (db: AccountDatabase, scope: string, state: SyncState): Promise<void> => {
  for (const table of OWN_TABLES)
    await db
      .table<{ scope: string }>(table)
      .filter((row) => row.scope === scope)
      .delete();
  delete state.versions[scope];
  delete state.whole[scope];
};

const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
};
