import { liveQuery, type Dexie, type Subscription } from 'dexie';
import { newId } from '#contract/ids.ts';
import type { AccountDatabase } from './database.ts';
import { deviceDatabase } from './device.ts';
import { accountDatabase, readActiveUserId } from './door.ts';
import { countUnsent, type Unsent } from './unsent.ts';

/** Lies beside the database, because browsers clear that one alone: what it held that nobody else has. */
interface Mark extends Unsent {
  userId: string;
  databaseId: unknown;
  deviceId: unknown;
}

const MARK = 'sideline-unsent';
/** Loss being shown; survives a reload, so that it is shown again. */
const LOST = 'sideline-lost';
const DATABASE_ID = 'database-id';
const CLOSED_LOOK_MS = 1_000;
const SHOWN_FOR_MS = 5_000;

const read = <T>(key: string): T | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
};
const write = (key: string, value: Mark | Unsent | undefined): void => {
  try {
    const text = value && JSON.stringify(value);
    if (text === undefined) localStorage.removeItem(key);
    // An upload's headway changes no count: other tabs need not hear of it four times a second.
    else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing for us: then nothing can be remembered.
  }
};

/** Shows a loss, and again after a reload of the page while it is shown. */
const createLossReport = (show: (lost: Unsent) => void) => {
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const repeat = (): void => {
    const lost = read<Unsent>(LOST);
    if (!lost) return;
    clearTimeout(forgetting);
    forgetting = setTimeout(() => write(LOST, undefined), SHOWN_FOR_MS);
    show(lost);
  };
  return {
    repeat,
    /** Once for a mark, and only if it counts anything. */
    report({ changes, uploads }: Mark): void {
      if (isStopped) return;
      write(MARK, undefined);
      if (changes + uploads === 0) return;
      write(LOST, { changes, uploads });
      repeat();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(forgetting);
    },
  };
};

/** Keeps the mark of the account that is signed in, and compares it with the database at each opening. */
const createMark = (reportLoss: (mark: Mark) => void) => {
  let counting: Subscription | undefined;
  /** Who is counted for; what was begun for another account must not write any more. */
  let counted: string | undefined;

  /** After each opening: the same database, or a new one in its place. */
  const compare = async (db: AccountDatabase, userId: string, deviceId: unknown): Promise<void> => {
    const databaseId = await identify(db, 'drafts', { savedAtMs: Date.now() });
    if (counted !== userId) return;
    const mark = read<Mark>(MARK);
    if (mark?.userId === userId && mark.databaseId !== databaseId) reportLoss(mark);
    counting?.unsubscribe();
    const count = async () => ({ id: (await db.drafts.get(DATABASE_ID))?.value, unsent: await countUnsent(db) });
    counting = liveQuery(count).subscribe({
      // A database that took this one's place is compared first: an empty count of it is no news.
      next: ({ id, unsent }) => {
        if (id === databaseId && counted === userId) write(MARK, { userId, databaseId, deviceId, ...unsent });
      },
      error: () => {},
    });
  };

  return {
    async follow(userId: string, deviceId: unknown): Promise<void> {
      counted = userId;
      const db = accountDatabase(userId);
      db.on('ready', () => void compare(db, userId, deviceId).catch(() => {}), true);
      await compare(db, userId, deviceId);
    },
    /** Signing out leaves the device's own settings in place; a browser that clears takes them too. */
    signedOut(deviceId: unknown): void {
      counted = undefined;
      counting?.unsubscribe();
      const mark = read<Mark>(MARK);
      if (mark && mark.deviceId !== deviceId) reportLoss(mark);
      else write(MARK, undefined);
    },
    stop: (): void => counting?.unsubscribe(),
  };
};

/** A device's database that was cleared gets no writes, so no query reports it: looks for it a while after it has closed. */
const whenDeviceCleared = (then: () => void): void => {
  const look = () =>
    void deviceDatabase.settings.get(DATABASE_ID).then(
      (row) => {
        if (!row) then();
      },
      () => {},
    );
  deviceDatabase.on('close', () => void setTimeout(look, CLOSED_LOOK_MS));
};

/**
 * Remembers beside the database how much of it is unsent, and reports it when the browser has cleared the database
 * under it, at the start or while the page is open. Everything else in it comes back from the server.
 *
 * @param show Shows the loss; called again after a reload.
 * @returns Stops watching.
 */
export const watchUnsent = (show: (lost: Unsent) => void): (() => void) => {
  const loss = createLossReport(show);
  const mark = createMark(loss.report);
  let account: Subscription | undefined;

  loss.repeat();
  void identify(deviceDatabase, 'settings').then(
    () => {
      const readAccount = async () => ({
        userId: await readActiveUserId(),
        deviceId: (await deviceDatabase.settings.get(DATABASE_ID))?.value,
      });
      account = liveQuery(readAccount).subscribe({
        next({ userId, deviceId }) {
          if (userId) void mark.follow(userId, deviceId).catch(() => {});
          else mark.signedOut(deviceId);
        },
        error: () => {},
      });
    },
    () => {},
  );
  whenDeviceCleared(() => mark.signedOut(undefined));
  return () => {
    loss.stop();
    account?.unsubscribe();
    mark.stop();
  };
};

/** The id that a database was given when it was first met; one that took its place has another. */
const identify = async (db: Dexie, name: 'drafts' | 'settings', more: object = {}): Promise<unknown> => {
  const table = db.table<{ value: unknown }, string>(name);
  // Nothing is locked for writing at each start: a tab that freezes in the middle of it holds up every other.
  const met = await table.get(DATABASE_ID);
  if (met) return met.value;
  return db.transaction('rw', table, async () => {
    const known = await table.get(DATABASE_ID);
    if (known) return known.value;
    const row = { key: DATABASE_ID, value: newId(), ...more };
    await table.put(row);
    return row.value;
  });
};
