import { Dexie } from 'dexie';
import { accountDatabaseName, openAccountDatabase, type AccountDatabase } from './database.ts';
import { DEVICE_DATABASE, deviceDatabase, readDeviceSetting } from './device.ts';
import { backoffMs } from './outbox/backoff.ts';
import { isPageLeft } from './page-left.ts';
import { within } from './within.ts';

/** A wait for another tab is reported as `blocked` after this, ms: a frozen tab sends no event. */
const BLOCKED_AFTER_MS = 5_000;

/** Longest wait for rows of another build to be mended, ms; a code file that does not arrive must not hold the page up. */
const MEND_MAX_MS = 10_000;

let mend: (db: AccountDatabase) => Promise<void> = async () => {};

/**
 * Sets what mends the rows of other builds before all other work with a database (stored/mend.ts). A page and the service
 * worker set it when they start; a worker is started by a page, which has done it.
 */
export const mendAtOpening = (work: (db: AccountDatabase) => Promise<void>): void => void (mend = work);

export type StorageFailure = 'blocked' | 'lost' | 'newer' | 'full';
/** `answers`: what was reported as `blocked` is over. */
export type StorageReport = StorageFailure | 'answers';
const failureListeners = new Set<(report: StorageReport) => void>();

/** Subscribes to storage failures: the shell shows them and asks for a reload. @returns Unsubscribes. */
export const onStorageFailure = (listener: (report: StorageReport) => void): (() => void) => {
  failureListeners.add(listener);
  return () => void failureListeners.delete(listener);
};
export const reportStorageFailure = (report: StorageReport): void => {
  for (const listener of failureListeners) listener(report);
};

/** Reports storage that does not answer for a while. @returns Ends the wait: it has answered. */
const reportIfBlocked = (isBlocked = () => true): (() => void) => {
  let isReported = false;
  const timer = setTimeout(() => {
    if (!isBlocked()) return;
    isReported = true;
    reportStorageFailure('blocked');
  }, BLOCKED_AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (isReported) reportStorageFailure('answers');
    isReported = false;
  };
};

const handles = new Map<string, AccountDatabase>();
/** Closed handles of accounts that signed out: unfinished work must not create their database again. */
const signedOut = new Map<string, AccountDatabase>();

/** The only way to open an account's database. Returns one shared handle per account, valid until the sign-out. */
export const accountDatabase = (userId: string): AccountDatabase => {
  const existing = handles.get(userId) ?? signedOut.get(userId);
  if (existing) return existing;
  const db = openAccountDatabase(userId);
  const onOpen = reportIfBlocked(() => !db.isOpen());
  // Before all other work, at every opening. What cannot be mended is read as it is.
  db.on('ready', (opened) => within(mend(opened as AccountDatabase), MEND_MAX_MS, undefined), true);
  let failedOpens = 0;
  // True: at every opening, not only at the first.
  db.on(
    'ready',
    () => {
      onOpen();
      failedOpens = 0;
    },
    true,
  );
  db.on('blocked', () => reportStorageFailure('blocked'));
  // Another tab upgrades the database or signs out: close, so that it can go on. An upgrade is reported.
  db.on('versionchange', (event) => {
    // Remove the handle before closing it: the `close` listener reopens a handle that is still in the map.
    if (handles.get(userId) === db) handles.delete(userId);
    db.close();
    if (event.newVersion !== null) return reportStorageFailure('newer');
    signedOut.set(userId, db);
    // False stops Dexie's own listener: a handle that it closes reopens on the next use.
    return false;
  });
  const reopen = (): void => {
    // A page in the back/forward cache could not answer other pages that upgrade or delete; its next use opens it again.
    if (isPageLeft()) return;
    if (handles.get(userId) === db) db.open().catch(() => reportStorageFailure('lost'));
  };
  db.on('close', () => {
    if (db.isOpen()) return queueMicrotask(reopen);
    // Dexie also closes what it could not open: repeated without a pause, that would hold the page up for ever.
    failedOpens += 1;
    setTimeout(reopen, backoffMs(failedOpens, null));
  });
  handles.set(userId, db);
  return db;
};

/** Closes a dead connection; the handle opens a new one on its next use. */
const dropConnection = (db: AccountDatabase): void => db.close({ disableAutoOpen: false });

/** The id of the account that is signed in on this device; undefined if there is none. */
export const readActiveUserId = async (): Promise<string | undefined> => {
  const userId = await readDeviceSetting<string>('activeUserId');
  if (userId) allowAccount(userId);
  return userId;
};

/** Lets an account that signed out earlier open its database again. */
export const allowAccount = (userId: string): void => void signedOut.delete(userId);

/** True once the account has signed out on this device, until it signs in again: its database is closed for good. */
export const hasSignedOut = (userId: string): boolean => signedOut.has(userId);

/** The signed-in account's database, for contexts without a page (service worker, workers). */
export const activeDatabase = async (): Promise<AccountDatabase | undefined> => {
  const userId = await readActiveUserId();
  return userId ? accountDatabase(userId) : undefined;
};

/** Longest wait for each step of a removal: a tab that does not respond keeps the database open indefinitely. */
const REMOVE_WITHIN_MS = 5_000;

/**
 * Removes an account's database from this device. Its tables are cleared first: a frozen tab can block the deletion.
 *
 * @returns False if another tab blocked the deletion.
 */
export const removeAccountDatabase = async (userId: string): Promise<boolean> => {
  if (!signedOut.has(userId)) await isDoneWithin(emptyAccountDatabase(userId), REMOVE_WITHIN_MS);
  return isDoneWithin(deleteAccountDatabase(userId), REMOVE_WITHIN_MS);
};

const emptyAccountDatabase = async (userId: string): Promise<void> => {
  const db = accountDatabase(userId);
  await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
};

const isDoneWithin = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  within(
    work.then(() => true),
    ms,
    false,
  );

/** Deletes an account's database and drops its handle. */
const deleteAccountDatabase = async (userId: string): Promise<void> => {
  const db = handles.get(userId);
  handles.delete(userId);
  db?.close({ disableAutoOpen: true });
  if (db) signedOut.set(userId, db);
  await Dexie.delete(accountDatabaseName(userId));
};

/**
 * Checks that every table of the signed-in account can be read. A tab that froze inside a write transaction blocks all
 * others without an event: this reports it as `blocked`.
 */
export const probeStorage = async (): Promise<void> => {
  const onEnd = reportIfBlocked();
  try {
    const db = await activeDatabase();
    await db?.transaction('r', db.tables, () => db.me.count());
  } finally {
    onEnd();
  }
};

/** True if an operation failed because the browser or a sign-out closed the database. */
export const isConnectionLost = (error: unknown): boolean => {
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  return /DatabaseClosed|InvalidState|UnknownError|Connection to Indexed Database server lost|connection is closing/.test(
    text,
  );
};

/**
 * Runs storage work, which must be idempotent: if the browser dropped the connection, it is reopened and the work is
 * retried once. A second lost connection is reported as `lost`.
 *
 * @throws The error of `work`; after a retry, the error of the retry.
 */
export const withDatabase = async <T>(userId: string, work: (db: AccountDatabase) => Promise<T>): Promise<T> => {
  try {
    return await work(accountDatabase(userId));
  } catch (error) {
    if (!isConnectionLost(error) || signedOut.has(userId)) throw error;
    const dead = handles.get(userId);
    if (dead) dropConnection(dead);
    return await work(accountDatabase(userId)).catch((retryError: unknown) => {
      if (isConnectionLost(retryError)) reportStorageFailure('lost');
      throw retryError;
    });
  }
};

/** True if the browser refused a write because its storage quota is used up. */
export const isQuotaError = (error: unknown): boolean => {
  const seen = new Set<unknown>();
  for (
    let current = error;
    current instanceof Error && !seen.has(current);
    current = (current as { inner?: unknown }).inner ?? current.cause
  ) {
    seen.add(current);
    if (current.name === 'QuotaExceededError' || /quota/i.test(current.message)) return true;
  }
  return false;
};

export { deviceDatabase, DEVICE_DATABASE };
