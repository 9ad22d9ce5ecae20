import { useSyncExternalStore } from 'react';
import { liveQuery } from 'dexie';
import { readMe } from '#contract/users.ts';
import type { Me } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase, readActiveUserId } from '#store/door.ts';
import { clearJournal, replayJournal } from '#store/outbox/action-journal.ts';
import { callAs, signOutHere, storeSession } from '#store/session.ts';
import { personOf } from '../format/person.ts';
import { createListeners } from './listeners.ts';

/** The signed-in account on this device. */
export interface Account {
  userId: string;
  db: AccountDatabase;
}

let account: Account | null | undefined;
const { subscribe, notify } = createListeners();

const setAccount = (next: Account | null): void => {
  account = next;
  notify();
};

/** The account, read from the device the first time; null if nobody is signed in. */
export const loadAccount = async (): Promise<Account | null> => {
  if (account !== undefined) return account;
  const userId = await readActiveUserId();
  // Before the first screen, so that it shows them; what cannot be kept now is kept at the next start.
  if (userId) await replayJournal(userId).catch(() => {});
  setAccount(userId ? { userId, db: accountDatabase(userId) } : null);
  return account ?? null;
};

/** Takes over a fresh session: its database, its person. */
export const enterAccount = async (userId: string, accessToken: string): Promise<Account> => {
  if ((await readActiveUserId()) !== userId) await clearNotices();
  await storeSession(userId, accessToken);
  const entered = { userId, db: accountDatabase(userId) };
  await fetchMe(entered);
  await replayJournal(userId).catch(() => {});
  setAccount(entered);
  return entered;
};

/** Forgets the account in this page; the store has deleted it from the device. */
export const leaveAccount = (): void => setAccount(null);

let isLeaving = false;

/** Signs out and opens the welcome page as a whole new one: nothing of this person stays in memory. */
export const signOut = async ({ userId }: Account): Promise<void> => {
  isLeaving = true;
  try {
    await clearNotices();
    clearJournal(userId);
    await signOutHere(userId);
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  leaveAccount();
  location.replace('/welcome');
};

/** What was shown to a person outside of the app goes with them: notifications and the badge. */
const clearNotices = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  await navigator.clearAppBadge?.().catch(() => {});
};

/** Another tab signed out, or somebody else signed in there: this page must not go on showing the former person. */
export const followActiveAccount = (): void => {
  const compare = (userId: string | undefined) => {
    if (!account || isLeaving || userId === account.userId) return;
    isLeaving = true;
    location.replace(userId ? '/dashboard' : '/welcome');
  };
  liveQuery(readActiveUserId).subscribe({ next: compare, error: () => {} });
  // A page that comes back as it was, by Back or from a freeze, has heard of nothing.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void readActiveUserId().then(compare);
  });
  addEventListener('focus', () => void readActiveUserId().then(compare, () => {}));
};

/** Asks who the person is and keeps the answer as their row. @throws CallError as callAs. */
export const fetchMe = async ({ userId, db }: Account): Promise<Me> => {
  const { output } = await callAs(userId, readMe, {});
  await db.me.put(output);
  return output;
};

/** The person's row from the device, else from the server. @throws CallError if neither is to be had. */
export const loadMe = async (current: Account): Promise<Me> => {
  const { db, userId } = current;
  const me = (await db.me.get(userId)) ?? (await fetchMe(current));
  personOf(db, userId).take(me);
  return me;
};

/** The account of a screen behind a guard. */
export const useAccount = (): Account => {
  const current = useSyncExternalStore(subscribe, () => account);
  if (!current) throw new Error('This screen needs a signed-in account.');
  return current;
};

/** The account where there may be none. */
export const useMaybeAccount = (): Account | null => useSyncExternalStore(subscribe, () => account) ?? null;
