import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { TableFeed } from './reach.ts';

export interface ScopeState {
  scope: string;
  version: number;
  floor: number;
}

/** Epoch of the database, and version and tombstone floor of each scope. */
export const readScopeStates = async (
  db: Db,
  scopes: readonly string[],
): Promise<{ epoch: string; states: ScopeState[] }> => {
  const rows = await sql<{ epoch: string; scope: string; version: number | null; floor: number | null }>`
    select e.epoch, w.scope, s.version, s.floor from sync_epoch e cross join unnest(${sql.val(scopes)}::text[]) w(scope)
    left join scope_versions s on s.scope = w.scope`.execute(db);
  return {
    epoch: rows.rows[0]?.epoch ?? '',
    states: rows.rows.map((row) => ({ scope: row.scope, version: row.version ?? 0, floor: row.floor ?? 0 })),
  };
};

export interface ChangedRow {
  table: string;
  id: string;
  version: number;
  /** Null for a deleted row. */
  row: { id: string; [key: string]: unknown } | null;
}

/** `$1` is the scope, `$2` the version to reach; then follows, per table, the version after which it is read. */
const rowsOf = ({ table, view }: TableFeed, index: number): string =>
  `select '${table}' as "table", id, version, row from ${view} where scope = $1 and version > $${index + 3} and version <= $2`;
const goneOf = (feeds: readonly TableFeed[]): string | undefined => {
  const cases = feeds.flatMap(({ table, begins }, index) =>
    begins ? [] : [`when '${table}' then version > $${index + 3}`],
  );
  return cases.length === 0
    ? undefined
    : `select table_name, id, version, null::json from tombstones where scope = $1 and version > $${feeds.length + 3} and version <= $2 and case table_name ${cases.join(' ')} else false end`;
};

/** Limits each table's query to the page size: otherwise every page would compute all later rows too. */
const firstOf = (selects: readonly string[], limit: number): string =>
  `${selects.map((select) => `(${select} order by version limit ${limit})`).join(' union all ')} order by version limit ${limit}`;
const allOf = (selects: readonly string[]): string => `${selects.join(' union all ')} order by version`;

/**
 * Reads about `pageRows` rows and tombstones of a scope, oldest change first, from each table's `after` up to a version.
 * A version is never split over two pages: changes of one transaction arrive together. For a table that begins, there
 * are no tombstones.
 *
 * @returns The rows, and the version that they reach.
 */
export const readChanges = async (
  db: Db,
  scope: string,
  feeds: readonly TableFeed[],
  upTo: number,
  pageRows: number,
): Promise<{ rows: ChangedRow[]; reached: number }> => {
  const gone = goneOf(feeds);
  const selects = [...feeds.map(rowsOf), ...(gone ? [gone] : [])];
  const afters = feeds.map(({ after }) => after);
  const buried = feeds.filter(({ begins }) => !begins).map(({ after }) => after);
  const valuesUpTo = (version: number) => [scope, version, ...afters, ...(gone ? [Math.min(...buried)] : [])];
  const page = await run(db, firstOf(selects, pageRows + 1), valuesUpTo(upTo));
  if (page.length <= pageRows) return { rows: page, reached: upTo };
  const last = page.at(-1)!.version;
  const whole = page.filter((row) => row.version < last);
  if (whole.length > 0) return { rows: whole, reached: last - 1 };
  return { rows: await run(db, allOf(selects), valuesUpTo(last)), reached: last };
};

const run = async (db: Db, text: string, values: unknown[]): Promise<ChangedRow[]> => {
  const result = await db.executeQuery<ChangedRow>({
    sql: text,
    parameters: values,
    query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
    queryId: { queryId: 'changes' },
  } as never);
  return result.rows;
};
