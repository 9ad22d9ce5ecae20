import { Dexie, type EntityTable, type Table } from 'dexie';
import type { OwnRow, OwnTable } from '#contract/rows.ts';
import type { Scope } from '#contract/ids.ts';
import { OWN_TABLES, ownTables } from '#contract/tables.ts';
import type { StoredUploadJob, StoredUploadFile } from './uploads/job.ts';

/** The session's short-lived half: the refresh token lies in a cookie no script can read. */
export interface StoredSession {
  key: 'session';
  userId: string;
  accessToken: string;
  /** By the server's word, not by the device's clock: an old token is noticed by its 401. */
  receivedAtMs: number;
}

/** `sent`: confirmed, waiting for the pull that brings the truth. `refused`: needs the person. */
export type EntryState = 'waiting' | 'sent' | 'refused';

export interface OutboxProblem {
  code: string;
  message: string;
}

/** One change the person made. It leaves only after a confirmed answer of the server. */
export interface OutboxEntry {
  /** UUIDv7 and idempotency key. */
  id: string;
  /** Order in which the person acted. */
  order: number;
  owner: string;
  scope: Scope;
  call: string;
  version: number;
  input: Record<string, unknown>;
  /** Ids this entry touches: entries that share one keep their order; a refused one holds back only these. */
  keys: string[];
  /** Of these, the rows it shows differently: they get a badge. Builds before did not write it (see entry-rows.ts). */
  changed?: string[];
  /** An upload job that must be finished first. */
  dependsOn: string | null;
  /** Small files, by hash, that are sent first. */
  files: string[];
  state: EntryState;
  attempts: number;
  nextAttemptAtMs: number;
  /** The last try failed for want of a line, not by the server's word. */
  wasOffline?: boolean;
  /** When the wait for the next try began: a clock that shows less was set back, and the wait is over. */
  waitingSinceMs?: number;
  /** By the device's clock. */
  queuedAtMs: number;
  /** The last that was heard of the server's clock by then: the entry is no older. */
  queuedAfterServerMs?: number | null;
  /** Version of the scope that has this change; null until it is known. */
  coveredBy: number | null;
  problem: OutboxProblem | null;
}

/** The server's copy of a row that waiting entries have changed here; `row` null if the server has none. */
export interface BaseRow {
  table: OwnTable;
  id: string;
  row: { id: string } | null;
}

export interface SyncState {
  key: 'sync';
  cursor: string | null;
  /** Version reached in each scope. */
  versions: Record<Scope, number>;
  /** Scopes that are being taken whole, all or some tables of them, with the ids seen so far, as `table/id`. */
  whole: Record<Scope, string[]>;
  /** Which tables of such a scope come whole, where not all do. */
  wholeTables?: Record<Scope, string[]>;
  /** The marks of the tables that the cursor stands for (contract/tables.ts); none from a build before they were said. */
  tables?: string;
  pulledAtMs: number;
  /** The server's clock at that time. */
  serverAtMs?: number | null;
  /** Why the last try to pull failed; null after one that worked. */
  failure?: SyncFailure | null;
  /** A rebuild from the server is under way (sync/repair.ts): every scope is taken whole. */
  repair?: SyncRepair | null;
}

export interface SyncFailure {
  atMs: number;
  /** `net.offline` where nothing came back, else the server's code. */
  code: string;
}

export interface SyncRepair {
  startedAtMs: number;
  /** Rows taken so far. */
  rows: number;
}

/** An answer kept for reading offline, by call and input. */
export interface CachedAnswer {
  key: string;
  call: string;
  answer: unknown;
  fetchedAtMs: number;
}

/** A small file of a queued call, until the server has it. */
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

/** A form's typed words that have not been sent or saved: they survive a reload. */
export interface Draft {
  key: string;
  value: unknown;
  savedAtMs: number;
}

/** When the holder of a lease last showed itself. */
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
 * Raised with every change of the stores or their indexes (database.test.ts says when), by a migration where rows that
 * are here must change too: `db.version(2).upgrade(…)` beside the stores below. A fixture of each version stays in
 * fixtures/.
 */
export const DATABASE_VERSION = 1;

/** What is no row of the server. */
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
