import { liveQuery, type Subscription } from 'dexie';
import { newId } from '#contract/ids.ts';
import type { AccountDatabase } from './database.ts';
import { accountDatabase, readActiveUserId } from './door.ts';
import { countUnsent, type Unsent } from './sync/repair.ts';

/** Lies beside the database, because browsers clear that one alone: what it held that nobody else has. */
interface Mark extends Unsent {
  userId: string;
  databaseId: string;
}

const MARK = 'sideline-unsent';
const DATABASE_ID = 'database-id';
/** A closed database is looked after when a sign-out of another tab has been heard of. */
const CLOSED_LOOK_MS = 1_000;

const readMark = (): Mark | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(MARK) ?? 'null') as Mark | null) ?? undefined;
  } catch {
    return undefined;
  }
};
const writeMark = (mark: Mark | undefined): void => {
  try {
    if (mark) localStorage.setItem(MARK, JSON.stringify(mark));
    else localStorage.removeItem(MARK);
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
  let isFirst = true;

  const follow = async (userId: string): Promise<void> => {
    const db = accountDatabase(userId);
    counting?.unsubscribe();
    db.on('ready', () => void meet(db, userId).catch(() => {}), true);
    db.on('close', () => void setTimeout(() => void lookForAccount(), CLOSED_LOOK_MS));
    await meet(db, userId);
  };
  /** After each opening: the same database, or a new one in its place. */
  const meet = async (db: AccountDatabase, userId: string): Promise<void> => {
    const databaseId = await identify(db);
    const mark = readMark();
    if (mark?.userId === userId && mark.databaseId !== databaseId) sayLost(mark);
    counting?.unsubscribe();
    const count = async () => ({ counted: (await db.drafts.get(DATABASE_ID))?.value, unsent: await countUnsent(db) });
    counting = liveQuery(count).subscribe({
      // A database that took this one's place is met first: what is missing in it is not nothing.
      next: ({ counted, unsent }) => { if (counted === databaseId) writeMark({ userId, databaseId, ...unsent }); },
      error: () => {},
    });
  };
  /** Another tab's sign-out takes the mark away; where it is still there and nobody is in, the browser took everything. */
  const lookForAccount = async (): Promise<void> => {
    const mark = readMark();
    if (mark && (await readActiveUserId().catch(() => undefined)) === undefined) sayLost(mark);
  };
  const sayLost = ({ changes, uploads }: Mark): void => {
    writeMark(undefined);
    if (changes + uploads > 0) say({ changes, uploads });
  };
  const account = liveQuery(readActiveUserId).subscribe({
    next: (userId) => {
      const mark = readMark();
      if (userId) void follow(userId).catch(() => {});
      // Nobody is in although something is unsent: at the start the browser has cleared it, later the person signed out.
      else if (isFirst && mark) sayLost(mark);
      else writeMark(undefined);
      isFirst = false;
    },
    error: () => {},
  });
  return () => {
    account.unsubscribe();
    counting?.unsubscribe();
  };
};

const identify = (db: AccountDatabase): Promise<string> =>
  db.transaction('rw', db.drafts, async () => {
    const known = await db.drafts.get(DATABASE_ID);
    if (known) return known.value as string;
    const value = newId();
    await db.drafts.put({ key: DATABASE_ID, value, savedAtMs: Date.now() });
    return value;
  });
