import { OWN_TABLES, type OwnTable } from '#contract/rows.ts';
import { pull as pullCall, type ScopeChanges } from '#contract/sync.ts';
import type { OutputOf } from '#contract/call.ts';
import type { AccountDatabase, SyncState } from '../database.ts';
import { CHANGED_TABLES, rebase } from '../outbox/enqueue.ts';
import { callAs } from '../session.ts';
import { withDatabase } from '../door.ts';

type PullAnswer = OutputOf<typeof pullCall>;

const EMPTY: SyncState = { key: 'sync', cursor: null, versions: {}, whole: {}, pulledAtMs: 0 };

const isOwnTable = (name: string): name is OwnTable => (OWN_TABLES as readonly string[]).includes(name);

/**
 * Brings the server's rows here: one request where nothing is new, else page by page. Waiting entries are laid over
 * the fresh rows in the same transaction, so nothing unsent ever flickers away.
 *
 * @throws CallError as callAs.
 */
export const pullOnce = async (userId: string, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    const state = await withDatabase(userId, (db) => db.sync.get('sync'));
    const input = state?.cursor ? { cursor: state.cursor } : {};
    const { output } = await callAs(userId, pullCall, input, signal ? { signal } : {});
    await withDatabase(userId, (db) => applyPull(db, output));
    if (!output.more) return;
  }
};

/** Applies one page of changes; the same page twice gives the same rows. */
export const applyPull = async (db: AccountDatabase, answer: PullAnswer, nowMs: number = Date.now()): Promise<void> => {
  const isQuiet = answer.changes.length === 0 && answer.lost.length === 0;
  if (isQuiet) return markPulled(db, answer, nowMs);
  await db.transaction('rw', [...CHANGED_TABLES, 'sync'], async () => {
    const state = (await db.sync.get('sync')) ?? EMPTY;
    const next: SyncState = { ...state, cursor: answer.cursor, versions: { ...state.versions }, whole: { ...state.whole }, pulledAtMs: nowMs };
    for (const changes of answer.changes) await applyScope(db, changes, next);
    for (const scope of answer.lost) await forgetScope(db, scope, next);
    // A scope that came whole is complete once nothing more is announced: what was not sent is gone.
    if (!answer.more) for (const scope of Object.keys(next.whole)) await dropUnseen(db, scope, next);
    await db.sync.put(next);
    await db.outbox.filter((entry) => entry.state === 'sent' && isCovered(entry.coveredBy, next.versions[entry.scope])).delete();
    await rebase(db);
  });
};

const isCovered = (coveredBy: number | null, reached: number | undefined): boolean => coveredBy === null || (reached ?? 0) >= coveredBy;

const markPulled = async (db: AccountDatabase, answer: PullAnswer, nowMs: number): Promise<void> => {
  await db.transaction('rw', [...CHANGED_TABLES, 'sync'], async () => {
    const state = (await db.sync.get('sync')) ?? EMPTY;
    await db.sync.put({ ...state, cursor: answer.cursor, pulledAtMs: nowMs });
    const confirmed = await db.outbox.where('state').equals('sent').toArray();
    const covered = confirmed.filter((entry) => isCovered(entry.coveredBy, state.versions[entry.scope]));
    if (covered.length === 0) return;
    await db.outbox.bulkDelete(covered.map((entry) => entry.id));
    await rebase(db);
  });
};

/** Takes the server's rows: into `base` where waiting entries have changed them, else into the table. */
const applyScope = async (db: AccountDatabase, changes: ScopeChanges, state: SyncState): Promise<void> => {
  const seen = changes.whole ? (state.whole[changes.scope] = []) : state.whole[changes.scope];
  const based = new Set((await db.base.toArray()).map((base) => `${base.table}/${base.id}`));
  for (const [table, rows] of Object.entries(changes.rows)) {
    // A table of a newer server: this build has no screen for it.
    if (!isOwnTable(table)) continue;
    seen?.push(...rows.map((row) => `${table}/${row.id}`));
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
    const rows = await db.table<{ id: string; scope: string }, string>(table).filter((row) => row.scope === scope).toArray();
    for (const row of rows) {
      if (seen.has(`${table}/${row.id}`)) continue;
      const base = await db.base.get([table, row.id]);
      if (base) await db.base.put({ ...base, row: null });
      else await db.table(table).delete(row.id);
    }
  }
  delete state.whole[scope];
};

const forgetScope = async (db: AccountDatabase, scope: string, state: SyncState): Promise<void> => {
  for (const table of OWN_TABLES) await db.table<{ scope: string }>(table).filter((row) => row.scope === scope).delete();
  delete state.versions[scope];
  delete state.whole[scope];
};

const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
};
