import { Dexie, type EntityTable, type Table, type Transaction } from 'dexie';
import { endWithPage } from './end-with-page.ts';
import type { Captions } from '#contract/captions.ts';
import type { WatchDetail } from '#contract/channels.ts';
import type { OwnRow, OwnTable } from '#contract/rows.ts';
import type { Scope } from '#contract/ids.ts';
import { OWN_TABLES, ownTables } from '#contract/tables.ts';
import type { ShapeMark } from './stored/stored-answer.ts';
import type { StoredUploadJob, StoredUploadFile } from './uploads/job.ts';
import type { StoredPiece, StoredRecording } from './uploads/recording.ts';

/** The access token of the session; the refresh token is in an HttpOnly cookie. */
export interface StoredSession {
  key: 'session';
  userId: string;
  accessToken: string;
  /** By the device's clock. Not used for expiry: an expired token is detected by its 401. */
  receivedAtMs: number;
  /** The server refused to renew the session: only a new sign-in helps. Absent while it runs. */
  isOver?: true;
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
export interface CachedAnswer extends ShapeMark {
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

/**
 * A published item saved for watching offline, or an own file that was downloaded. It is written once all of its bytes are
 * here. Source: D-358; decision 0086.
 */
export interface SavedMedia extends ShapeMark {
  /** The publication's id; the content's for an own file. */
  id: string;
  contentType: string;
  /** The bytes of an own file, and of items saved by older builds; those of others are in `savedPieces`. */
  blob?: Blob;
  /** Names its pieces. */
  copyId?: string;
  bytes: number;
  savedAtMs: number;
  /** Until when it may be watched; missing for own files, which have no end. */
  lease?: SavedLease;
  /** What its page shows, so that it can be opened when the cached answer was evicted. `shapes` is of the oldest of it and `captions`. */
  detail?: WatchDetail;
  /** Height of the picture, px. */
  height?: number;
  /** The kept list that saved it (store/saved/sets.ts); missing if the person saved the item. */
  setId?: string;
  /** A document that was opened and is kept for reading it again. */
  isOpened?: boolean;
  /** Names the file: the id of its media, or its identity for an own original. Missing in rows of older builds. */
  version?: string;
  /** Its captions and chapters; missing in rows of builds that knew none. */
  captions?: Captions;
}

/** The right to watch a copy offline. All times but `deviceAtMs` are the server's, Unix ms. See store/saved/lease.ts. */
export interface SavedLease {
  /** When the server last confirmed the right. */
  checkedAtMs: number;
  /** When the right ends, e.g. with a trial; null if no end is known. */
  endsAtMs: number | null;
  /** The latest time that this device has noted, and what its own clock showed then. */
  seenAtMs: number;
  deviceAtMs: number;
}

/** Why a copy is not being saved, until the person does something. */
export type SaveProblem = 'no_room' | 'no_access' | 'gone';

/** An item that is being saved. Its bytes so far are in `savedPieces`, without gaps from 0 to `received`. */
export interface SaveJob {
  /** The publication's id. */
  id: string;
  copyId: string;
  title: string;
  /** The largest picture wanted, px; null for the file of one size. */
  height: number | null;
  addedAtMs: number;
  received: number;
  /** Length of the file; null until the server has named it. */
  bytes: number | null;
  /** The file that the pieces are of: its address without the token, and the server's mark of its bytes. */
  file: string | null;
  etag: string | null;
  problem: SaveProblem | null;
  /** Free room that was missing with `no_room`, bytes. */
  missingBytes?: number;
  /** The runner that fetches it, and when it last wrote, by the device's clock. */
  holder: string | null;
  beatAtMs: number;
  attempts: number;
  nextAttemptAtMs: number;
  setId?: string;
  isOpened?: boolean;
  /** The person lets this one go over mobile data. */
  anyNetwork?: boolean;
}

/** A part of a copy. */
export interface SavedPiece {
  copyId: string;
  /** Its first byte in the file. */
  at: number;
  /** An ArrayBuffer where the browser stores no blobs. */
  bytes: Blob | ArrayBuffer;
}

/** A playlist or channel whose items are kept on this device. */
export interface SavedSet {
  /** `playlist:<id>` or `channel:<id>`. */
  id: string;
  title: string;
  /** How many of its next items are kept; null for all. */
  count: number | null;
  height: number | null;
  addedAtMs: number;
  /** When it was last compared with the list, by the device's clock; 0 for never. */
  filledAtMs: number;
  /** How many items it had to keep then. */
  wanted?: number;
  /** Items that the person removed, and documents that were read. */
  leftOut?: string[];
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
    saveJobs: EntityTable<SaveJob, 'id'>;
    savedPieces: Table<SavedPiece, [string, number]>;
    savedSets: EntityTable<SavedSet, 'id'>;
    drafts: EntityTable<Draft, 'key'>;
    leases: EntityTable<LeaseBeat, 'name'>;
    uploadJobs: EntityTable<StoredUploadJob, 'id'>;
    uploadFiles: EntityTable<StoredUploadFile, 'id'>;
    recordings: EntityTable<StoredRecording, 'id'>;
    recordingPieces: Table<StoredPiece, [string, number]>;
  };

export const accountDatabaseName = (userId: string): string => `sideline-${userId}`;

/**
 * Raise it with every change of the stores or their indexes (database.test.ts fails until you do). If stored rows must
 * change too, add a `db.version(…).stores(STORES).upgrade(…)` with its number below. fixtures/ keeps a database of each
 * version.
 */
export const DATABASE_VERSION = 9;

/** Stores whose rows do not come from the server. */
const DEVICE_STORES = {
  session: 'key',
  sync: 'key',
  outbox: 'id, order, state',
  base: '[table+id]',
  answers: 'key, call, fetchedAtMs',
  files: 'sha256, isSent',
  savedMedia: 'id',
  saveJobs: 'id',
  savedPieces: '[copyId+at]',
  savedSets: 'id',
  drafts: 'key',
  leases: 'name',
  uploadJobs: 'id, state, scope, startedAtMs',
  uploadFiles: 'id',
  recordings: 'id',
  recordingPieces: '[recordingId+at]',
};

/** Every store with its primary key and indexes, as Dexie writes them. */
export const STORES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OWN_TABLES.map((table) => [table, ['id', ...ownTables[table].indexes].join(', ')])),
  ...DEVICE_STORES,
};

/** Items that were saved before version 7 get a lease as if they were checked now; own files need none. Source: decision 0086. */
const leaseOlderCopies = async (tx: Transaction): Promise<void> => {
  const own = new Set<unknown>(await tx.table('contents').toCollection().primaryKeys());
  const sync = (await tx.table('sync').get('sync')) as SyncState | undefined;
  const lease: SavedLease = {
    checkedAtMs: sync?.serverAtMs ?? Date.now(),
    endsAtMs: null,
    seenAtMs: sync?.serverAtMs ?? Date.now(),
    deviceAtMs: Date.now(),
  };
  const saved = tx.table<SavedMedia, string>('savedMedia');
  for (const id of await saved.toCollection().primaryKeys()) if (!own.has(id)) await saved.update(id, { lease });
};

/** Opens one account's database. */
export const openAccountDatabase = (userId: string): AccountDatabase => {
  const db = endWithPage(new Dexie(accountDatabaseName(userId)) as AccountDatabase);
  // Of its own version: an upgrade of the last one would run again for devices that have it behind them.
  db.version(7).stores(STORES).upgrade(leaseOlderCopies);
  db.version(DATABASE_VERSION).stores(STORES);
  return db;
};
