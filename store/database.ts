import { Dexie, type EntityTable, type Table } from 'dexie';
import type { OwnRow, OwnTable } from '#contract/rows.ts';
import type { Scope } from '#contract/ids.ts';
import { OWN_TABLES, ownTables } from '#contract/tables.ts';
import type { StoredUploadJob, StoredUploadFile } from './uploads/job.ts';

/** The access token of the session; the refresh token is in an HttpOnly cookie. */
export interface StoredSession {
  key: 'session';
  userId: string;
  accessToken: string;
  /** By the device's clock. Not used for expiry: an expired token is detected by its 401. */
  receivedAtMs: number;
}

/** `sent`: acknowledged, waits for the pull that brings its rows. `refused`: needs a decision of the user. */
export type EntryState = 'waiting' | 'sent' | 'refused';

export interface OutboxProblem {
  code: string;
  message: string;
}

/** One change that the user made. It is deleted only after the server has acknowledged it. */
export interface OutboxEntry {
  /** UUIDv7 and idempotency key. */
  id: string;
  /** Order of the user's actions. */
  order: number;
  owner: string;
  scope: Scope;
  call: string;
  version: number;
  input: Record<string, unknown>;
  /** Ids that this entry touches: entries that share one are sent in order; a refused entry blocks only those. */
  keys: string[];
  /** Those of `keys` whose rows it changes: they get a badge. Missing in entries of older builds (see entry-rows.ts). */
  changed?: string[];
  /** An upload job that must be completed first. */
  dependsOn: string | null;
  /** Hashes of small files that are sent first. */
  files: string[];
  state: EntryState;
  attempts: number;
  nextAttemptAtMs: number;
  /** The last attempt failed without an answer of the server. */
  wasOffline?: boolean;
  /** When the wait for the next attempt began: a clock that shows an earlier time was set back, which ends the wait. */
  waitingSinceMs?: number;
  /** By the device's clock. */
  queuedAtMs: number;
  /** The last known server time when the entry was queued: a lower bound of its age. */
  queuedAfterServerMs?: number | null;
  /** The version of the scope that includes this change; null until it is known. */
  coveredBy: number | null;
  problem: OutboxProblem | null;
}

/** The server's copy of a row that waiting entries have changed locally; `row` is null if the server has none. */
export interface BaseRow {
  table: OwnTable;
  id: string;
  row: { id: string } | null;
}

export interface SyncState {
  key: 'sync';
  cursor: string | null;
  /** The version up to which each scope was pulled. */
  versions: Record<Scope, number>;
  /** Scopes whose full copy is being pulled (all tables or some), with the ids received so far, as `table/id`. */
  whole: Record<Scope, string[]>;
  /** The tables of such a scope that are pulled in full; all if missing. */
  wholeTables?: Record<Scope, string[]>;
  /** The marks of the tables that the cursor covers (contract/tables.ts); missing if an older build pulled last. */
  tables?: string;
  pulledAtMs: number;
  /** The server's time of that pull. */
  serverAtMs?: number | null;
  /** Why the last pull failed; null after a successful one. */
  failure?: SyncFailure | null;
  /** A repair from the server is running (sync/repair.ts): every scope is pulled in full. */
  repair?: SyncRepair | null;
}

export interface SyncFailure {
  atMs: number;
  /** `net.offline` if there was no answer, else the server's problem code. */
  code: string;
}

export interface SyncRepair {
  startedAtMs: number;
  /** Rows pulled so far. */
  rows: number;
}

/** A cached answer for reading offline, keyed by call and input. */
export interface CachedAnswer {
  key: string;
  call: string;
  answer: unknown;
  fetchedAtMs: number;
}

/** A small file that a queued call needs, kept until the server has it. */
export interface StoredFile {
  sha256: string;
  blob: Blob;
  isSent: 0 | 1;
  savedAtMs: number;
}

/** A published item saved for watching offline. Source: D-358. */
export interface SavedMedia {
  /** The publication's id. */
  id: string;
  contentType: string;
  blob: Blob;
  bytes: number;
  savedAtMs: number;
}

/** Form input that was not submitted yet: it survives a reload. */
export interface Draft {
  key: string;
  value: unknown;
  savedAtMs: number;
}

/** The last heartbeat of the holder of a lease. */
export interface LeaseBeat {
  name: string;
  atMs: number;
}

type OwnTables = { [T in OwnTable]: Table<OwnRow<T>, string> };

export type AccountDatabase = Dexie &
  OwnTables & {
    session: EntityTable<StoredSession, 'key'>;
    sync: EntityTable<SyncState, 'key'>;
    outbox: EntityTable<OutboxEntry, 'id'>;
    base: Table<BaseRow, [OwnTable, string]>;
    answers: EntityTable<CachedAnswer, 'key'>;
    files: EntityTable<StoredFile, 'sha256'>;
    savedMedia: EntityTable<SavedMedia, 'id'>;
    drafts: EntityTable<Draft, 'key'>;
    leases: EntityTable<LeaseBeat, 'name'>;
    uploadJobs: EntityTable<StoredUploadJob, 'id'>;
    uploadFiles: EntityTable<StoredUploadFile, 'id'>;
  };

export const accountDatabaseName = (userId: string): string => `sideline-${userId}`;

/**
 * Raise it with every change of the stores or their indexes (database.test.ts fails until you do). If stored rows must
 * change too, add `db.version(2).upgrade(…)` beside the stores below. fixtures/ keeps a database of each version.
 */
export const DATABASE_VERSION = 1;

/** Stores whose rows do not come from the server. */
const DEVICE_STORES = {
  session: 'key',
  sync: 'key',
  outbox: 'id, order, state',
  base: '[table+id]',
  answers: 'key, call, fetchedAtMs',
  files: 'sha256, isSent',
  savedMedia: 'id',
  drafts: 'key',
  leases: 'name',
  uploadJobs: 'id, state, scope, startedAtMs',
  uploadFiles: 'id',
};

/** Every store with its primary key and indexes, as Dexie writes them. */
export const STORES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OWN_TABLES.map((table) => [table, ['id', ...ownTables[table].indexes].join(', ')])),
  ...DEVICE_STORES,
};

/** Opens one account's database. */
export const openAccountDatabase = (userId: string): AccountDatabase => {
  const db = new Dexie(accountDatabaseName(userId)) as AccountDatabase;
  db.version(DATABASE_VERSION).stores(STORES);
  return db;
};
