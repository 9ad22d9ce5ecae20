import { OWN_TABLES, ownTables, THIS_BUILD } from '#contract/tables.ts';
import type { Scope } from '#contract/ids.ts';
import { SYNC_PAGE_ROWS, type ScopeChanges } from '#contract/sync.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { readCursor, shortEpoch, writeCursor, type Cursor, type Reach } from './cursor.ts';
import { FORMER_MARKS } from './former-builds.ts';
import { nameOf, shapeOf, splitMarks } from './marks.ts';
import { readChanges, readScopeStates, type ChangedRow } from './queries.ts';
import { advance, isWhole, collectLags, planFeeds, readReach, type FeedTable, type TableFeed } from './reach.ts';

/** The synced tables of this build. */
export const FEED_TABLES: readonly FeedTable[] = OWN_TABLES.map((table) => {
  const mark = THIS_BUILD[table];
  return { table, view: ownTables[table].view, name: nameOf(mark), shape: shapeOf(mark) };
});

/**
 * The change feed: changed rows and tombstones of every scope of the session since the cursor, in the client's tables.
 * A scope is sent in full if it is new to the client or the client is too far behind; a table, if it is new to the
 * client or its shape there has changed.
 *
 * @param known The synced tables of the server's build.
 * @param pageRows Approximate number of rows per page.
 */
export const createPull =
  (known: readonly FeedTable[], pageRows: number = SYNC_PAGE_ROWS): Handler<'sync.pull'> =>
  async ({ services, session }, { cursor: text, tables: joined }) => {
    const { db } = services.database;
    const scopes = [session.scope, ...session.organizationScopes];
    const read = text ? readCursor(text) : undefined;
    // The cursor cannot be read and the client sent no tables. With an empty cursor it sends them with its next pull.
    if (text && !read && !joined) return { cursor: '', changes: [], lost: [], more: true };
    const marks = joined ? splitMarks(joined) : (read?.marks ?? FORMER_MARKS);
    const { epoch, states } = await readScopeStates(db, scopes);
    const cursor = read?.epoch === shortEpoch(epoch) ? read : undefined;
    const next: Cursor & { lags: Map<string, Reach> } = {
      epoch: shortEpoch(epoch),
      marks,
      versions: {},
      lags: new Map(),
    };
    const changes: ScopeChanges[] = [];
    let more = false;

    for (const state of states) {
      const { scope, version, floor } = state;
      let reach = readReach(cursor, marks, state);
      const feeds = planFeeds(known, marks, reach, floor);
      // At most one scope per page: the next page continues with the next scope.
      if (!more && feeds.some(({ begins, after }) => begins || after < version)) {
        const { rows, reached } = await readChanges(db, scope, feeds, version, pageRows);
        reach = advance(reach, feeds, reached, version);
        changes.push(toChanges(scope, reach.version, feeds, rows));
        more = reached < version;
      }
      next.versions[scope] = reach.version;
      collectLags(next.lags, scope, reach);
    }
    const lost = Object.keys(cursor?.versions ?? {}).filter((scope) => !scopes.includes(scope));
    const names = new Set(known.map(({ name }) => name));
    const unknown = [...marks.keys()].filter((name) => !names.has(name));
    return { cursor: writeCursor(next), changes, lost, more, ...(unknown.length > 0 ? { unknown } : {}) };
  };

const toChanges = (
  scope: Scope,
  version: number,
  feeds: readonly TableFeed[],
  changed: readonly ChangedRow[],
): ScopeChanges => {
  const rows: ScopeChanges['rows'] = {};
  const gone: ScopeChanges['gone'] = {};
  for (const { table, id, row } of changed) {
    if (row) (rows[table] ??= []).push(row);
    else (gone[table] ??= []).push(id);
  }
  const whole = isWhole(feeds);
  const renewed = whole ? [] : feeds.filter(({ begins }) => begins).map(({ table }) => table);
  return { scope, version, whole, ...(renewed.length > 0 ? { renewed } : {}), rows, gone };
};

export const syncHandlers: AreaHandlers<'sync'> = { 'sync.pull': createPull(FEED_TABLES) };
