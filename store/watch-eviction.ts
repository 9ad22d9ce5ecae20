import { liveQuery, type Dexie, type Subscription } from 'dexie';
import { newId } from '#contract/ids.ts';
import type { AccountDatabase } from './database.ts';
import { deviceDatabase } from './device.ts';
import { accountDatabase, readActiveUserId } from './door.ts';
import { countUnsent, type Unsent } from './unsent.ts';

/** Count of the unsent work, and the ids of the databases it was counted in. */
interface UnsentRecord extends Unsent {
  userId: string;
  databaseId: unknown;
  deviceId: unknown;
}

/** localStorage: the last {@link UnsentRecord}. Browsers evict IndexedDB alone, so this survives it. */
const RECORD_KEY = 'sideline-unsent';
/** localStorage: the loss being shown. It survives a reload, so that the next page shows it again. */
const LOSS_KEY = 'sideline-lost';
/** Key of the row that holds a database's own id. */
const DATABASE_ID = 'database-id';
/** Wait after the device's database was closed before checking whether it is empty, ms. */
const RECHECK_AFTER_MS = 1_000;
/** A page that lived this long after the report has shown it, ms. */
const LOSS_SHOWN_AFTER_MS = 5_000;

const read = <T>(key: string): T | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
};
const write = (key: string, value: UnsentRecord | Unsent | undefined): void => {
  try {
    const text = value && JSON.stringify(value);
    if (text === undefined) localStorage.removeItem(key);
    // Upload progress changes no count: do not send other tabs a storage event four times a second.
    else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
  } catch {
    // localStorage is not available: an eviction cannot be detected.
  }
};

/**
 * Reports unsent work that the browser evicted together with the database, at the start or while the page is open. All
 * other data comes back from the server.
 *
 * Every database gets an id when it is first opened. The number of unsent changes and uploads is recorded in
 * localStorage with that id. A different id later means that the database was evicted and created again:
 *
 *     signed in  ─┬─ id as recorded, or no record ─────────────────────► record each new count
 *                 └─ another id: evicted ────────────► report the loss ─► record each new count
 *     signed out ─┬─ device's id as recorded: the person signed out ───► delete the record
 *                 └─ device has another id, or none: evicted ──────────► report the loss
 *
 * @param onLoss Shows what was lost. Called again after a reload within 5 s of the report.
 * @returns Stops watching.
 */
export const watchEviction = (onLoss: (lost: Unsent) => void): (() => void) => {
  const loss = createLossReport(onLoss);
  const counter = createUnsentCounter(loss.report);
  loss.repeat();
  const stopWatchingDevice = watchDevice(
    (userId, deviceId) => void counter.countFor(userId, deviceId).catch(() => {}),
    (deviceId) => {
      counter.stop();
      const record = read<UnsentRecord>(RECORD_KEY);
      if (record && record.deviceId !== deviceId) loss.report(record);
      else write(RECORD_KEY, undefined);
    },
  );
  return () => {
    loss.stop();
    stopWatchingDevice();
    counter.unsubscribe();
  };
};

/** Reports a loss, and repeats the report after a reload until a page has shown it. */
const createLossReport = (onLoss: (lost: Unsent) => void) => {
  let clearing: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const repeat = (): void => {
    const lost = read<Unsent>(LOSS_KEY);
    if (!lost) return;
    clearTimeout(clearing);
    clearing = setTimeout(() => write(LOSS_KEY, undefined), LOSS_SHOWN_AFTER_MS);
    onLoss(lost);
  };
  const report = ({ changes, uploads }: Unsent): void => {
    if (isStopped) return;
    write(RECORD_KEY, undefined);
    if (changes + uploads === 0) return;
    write(LOSS_KEY, { changes, uploads });
    repeat();
  };
  const stop = (): void => {
    isStopped = true;
    clearTimeout(clearing);
  };
  return { report, repeat, stop };
};

/** Keeps the record of one account at a time up to date. */
const createUnsentCounter = (reportLoss: (record: UnsentRecord) => void) => {
  let counts: Subscription | undefined;
  /** The account that is counted; late work for another one must not write. */
  let countedUserId: string | undefined;

  const onDatabaseReady = async (db: AccountDatabase, userId: string, deviceId: unknown): Promise<void> => {
    const databaseId = await identify(db, 'drafts', { savedAtMs: Date.now() });
    if (countedUserId !== userId) return;
    const record = read<UnsentRecord>(RECORD_KEY);
    if (record?.userId === userId && record.databaseId !== databaseId) reportLoss(record);
    counts?.unsubscribe();
    const count = async () => ({ id: (await db.drafts.get(DATABASE_ID))?.value, unsent: await countUnsent(db) });
    counts = liveQuery(count).subscribe({
      // A database with another id was created after an eviction: its zero must not replace the recorded count.
      next: ({ id, unsent }) => {
        if (id === databaseId && countedUserId === userId)
          write(RECORD_KEY, { userId, databaseId, deviceId, ...unsent });
      },
      error: () => {},
    });
  };
  const countFor = async (userId: string, deviceId: unknown): Promise<void> => {
    countedUserId = userId;
    const db = accountDatabase(userId);
    // Sticky: Dexie calls it at each opening, so also after an eviction.
    db.on('ready', () => void onDatabaseReady(db, userId, deviceId).catch(() => {}), true);
    await onDatabaseReady(db, userId, deviceId);
  };
  const unsubscribe = (): void => counts?.unsubscribe();
  const stop = (): void => {
    countedUserId = undefined;
    unsubscribe();
  };
  return { countFor, stop, unsubscribe };
};

/**
 * Follows the active account and the id of the device's database.
 *
 * @returns Stops it.
 */
const watchDevice = (
  onSignedIn: (userId: string, deviceId: unknown) => void,
  onSignedOut: (deviceId: unknown) => void,
): (() => void) => {
  let account: Subscription | undefined;
  void identify(deviceDatabase, 'settings').then(
    () => {
      const readAccount = async () => ({
        userId: await readActiveUserId(),
        deviceId: (await deviceDatabase.settings.get(DATABASE_ID))?.value,
      });
      account = liveQuery(readAccount).subscribe({
        next: ({ userId, deviceId }) => (userId ? onSignedIn(userId, deviceId) : onSignedOut(deviceId)),
        error: () => {},
      });
    },
    () => {},
  );
  // An eviction writes nothing, so the live query does not see it.
  const recheck = (): void =>
    void deviceDatabase.settings.get(DATABASE_ID).then(
      (row) => {
        if (!row) onSignedOut(undefined);
      },
      () => {},
    );
  deviceDatabase.on('close', () => void setTimeout(recheck, RECHECK_AFTER_MS));
  return () => account?.unsubscribe();
};

/** Reads the id of a database; one without an id is new and gets one. */
const identify = async (db: Dexie, name: 'drafts' | 'settings', more: object = {}): Promise<unknown> => {
  const table = db.table<{ value: unknown }, string>(name);
  // Read first, without a write lock: a tab that freezes inside a write transaction blocks all other tabs.
  const existing = await table.get(DATABASE_ID);
  if (existing) return existing.value;
  return db.transaction('rw', table, async () => {
    const added = await table.get(DATABASE_ID);
    if (added) return added.value;
    const row = { key: DATABASE_ID, value: newId(), ...more };
    await table.put(row);
    return row.value;
  });
};
