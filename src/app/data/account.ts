import { useSyncExternalStore } from 'react';
import { liveQuery } from 'dexie';
import { logoutByGet } from '#contract/auth-session.ts';
import { readMe } from '#contract/users.ts';
import type { Me } from '#contract/rows.ts';
import { sendCall } from '#store/api.ts';
import type { AccountDatabase } from '#store/database.ts';
import { writeDeviceSetting } from '#store/device.ts';
import { accountDatabase, readActiveUserId } from '#store/door.ts';
import { clearJournal, replayJournal } from '#store/outbox/action-journal.ts';
import { callAs, readAccessToken, storeSession } from '#store/session.ts';
import { leaveDocument } from '#ui/overlays/overlay-history.ts';
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
  // Before the first screen, so that it shows these changes. A failure is retried at the next start.
  if (userId) await replayJournal(userId).catch(() => {});
  setAccount(userId ? { userId, db: accountDatabase(userId) } : null);
  return account ?? null;
};

/** Enters an account after sign-in: stores the session, opens its database, fetches its person. */
export const enterAccount = async (userId: string, accessToken: string): Promise<Account> => {
  if ((await readActiveUserId()) !== userId) await clearNotices();
  await storeSession(userId, accessToken);
  const entered = { userId, db: accountDatabase(userId) };
  await fetchMe(entered);
  await replayJournal(userId).catch(() => {});
  setAccount(entered);
  return entered;
};

/** Clears the account from this page's memory; the store has already deleted it from the device. */
export const leaveAccount = (): void => setAccount(null);

let isLeaving = false;

/** Few visits end with a sign-out: its code is not part of the start, but installed with it (build/mark-shell.ts). */
const endSession = async (userId: string): Promise<void> => (await import('#store/sign-out.ts')).signOutHere(userId);

/**
 * Signs out and loads another page as a new document, so that no data of this person stays in memory.
 *
 * @param to Its address; by default the welcome page.
 */
export const signOut = async ({ userId }: Account, to = '/welcome'): Promise<void> => {
  isLeaving = true;
  try {
    await clearNotices();
    clearJournal(userId);
    await endSession(userId);
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  // The account stays set: without it the screens that still show would fail. The new document takes everything out of memory.
  leaveDocument(() => location.replace(to));
};

/**
 * Replaces the operator's account by the one of a person, and loads the landing page as a new document. All local data of
 * the operator's account is deleted: the caller has checked that nothing is unsent. Source: ADM-004, ADM-027, decision 0114.
 *
 * @throws CallError if the person's row could not be read.
 */
export const enterAsOperator = async (
  { userId }: Account,
  entered: { userId: string; access: string; endsAt: string },
): Promise<void> => {
  isLeaving = true;
  try {
    const accessToken = await readAccessToken(userId);
    // A failure is made up for: the sign-out of this device sends it too.
    if (accessToken) await sendCall(logoutByGet, {}, { credentials: { accessToken } }).catch(() => {});
    clearJournal(userId);
    await endSession(userId);
    await writeDeviceSetting('operatorSession', { userId: entered.userId, endsAt: entered.endsAt });
    await enterAccount(entered.userId, entered.access);
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  leaveDocument(() => location.replace('/dashboard'));
};

/** Removes what the app showed outside of its pages: system notifications and the app badge. */
const clearNotices = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  await navigator.clearAppBadge?.().catch(() => {});
};

/** Leaves this page when another tab signed out or switched to another account, so that it stops showing the old one. */
export const followActiveAccount = (): void => {
  const compare = (userId: string | undefined) => {
    if (!account || isLeaving || userId === account.userId) return;
    isLeaving = true;
    leaveDocument(() => location.replace(userId ? '/dashboard' : '/welcome'));
  };
  liveQuery(readActiveUserId).subscribe({ next: compare, error: () => {} });
  // A page restored from the back/forward cache has missed all changes while it was frozen.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void readActiveUserId().then(compare);
  });
  addEventListener('focus', () => void readActiveUserId().then(compare, () => {}));
};

/** Fetches the signed-in person and stores the row. @throws CallError as callAs. */
const fetchMe = async ({ userId, db }: Account): Promise<Me> => {
  const { output } = await callAs(userId, readMe, {});
  await db.me.put(output);
  return output;
};

/** The person's row from the device, else from the server. @throws CallError if neither has it. */
export const loadMe = async (current: Account): Promise<Me> => {
  const { db, userId } = current;
  const me = (await db.me.get(userId)) ?? (await fetchMe(current));
  personOf(db, userId).take(me);
  return me;
};

/** The account, for a screen behind a session guard. @throws Error when signed out. */
export const useAccount = (): Account => {
  const current = useSyncExternalStore(subscribe, () => account);
  if (!current) throw new Error('This screen needs a signed-in account.');
  return current;
};

/** The account; null when signed out. */
export const useMaybeAccount = (): Account | null => useSyncExternalStore(subscribe, () => account) ?? null;
