import type { Scope } from '#contract/ids.ts';
import { lagKey, NOTHING, type Cursor, type Reach } from './cursor.ts';
import type { Marks } from './marks.ts';
import type { ScopeState } from './queries.ts';

/** A synced table as this server's build knows it. */
export interface FeedTable {
  table: string;
  view: string;
  name: string;
  shape: string;
}

/** What of a table a page brings. */
export interface TableFeed extends FeedTable {
  /** Whether the client holds the table in this server's shape. */
  isExact: boolean;
  /** Rows above this version are to be sent. */
  after: number;
  /** Whether the table comes whole, beginning with this page. */
  begins: boolean;
}

export interface ScopeReach {
  /** Version of the scope that the client is at; −1 if the scope is still to be sent whole. */
  version: number;
  /** By the short name of each table that the client holds. */
  tables: Map<string, Reach>;
}

/**
 * How far a client is in a scope with the tables that it holds now: a table that it held in another shape has no exact
 * row, one that is new to it no row at all.
 */
export const readReach = (cursor: Cursor | undefined, marks: Marks, { scope, version }: ScopeState): ScopeReach => {
  const had = cursor?.versions[scope];
  // A version from the future is of another database.
  const isKnown = had !== undefined && had >= 0 && had <= version;
  const tables = new Map<string, Reach>();
  for (const [name, shape] of marks) {
    const hadShape = isKnown ? cursor!.marks.get(name) : undefined;
    const reach = cursor?.lags.get(lagKey(scope, name)) ?? { exact: had ?? -1, sent: had ?? -1, begun: -1 };
    if (hadShape === undefined) tables.set(name, NOTHING);
    else tables.set(name, hadShape === shape ? reach : { ...reach, exact: -1 });
  }
  return { version: isKnown ? had : -1, tables };
};

/**
 * What there is to send of each table that client and server both know. In another shape than the client's a table is
 * sent as well as it can be; it is exact only once a server of that shape has sent it.
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
      // What was deleted below the floor is no longer known: it must have been so before the rows here came.
      const begins = from < 0 || Math.max(from, begun) < floor;
      return { ...table, isExact, begins, after: begins ? 0 : from };
    });

/**
 * How far a client is once it has the page that reaches a version.
 *
 * @param version The scope's at this moment.
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
    // What comes whole replaces all that was sent before, which no longer counts.
    const had = begins ? { ...NOTHING, begun: version } : tables.get(name)!;
    if (isExact) tables.set(name, { ...had, exact: now, sent: Math.max(had.sent, now) });
    else tables.set(name, { ...had, sent: now });
  }
  return { version: isWhole(feeds) ? reached : Math.max(before.version, reached), tables };
};

export const isWhole = (feeds: readonly TableFeed[]): boolean => feeds.every(({ begins }) => begins);

/** Gathers what differs from the scopes' versions, for the cursor. */
export const noteLags = (lags: Map<string, Reach>, scope: Scope, { version, tables }: ScopeReach): void => {
  if (version < 0) return;
  for (const [name, reach] of tables)
    if (reach.exact !== version || reach.sent !== version || reach.begun > version)
      lags.set(lagKey(scope, name), reach);
};
