import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Scope } from './ids.ts';

/** Approximate number of rows per pull; the client pulls again while `more`. */
export const SYNC_PAGE_ROWS = 1000;

const WireRow = v.looseObject({ id: v.string() });
const Rows = v.record(v.string(), v.array(WireRow));

/** Changes of one scope since the cursor. */
export const ScopeChanges = v.object({
  scope: Scope,
  /** The version of the scope after these changes. Covers outbox entries acknowledged at this or a lower version. */
  version: v.number(),
  /** A full copy of this scope begins: the client deletes all its other rows of the scope after the last page. */
  whole: v.boolean(),
  /** Tables of this scope whose full copy begins with this page, if it is not the whole scope. */
  renewed: v.optional(v.array(v.string())),
  /** Rows by table (tables.ts). */
  rows: Rows,
  /** Ids of deleted rows, by table. */
  gone: v.record(v.string(), v.array(v.string())),
});
export type ScopeChanges = v.InferOutput<typeof ScopeChanges>;

export const pull = defineCall({
  id: 'sync.pull',
  method: 'GET',
  path: '/sync',
  may: 'signedIn',
  input: v.object({
    cursor: v.optional(v.pipe(v.string(), v.maxLength(8000))),
    /**
     * The marks of all synced tables of the client (joinMarks). Sent without a cursor, and with a cursor that another
     * build received; otherwise the cursor contains them. Builds up to the shipped 1.1.12 never send them.
     */
    tables: v.optional(v.pipe(v.string(), v.regex(/^([\w-]{7}){1,200}$/))),
  }),
  output: v.object({
    /** Opaque; sent with the next pull. Empty if the server could not read the client's cursor: pull without one. */
    cursor: v.string(),
    changes: v.array(ScopeChanges),
    /** Scopes that this session may no longer read: the client deletes their rows. */
    lost: v.array(Scope),
    more: v.boolean(),
    /**
     * Short names (the first characters of the marks) of the client's tables that this server does not know: full
     * copies of them stay incomplete, although `more` is false.
     */
    unknown: v.optional(v.array(v.string())),
  }),
  problems: [],
  offline: 'online',
  summary: 'Rows and tombstones of every scope of the session since the cursor',
});

/** Path of the event stream that notifies clients to pull. Not JSON: `text/event-stream`. */
export const WAKE_PATH = '/api/sync/wake';
