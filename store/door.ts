import { Dexie } from 'dexie';
import { accountDatabaseName, openAccountDatabase, type AccountDatabase } from './database.ts';
import { DEVICE_DATABASE, deviceDatabase, readDeviceSetting } from './device.ts';
import { within } from './within.ts';

/** What waits longer than this for another tab is said to the person: a frozen tab sends no event. */
const BLOCKED_AFTER_MS = 5_000;

export type StorageTrouble = 'blocked' | 'lost' | 'newer' | 'full';
const troubleListeners = new Set<(trouble: StorageTrouble) => void>();

/** Hears of storage that cannot be used: the shell tells the person and asks for a reload. */
export const onStorageTrouble = (listener: (trouble: StorageTrouble) => void): (() => void) => {
  troubleListeners.add(listener);
  return () => void troubleListeners.delete(listener);
};
export const reportStorageTrouble = (trouble: StorageTrouble): void => {
  for (const listener of troubleListeners) listener(trouble);
};

const handles = new Map<string, AccountDatabase>();
/** Closed handles of accounts that signed out: what was still under way here must not make their database anew. */
const signedOut = new Map<string, AccountDatabase>();

/** The one way to an account's database: one handle per account, which whoever holds it may use as long as the account is here. */
export const accountDatabase = (userId: string): AccountDatabase => {
  const known = handles.get(userId) ?? signedOut.get(userId);
  if (known) return known;
  const db = openAccountDatabase(userId);
  const timer = setTimeout(() => {
    if (!db.isOpen()) reportStorageTrouble('blocked');
  }, BLOCKED_AFTER_MS);
  db.on('ready', () => clearTimeout(timer));
  db.on('blocked', () => reportStorageTrouble('blocked'));
  // Another tab has a newer version, or signs out: let it pass. Of a newer version the person is told.
  db.on('versionchange', (event) => {
    // First forgotten, then closed: a closing that we did not mean is answered by opening.
    if (handles.get(userId) === db) handles.delete(userId);
    db.close();
    if (event.newVersion !== null) return reportStorageTrouble('newer');
    signedOut.set(userId, db);
    // Else Dexie's own listener follows, and a handle that it closed opens itself again.
    return false;
  });
  db.on('close', () =>
    queueMicrotask(() => {
      if (handles.get(userId) === db) db.open().catch(() => reportStorageTrouble('lost'));
    }),
  );
  handles.set(userId, db);
  return db;
};

/** Lets go of a dead connection; the handle stays, and opens a new one with its next use. */
const dropConnection = (db: AccountDatabase): void => db.close({ disableAutoOpen: false });

/** The signed-in account's id on this device; undefined when nobody is. */
export const readActiveUserId = async (): Promise<string | undefined> => {
  const userId = await readDeviceSetting<string>('activeUserId');
  if (userId) admit(userId);
  return userId;
};

/** Whoever comes in again has a database again. */
export const admit = (userId: string): void => void signedOut.delete(userId);

/** The signed-in account's database, for whoever wakes without a page. */
export const activeDatabase = async (): Promise<AccountDatabase | undefined> => {
  const userId = await readActiveUserId();
  return userId ? accountDatabase(userId) : undefined;
};

/** A tab that does not answer holds a database open for ever, and may be in the middle of writing. */
const REMOVE_WITHIN_MS = 5_000;

/**
 * Takes an account's database off this device. Its tables are emptied first: a frozen tab holds up the rest.
 *
 * @returns Whether all of it is gone.
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

/** Deletes an account's database, and forgets the handle. */
const deleteAccountDatabase = async (userId: string): Promise<void> => {
  const db = handles.get(userId);
  handles.delete(userId);
  db?.close({ disableAutoOpen: true });
  if (db) signedOut.set(userId, db);
  await Dexie.delete(accountDatabaseName(userId));
};

/**
 * Asks every table of this device for a sign of life. A tab that froze in the middle of writing keeps all others waiting,
 * and the browser tells nobody: here it is reported as `blocked`.
 */
export const probeStorage = async (): Promise<void> => {
  const timer = setTimeout(() => reportStorageTrouble('blocked'), BLOCKED_AFTER_MS);
  try {
    const db = await activeDatabase();
    await db?.transaction('r', db.tables, () => db.me.count());
  } finally {
    clearTimeout(timer);
  }
};

/** True where the browser or a sign-out closed the database under whoever was at it. */
export const isConnectionLost = (error: unknown): boolean => {
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  return /DatabaseClosed|InvalidState|UnknownError|Connection to Indexed Database server lost|connection is closing/.test(
    text,
  );
};

/**
 * Runs storage work, which must be safe to run twice; a connection that the browser dropped is reopened once. What fails
 * again stays failed, and the person is asked to reload.
 *
 * @throws whatever the second try throws.
 */
export const withDatabase = async <T>(userId: string, work: (db: AccountDatabase) => Promise<T>): Promise<T> => {
  try {
    return await work(accountDatabase(userId));
  } catch (error) {
    if (!isConnectionLost(error) || signedOut.has(userId)) throw error;
    const dead = handles.get(userId);
    if (dead) dropConnection(dead);
    return await work(accountDatabase(userId)).catch((again: unknown) => {
      if (isConnectionLost(again)) reportStorageTrouble('lost');
      throw again;
    });
  }
};

/** True where the browser said that there is no room. */
export const isQuotaError = (error: unknown): boolean => {
  const seen = new Set<unknown>();
  for (
    let each = error;
    each instanceof Error && !seen.has(each);
    each = (each as { inner?: unknown }).inner ?? each.cause
  ) {
    seen.add(each);
    if (each.name === 'QuotaExceededError' || /quota/i.test(each.message)) return true;
  }
  return false;
};

export { deviceDatabase, DEVICE_DATABASE };
