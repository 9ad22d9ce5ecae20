import { logout, refresh } from '#contract/auth.ts';
import { CallError, sendCall, type CallAnswer, type SendOptions } from './api.ts';
import type { Call, InputOf } from '#contract/call.ts';
import type { Scope } from '#contract/ids.ts';
import {
  accountDatabase,
  admit,
  deviceDatabase,
  readActiveUserId,
  removeAccountDatabase,
  withDatabase,
} from './door.ts';
import { accountDatabaseName } from './database.ts';
import { writeDeviceSetting } from './device.ts';
import { inTurn } from './turns.ts';
import { dropKeptFolder } from './uploads/kept-folder.ts';

const REFRESH_LOCK = 'sideline-refresh';

/** Keeps a fresh session on this device and makes it the active one. */
export const storeSession = async (userId: string, accessToken: string): Promise<void> => {
  admit(userId);
  await keepToken(userId, accessToken);
  await writeDeviceSetting('activeUserId', userId);
};

const keepToken = (userId: string, accessToken: string) =>
  withDatabase(userId, (db) => db.session.put({ key: 'session', userId, accessToken, receivedAtMs: Date.now() }));

export const readAccessToken = async (userId: string): Promise<string | undefined> =>
  (await withDatabase(userId, (db) => db.session.get('session')))?.accessToken;

/**
 * Gets a new access token with the refresh cookie. Tabs and workers that notice at once take turns: whoever comes
 * second finds the first one's token and uses it.
 *
 * @param staleToken The token that was refused.
 * @throws CallError `session.over` when the session is really over, `offline` when nobody can know.
 */
export const refreshSession = (userId: string, staleToken: string | undefined): Promise<string> =>
  inTurn(REFRESH_LOCK, async () => {
    const now = await readAccessToken(userId);
    if (now !== undefined && now !== staleToken) return now;
    if ((await readActiveUserId()) !== userId) throw new CallError('refused', { status: 401, code: 'session.over' });
    const { output } = await sendCall(refresh, {});
    // The cookie belongs to the browser, not to an account: a token of somebody else is never stored here.
    const isTheirs = readSubject(output.access) === userId;
    // Who signed out meanwhile stays signed out.
    if (!isTheirs || (await readActiveUserId()) !== userId)
      throw new CallError('refused', { status: 401, code: 'session.over' });
    await keepToken(userId, output.access);
    return output.access;
  });

/** The person a token speaks for; unverified, used only against mixing up accounts on one device. */
export const readSubject = (accessToken: string): string | undefined => {
  try {
    const payload = accessToken.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    return (JSON.parse(atob(payload)) as { sub?: string }).sub;
  } catch {
    return undefined;
  }
};

/**
 * Makes a call as the signed-in person; a token that has run out is renewed once.
 *
 * @throws CallError as sendCall; `session.over` means that the person must sign in again (nothing local is lost).
 */
export const callAs = async <C extends Call>(
  userId: string,
  call: C,
  input: InputOf<C>,
  options: Omit<SendOptions, 'credentials'> & { scope?: Scope } = {},
): Promise<CallAnswer<C>> => {
  const { scope, ...rest } = options;
  const send = (accessToken: string) =>
    sendCall(call, input, { ...rest, credentials: { accessToken, ...(scope ? { scope } : {}) } });
  const token = await readAccessToken(userId);
  if (!token) return send(await refreshSession(userId, undefined));
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    return send(await refreshSession(userId, token));
  }
};

/**
 * Signs out on this device at once, and tells the server as soon as it can. The caller has asked what to do with
 * unsent work. Source: D-71.
 */
export const signOutHere = async (userId: string): Promise<void> => {
  const accessToken = (await readAccessToken(userId)) ?? '';
  await deviceDatabase.signOuts.put({ userId, accessToken, signedOutAtMs: Date.now() });
  await writeDeviceSetting('activeUserId', undefined);
  await writeDeviceSetting('pushRegistrationId', undefined);
  await wipe(userId);
  await tellSignOuts();
};

/**
 * Tells the server of sign-outs made offline; told before anything else is sent. One that was cut off in the middle of
 * clearing this device is finished first.
 */
export const tellSignOuts = async (): Promise<void> => {
  for (const { userId, accessToken } of await deviceDatabase.signOuts.toArray()) {
    await finishWipe(userId);
    if (!(await isTold(accessToken))) return;
    const { isWiped } = (await deviceDatabase.signOuts.get(userId)) ?? {};
    if (isWiped || (await readActiveUserId()) === userId) await deviceDatabase.signOuts.delete(userId);
    else await deviceDatabase.signOuts.update(userId, { accessToken: '' });
  }
};

/** Of an account that is in again, nothing is cleared. */
const finishWipe = async (userId: string): Promise<void> => {
  const row = await deviceDatabase.signOuts.get(userId);
  if (row && !row.isWiped && (await readActiveUserId()) !== userId) await wipe(userId);
};

/** @returns False if it must be told later. What the server refuses is over anyway. */
const isTold = async (accessToken: string): Promise<boolean> => {
  if (!accessToken) return true;
  try {
    await sendCall(logout, {}, { credentials: { accessToken } });
    return true;
  } catch (error) {
    return !(error instanceof CallError && error.isTransient);
  }
};

/** Takes everything of an account off this device; what a frozen tab holds up is tried again with the next telling. */
const wipe = async (userId: string): Promise<void> => {
  const isWiped = await removeAccountDatabase(userId);
  await dropKeptFolder(accountDatabaseName(userId));
  await deleteAccountCaches(userId);
  await deviceDatabase.signOuts.update(userId, { isWiped });
};

const deleteAccountCaches = async (userId: string): Promise<void> => {
  if (typeof caches === 'undefined') return;
  for (const name of await caches.keys())
    if (name.includes(userId) || name.startsWith('pictures')) await caches.delete(name);
};

/** Opens the account's database early, so that the first screen does not wait for it. */
export const warmUp = async (): Promise<string | undefined> => {
  const userId = await readActiveUserId();
  if (userId)
    void accountDatabase(userId)
      .open()
      .catch(() => {});
  // With nobody in nothing is sent here but this.
  else void tellSignOuts().catch(() => {});
  return userId;
};
