import type { Scope } from '#contract/ids.ts';
import { lagKey, NO_REACH, type Cursor, type Reach } from './cursor.ts';
import type { Marks } from './marks.ts';
import type { ScopeState } from './queries.ts';

/** A synced table of this server's build. */
export interface FeedTable {
  table: string;
  view: string;
  name: string;
  shape: string;
}

/** The part of a table that a page contains. */
export interface TableFeed extends FeedTable {
  /** Whether the client holds the table in this server's shape. */
  isExact: boolean;
  /** Rows above this version have to be sent. */
  after: number;
  /** Whether a full copy of the table begins with this page. */
  begins: boolean;
}

export interface ScopeReach {
  /** The client's version of the scope; −1 if a full copy has to be sent. */
  version: number;
  /** By the short name of each table that the client holds. */
  tables: Map<string, Reach>;
}

/**
 * How far a client has synced the tables of a scope. A table that it held in another shape before has no exact rows; a
 * table that is new to it has no rows.
 */
export const readReach = (cursor: Cursor | undefined, marks: Marks, { scope, version }: ScopeState): ScopeReach => {
  const had = cursor?.versions[scope];
  // A version above the current one is from another database.
  const isKnown = had !== undefined && had >= 0 && had <= version;
  const tables = new Map<string, Reach>();
  for (const [name, shape] of marks) {
    const hadShape = isKnown ? cursor!.marks.get(name) : undefined;
    const reach = cursor?.lags.get(lagKey(scope, name)) ?? { exact: had ?? -1, sent: had ?? -1, begun: -1 };
    if (hadShape === undefined) tables.set(name, NO_REACH);
    else tables.set(name, hadShape === shape ? reach : { ...reach, exact: -1 });
  }
  return { version: isKnown ? had : -1, tables };
};

/**
 * What has to be sent of each table that both client and server have. If their shapes differ, the rows are sent in the
 * server's shape; the table becomes exact when a server with the client's shape has sent it again.
 */
export const planFeeds = (
  known: readonly FeedTable[],
  marks: Marks,
  { tables }: ScopeReach,
  floor: number,
): TableFeed[] =>
  known
    .filter(({ name }) => marks.has(name))
    .map((table) => {
      const isExact = marks.get(table.name) === table.shape;
      const { exact, sent, begun } = tables.get(table.name)!;
      const from = isExact ? exact : sent;
      // Tombstones below the floor are deleted: the client's copy must be newer than the floor.
      const begins = from < 0 || Math.max(from, begun) < floor;
      return { ...table, isExact, begins, after: begins ? 0 : from };
    });

/**
 * How far a client has synced after a page.
 *
 * @param reached The version that the page reaches.
 * @param version The current version of the scope.
 */
export const advance = (
  before: ScopeReach,
  feeds: readonly TableFeed[],
  reached: number,
  version: number,
): ScopeReach => {
  const tables = new Map(before.tables);
  for (const { name, isExact, begins, after } of feeds) {
    const now = Math.max(after, reached);
    // A full copy replaces everything that was sent before.
    const had = begins ? { ...NO_REACH, begun: version } : tables.get(name)!;
    if (isExact) tables.set(name, { ...had, exact: now, sent: Math.max(had.sent, now) });
    else tables.set(name, { ...had, sent: now });
  }
  return { version: isWhole(feeds) ? reached : Math.max(before.version, reached), tables };
};

export const isWhole = (feeds: readonly TableFeed[]): boolean => feeds.every(({ begins }) => begins);

/** Adds the tables that are not at the version of their scope to `lags`, for the cursor. */
export const collectLags = (lags: Map<string, Reach>, scope: Scope, { version, tables }: ScopeReach): void => {
  if (version < 0) return;
  for (const [name, reach] of tables)
    if (reach.exact !== version || reach.sent !== version || reach.begun > version)
      lags.set(lagKey(scope, name), reach);
};
