import { sql } from 'kysely';
import type { OwnTable } from '#contract/rows.ts';
import { SYNC_PAGE_ROWS } from '#contract/sync.ts';
import type { Db } from '#server/db/database.ts';

/** The view of each own table (0002_own_rows.sql). */
const VIEWS: Record<OwnTable, string> = {
  me: 'own_me',
  contents: 'own_contents',
  folders: 'own_folders',
  tagProfiles: 'own_tag_profiles',
  channels: 'own_channels',
  playlists: 'own_playlists',
  publications: 'own_publications',
  subscriptions: 'own_subscriptions',
  sportInterests: 'own_sport_interests',
  notifications: 'own_notifications',
  follows: 'own_follows',
  ratings: 'own_ratings',
};

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
  table: OwnTable;
  id: string;
  version: number;
  /** Null for a row that is gone. */
  row: { id: string; [key: string]: unknown } | null;
}

const SELECTS = Object.entries(VIEWS).map(
  ([table, view]) =>
    `select '${table}' as "table", id, version, row from ${view} where scope = $1 and version > $2 and version <= $3`,
);
const GONE =
  'select table_name, id, version, null::json from tombstones where scope = $1 and version > $2 and version <= $3';

/** Each table is read only as far as the page may reach: else every page would make all the rows that come after it. */
const firstOf = (selects: readonly string[], limit: number): string =>
  `${selects.map((select) => `(${select} order by version limit ${limit})`).join(' union all ')} order by version limit ${limit}`;
const allOf = (selects: readonly string[]): string => `${selects.join(' union all ')} order by version`;

/**
 * Rows and tombstones of a scope after one version up to another, oldest change first, about SYNC_PAGE_ROWS of them.
 * A version is never cut in two: what changed together arrives together.
 *
 * @returns The rows, and the version that they reach.
 */
export const readChanges = async (
  db: Db,
  scope: string,
  after: number,
  upTo: number,
  withTombstones: boolean,
): Promise<{ rows: ChangedRow[]; reached: number }> => {
  const selects = withTombstones ? [...SELECTS, GONE] : SELECTS;
  const page = await run(db, firstOf(selects, SYNC_PAGE_ROWS + 1), [scope, after, upTo]);
  if (page.length <= SYNC_PAGE_ROWS) return { rows: page, reached: upTo };
  const last = page.at(-1)!.version;
  const whole = page.filter((row) => row.version < last);
  if (whole.length > 0) return { rows: whole, reached: last - 1 };
  return { rows: await run(db, allOf(selects), [scope, after, last]), reached: last };
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
