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
  /** Tables of this scope that come whole, beginning with this page, where the others do not. */
  renewed: v.optional(v.array(v.string())),
  /** Rows by table (tables.ts). */
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
  input: v.object({
    cursor: v.optional(v.pipe(v.string(), v.maxLength(8000))),
    /**
     * The marks of all synced tables that the client holds (joinMarks). Sent where there is no cursor and where the
     * rows here were taken by another build; else the cursor has them. Builds before it was introduced send none.
     */
    tables: v.optional(v.pipe(v.string(), v.regex(/^([\w-]{7}){1,200}$/))),
  }),
  output: v.object({
    /** Opaque; sent with the next pull. Empty if the server could not read the one that it got: pull without one. */
    cursor: v.string(),
    changes: v.array(ScopeChanges),
    /** Scopes this session may no longer read: their rows are deleted. */
    lost: v.array(Scope),
    more: v.boolean(),
    /**
     * Names (the first characters of their marks) of the client's tables that this server does not know: what has come
     * of them whole is not complete, although there is no more here.
     */
    unknown: v.optional(v.array(v.string())),
  }),
  problems: [],
  offline: 'online',
  summary: 'Rows and tombstones of every scope of the session since the cursor',
});

/** Opens the event stream that says "pull now". Not JSON: `text/event-stream`. */
export const WAKE_PATH = '/api/sync/wake';
