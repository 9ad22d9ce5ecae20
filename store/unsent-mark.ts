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
/** What was lost, while it is being said: a page that loads itself anew meanwhile says it again. */
const LOST = 'sideline-lost';
const DATABASE_ID = 'database-id';
const CLOSED_LOOK_MS = 1_000;
const SAID_FOR_MS = 5_000;

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

/**
 * Remembers beside the database how much of it is unsent, and says it when the browser has cleared the database under
 * it, at the start or while the page is open. Everything else in it comes back from the server.
 *
 * @returns Ends it.
 */
export const watchUnsent = (say: (lost: Unsent) => void): (() => void) => {
  let counting: Subscription | undefined;
  let account: Subscription | undefined;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** Who is counted for; what was begun for somebody else must not write any more. */
  let counted: string | undefined;

  const follow = async (userId: string, deviceId: unknown): Promise<void> => {
    counted = userId;
    const db = accountDatabase(userId);
    db.on('ready', () => void meet(db, userId, deviceId).catch(() => {}), true);
    await meet(db, userId, deviceId);
  };
  /** After each opening: the same database, or a new one in its place. */
  const meet = async (db: AccountDatabase, userId: string, deviceId: unknown): Promise<void> => {
    const databaseId = await identify(db, 'drafts', { savedAtMs: Date.now() });
    if (counted !== userId) return;
    const mark = read<Mark>(MARK);
    if (mark?.userId === userId && mark.databaseId !== databaseId) sayLost(mark);
    counting?.unsubscribe();
    const count = async () => ({ id: (await db.drafts.get(DATABASE_ID))?.value, unsent: await countUnsent(db) });
    counting = liveQuery(count).subscribe({
      // A database that took this one's place is met first: what is missing in it is not nothing.
      next: ({ id, unsent }) => {
        if (id === databaseId && counted === userId) write(MARK, { userId, databaseId, deviceId, ...unsent });
      },
      error: () => {},
    });
  };
  /** Who signs out leaves the device's own settings where they are; a browser that clears takes them too. */
  const meetNobody = (deviceId: unknown): void => {
    counted = undefined;
    counting?.unsubscribe();
    const mark = read<Mark>(MARK);
    if (mark && mark.deviceId !== deviceId) sayLost(mark);
    else write(MARK, undefined);
  };
  const sayLost = ({ changes, uploads }: Mark): void => {
    if (isOver) return;
    write(MARK, undefined);
    if (changes + uploads === 0) return;
    write(LOST, { changes, uploads });
    sayAgain();
  };
  const sayAgain = (): void => {
    const lost = read<Unsent>(LOST);
    if (!lost) return;
    clearTimeout(forgetting);
    forgetting = setTimeout(forget, SAID_FOR_MS);
    say(lost);
  };
  const forget = () => write(LOST, undefined);

  sayAgain();
  void identify(deviceDatabase, 'settings').then(
    () => {
      const readAccount = async () => ({
        userId: await readActiveUserId(),
        deviceId: (await deviceDatabase.settings.get(DATABASE_ID))?.value,
      });
      account = liveQuery(readAccount).subscribe({
        next({ userId, deviceId }) {
          if (userId) void follow(userId, deviceId).catch(() => {});
          else meetNobody(deviceId);
        },
        error: () => {},
      });
    },
    () => {},
  );
  // Nothing is written into a device's database that was cleared, so nothing tells of it.
  deviceDatabase.on(
    'close',
    () =>
      void setTimeout(
        () =>
          void deviceDatabase.settings.get(DATABASE_ID).then(
            (row) => {
              if (!row) meetNobody(undefined);
            },
            () => {},
          ),
        CLOSED_LOOK_MS,
      ),
  );
  return () => {
    isOver = true;
    clearTimeout(forgetting);
    account?.unsubscribe();
    counting?.unsubscribe();
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
