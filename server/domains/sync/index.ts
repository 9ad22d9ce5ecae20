import type { Scope } from '#contract/ids.ts';
import type { ScopeChanges } from '#contract/sync.ts';
import type { AreaHandlers, CallContext } from '#server/calls/context.ts';
import { readCursor, ROW_SHAPE, writeCursor } from './cursor.ts';
import { readChanges, readScopeStates, type ChangedRow } from './queries.ts';

/**
 * The change feed: what every scope of this session gained and lost since the cursor. A scope that is new to the
 * client, or that it is too far behind in, is sent whole.
 */
const pull = async ({ services, session }: CallContext, { cursor: text }: { cursor?: string | undefined }) => {
  const { db } = services.database;
  const scopes = [session.scope, ...session.organizationScopes];
  const { epoch, states } = await readScopeStates(db, scopes);
  const cursor = readCursor(text);
  const isKnown = cursor?.epoch === epoch && cursor.shape === ROW_SHAPE;
  const versions: Record<Scope, number> = {};
  const changes: ScopeChanges[] = [];
  let more = false;

  for (const { scope, version, floor } of states) {
    const had = isKnown ? cursor.versions[scope] : undefined;
    const isWhole = had === undefined || had < floor || had > version;
    const after = isWhole ? 0 : had;
    versions[scope] = after;
    // One scope a page at most: the next page goes on with the next scope.
    if (more || (!isWhole && after === version)) continue;
    const { rows, reached } = await readChanges(db, scope, after, version, !isWhole);
    versions[scope] = reached;
    changes.push(toChanges(scope, reached, isWhole, rows));
    more = reached < version;
  }
  const later = states.some(({ scope, version }) => versions[scope]! < version);
  const lost = isKnown ? Object.keys(cursor.versions).filter((scope) => !scopes.includes(scope)) : [];
  return { cursor: writeCursor({ epoch, shape: ROW_SHAPE, versions }), changes, lost, more: later };
};

const toChanges = (scope: Scope, version: number, whole: boolean, changed: ChangedRow[]): ScopeChanges => {
  const rows: ScopeChanges['rows'] = {};
  const gone: ScopeChanges['gone'] = {};
  for (const { table, id, row } of changed) {
    if (row) (rows[table] ??= []).push(row);
    else (gone[table] ??= []).push(id);
  }
  return { scope, version, whole, rows, gone };
};

export const syncHandlers: AreaHandlers<'sync'> = { 'sync.pull': pull };
