import type { ScopeChanges } from '#contract/sync.ts';
import { MARK_NAME_CHARACTERS, OWN_TABLES, tablesOf, type OwnTable, type TableMarks } from '#contract/tables.ts';
import type { AccountDatabase, SyncState } from '../database.ts';

/**
 * A full copy ("whole") of a scope, or of single tables of it ("renewed"), replaces the local rows without an empty
 * screen in between: rows are written as they arrive, their ids are recorded, and at the end all other rows are deleted.
 */

/** The build's tables that the server named by their short names, because it does not know them. */
export const tablesNamed = (names: readonly string[], build: TableMarks): string[] =>
  Object.entries(build).flatMap(([table, mark]) =>
    names.includes(mark.slice(0, MARK_NAME_CHARACTERS)) ? [table] : [],
  );

/**
 * Starts the full copies that begin with these changes.
 *
 * @param unknown Tables that this server does not know: they are not part of its full copy.
 */
export const beginWhole = (
  state: SyncState,
  { scope, whole, renewed = [] }: ScopeChanges,
  unknown: readonly string[],
  build: TableMarks,
): void => {
  const all: readonly string[] = tablesOf(build);
  const running = state.whole[scope] ? (state.wholeTables![scope] ?? all) : [];
  // `whole` is false for a scope on a later page of a repair, which pulls every scope in full.
  if (whole || (state.repair && !state.whole[scope])) {
    const open = running.filter((table) => unknown.includes(table));
    if (unknown.length === 0) delete state.wholeTables![scope];
    else state.wholeTables![scope] = [...all.filter((table) => !unknown.includes(table)), ...open];
    state.whole[scope] = seenOf(state, scope, open);
  } else if (renewed.length > 0) {
    const others = running.filter((table) => !renewed.includes(table));
    const seen = seenOf(state, scope, others);
    if (!state.whole[scope] || state.wholeTables![scope]) state.wholeTables![scope] = [...others, ...renewed];
    state.whole[scope] = seen;
  }
};

const tableOf = (seen: string): string => seen.slice(0, seen.indexOf('/'));
const seenOf = (state: SyncState, scope: string, tables: readonly string[]): string[] =>
  (state.whole[scope] ?? []).filter((seen) => tables.includes(tableOf(seen)));

/** Records the ids of rows of a table that is pulled in full. */
export const recordSeen = (state: SyncState, scope: string, table: string, rows: readonly { id: string }[]): void => {
  const tables = state.wholeTables![scope];
  if (!tables || tables.includes(table)) state.whole[scope]?.push(...rows.map(({ id }) => `${table}/${id}`));
};

/** Deletes the rows that were not sent, except in tables that this server does not know: a newer one completes those. */
export const endWhole = async (
  db: AccountDatabase,
  scope: string,
  state: SyncState,
  unknown: readonly string[],
  build: TableMarks,
): Promise<void> => {
  const tables: readonly string[] = state.wholeTables![scope] ?? tablesOf(build);
  const seen = new Set(state.whole[scope]);
  for (const table of tablesOf(build)) {
    if (!tables.includes(table) || unknown.includes(table)) continue;
    const ids = (await idsOf(db, table, scope)).filter((id) => !seen.has(`${table}/${id}`));
    await dropRows(db, table, ids);
  }
  const open = tables.filter((table) => unknown.includes(table));
  const openSeen = seenOf(state, scope, open);
  delete state.whole[scope];
  delete state.wholeTables![scope];
  if (open.length === 0) return;
  state.whole[scope] = openSeen;
  state.wholeTables![scope] = open;
};

/** Deletes the rows of scopes that the server did not send. */
export const dropStrays = async (db: AccountDatabase, { versions }: SyncState): Promise<void> => {
  for (const table of OWN_TABLES) {
    const strays = await db
      .table<{ id: string; scope: string }, string>(table)
      .filter(({ scope }) => !Object.hasOwn(versions, scope))
      .primaryKeys();
    await dropRows(db, table, strays);
  }
};

/**
 * Deletes the rows of a scope that this session may no longer read, the server's copies below unsent changes, and the answers that
 * were cached for it. The unsent changes stay in the outbox, where the server's refusal of them is shown.
 */
export const deleteScope = async (db: AccountDatabase, scope: string, state: SyncState): Promise<void> => {
  for (const table of OWN_TABLES)
    await db
      .table<{ scope: string }>(table)
      .filter((row) => row.scope === scope)
      .delete();
  await db.base.filter(({ row }) => (row as { scope?: string } | null)?.scope === scope).modify({ row: null });
  await db.answers.filter(({ key }) => key.includes(`@${scope}?`)).delete();
  delete state.versions[scope];
  delete state.whole[scope];
  delete state.wholeTables![scope];
};

/** Reads ids from the index if there is one: reading the rows of a large library takes longer than writing them. */
const idsOf = (db: AccountDatabase, name: OwnTable, scope: string): Promise<string[]> => {
  const table = db.table<{ id: string; scope: string }, string>(name);
  return (
    table.schema.idxByName['scope'] ? table.where('scope').equals(scope) : table.filter((row) => row.scope === scope)
  ).primaryKeys();
};

/** Deletes rows. If unsent entries have changed a row, only its base copy is deleted; the optimistic row stays. */
const dropRows = async (db: AccountDatabase, table: OwnTable, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const base = await db.base.get([table, id]);
    if (base) await db.base.put({ ...base, row: null });
    else await db.table(table).delete(id);
  }
};
