import { Dexie } from 'dexie';
import { accountDatabaseName, openAccountDatabase, type AccountDatabase } from './database.ts';
import { DEVICE_DATABASE, deviceDatabase, readDeviceSetting } from './device.ts';

/** An upgrade that waits longer than this for another tab is said to the person: a frozen tab sends no event. */
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

let current: { userId: string; db: AccountDatabase } | undefined;

/** The one way to an account's database: one handle per account, reopened when the browser dropped it. */
export const accountDatabase = (userId: string): AccountDatabase => {
  if (current?.userId === userId) return current.db;
  current?.db.close();
  const db = openAccountDatabase(userId);
  const timer = setTimeout(() => { if (!db.isOpen()) reportStorageTrouble('blocked'); }, BLOCKED_AFTER_MS);
  db.on('ready', () => clearTimeout(timer));
  db.on('blocked', () => reportStorageTrouble('blocked'));
  // Another tab has a newer version, or signs out: let it pass. Of a newer version the person is told.
  db.on('versionchange', (event) => {
    db.close();
    if (current?.db === db) current = undefined;
    if (event.newVersion !== null) reportStorageTrouble('newer');
  });
  db.on('close', () => { if (current?.db === db) reopen(userId); });
  current = { userId, db };
  return db;
};

const reopen = (userId: string): void => {
  current = undefined;
  accountDatabase(userId).open().catch(() => reportStorageTrouble('lost'));
};

/** The signed-in account's id on this device; undefined when nobody is. */
export const readActiveUserId = (): Promise<string | undefined> => readDeviceSetting<string>('activeUserId');

/** The signed-in account's database, for whoever wakes without a page. */
export const activeDatabase = async (): Promise<AccountDatabase | undefined> => {
  const userId = await readActiveUserId();
  return userId ? accountDatabase(userId) : undefined;
};

/** Deletes an account's database, and forgets the handle. */
export const deleteAccountDatabase = async (userId: string): Promise<void> => {
  if (current?.userId === userId) {
    current.db.close({ disableAutoOpen: true });
    current = undefined;
  }
  await Dexie.delete(accountDatabaseName(userId));
};

/** True where the browser or a sign-out closed the database under whoever was at it. */
export const isConnectionLost = (error: unknown): boolean => {
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  return /DatabaseClosed|InvalidState|UnknownError|Connection to Indexed Database server lost|connection is closing/.test(text);
};

/**
 * Runs storage work; a connection that the browser dropped is reopened once. A write that fails again stays failed.
 *
 * @throws whatever the second try throws.
 */
export const withDatabase = async <T>(userId: string, work: (db: AccountDatabase) => Promise<T>): Promise<T> => {
  try {
    return await work(accountDatabase(userId));
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    if (current?.userId === userId) current = undefined;
    return work(accountDatabase(userId));
  }
};

/** True where the browser said that there is no room. */
export const isQuotaError = (error: unknown): boolean => {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = (each as { inner?: unknown }).inner ?? each.cause) {
    seen.add(each);
    if (each.name === 'QuotaExceededError' || /quota/i.test(each.message)) return true;
  }
  return false;
};

export { deviceDatabase, DEVICE_DATABASE };
