import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Scope } from './ids.ts';

/** Most rows of one pull; the client asks again while `more`. */
export const SYNC_PAGE_ROWS = 1000;

const WireRow = v.looseObject({ id: v.string() });
const Rows = v.record(v.string(), v.array(WireRow));

/** Changes of one scope since the cursor. */
export const ScopeChanges = v.object({
  scope: Scope,
  /** The scope's version that these changes reach; an outbox entry answered at or below it is covered. */
  version: v.number(),
  /** The client's rows of this scope are unknown to the server: replace them all once the last page is in. */
  whole: v.boolean(),
  /** Rows by table (see OWN_TABLES). */
  rows: Rows,
  /** Ids of rows that are gone, by table. */
  gone: v.record(v.string(), v.array(v.string())),
});
export type ScopeChanges = v.InferOutput<typeof ScopeChanges>;

export const pull = defineCall({
  id: 'sync.pull',
  method: 'GET',
  path: '/sync',
  may: 'signedIn',
  input: v.object({ cursor: v.optional(v.pipe(v.string(), v.maxLength(4000))) }),
  output: v.object({
    /** Opaque; sent with the next pull. */
    cursor: v.string(),
    changes: v.array(ScopeChanges),
    /** Scopes this session may no longer read: their rows are deleted. */
    lost: v.array(Scope),
    more: v.boolean(),
  }),
  problems: [],
  offline: 'online',
  summary: 'Rows and tombstones of every scope of the session since the cursor',
});

/** Opens the event stream that says "pull now". Not JSON: `text/event-stream`. */
export const WAKE_PATH = '/api/sync/wake';
