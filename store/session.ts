import { refresh } from '#contract/auth-session.ts';
import { CallError, sendCall, type CallAnswer, type SendOptions } from './api.ts';
import type { Call, InputOf } from '#contract/call.ts';
import { newId, type Scope } from '#contract/ids.ts';
import { accountDatabase, allowAccount, deviceDatabase, isQuotaError, readActiveUserId, withDatabase } from './door.ts';
import { readDeviceSetting, writeDeviceSetting } from './device.ts';
import { withWebLock } from './web-lock.ts';

const REFRESH_LOCK = 'sideline-refresh';

/** Saves a new session on this device and makes its account the active one. */
export const storeSession = async (userId: string, accessToken: string): Promise<void> => {
  allowAccount(userId);
  await saveToken(userId, accessToken);
  await writeDeviceSetting('activeUserId', userId);
};

const saveToken = (userId: string, accessToken: string) =>
  withDatabase(userId, (db) => db.session.put({ key: 'session', userId, accessToken, receivedAtMs: Date.now() }));

export const readAccessToken = async (userId: string): Promise<string | undefined> =>
  (await withDatabase(userId, (db) => db.session.get('session')))?.accessToken;

/**
 * Gets a new access token with the refresh cookie. Tabs and workers refresh one after the other: the second one uses the
 * token that the first one got.
 *
 * @param staleToken The token that was refused; undefined if there was none.
 * @throws CallError `session.over` if the session has ended, `session.ended` if the person ended it elsewhere, `offline` if
 *   the server could not be asked.
 */
export const refreshSession = (userId: string, staleToken: string | undefined): Promise<string> =>
  withWebLock(REFRESH_LOCK, async () => {
    const current = await readAccessToken(userId);
    if (current !== undefined && current !== staleToken) return current;
    if ((await readActiveUserId()) !== userId) throw new CallError('refused', { status: 401, code: 'session.over' });
    const attempt = await keepAttempt(staleToken);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const { output } = await sendCall(refresh, { attempt, timeZone }).catch(async (error: unknown) => {
      if (error instanceof CallError && error.status === 401) await keepSessionOver(userId);
      throw error;
    });
    await dropAttempt(attempt);
    // The cookie belongs to the browser, so the new token may be another account's: do not save that one here.
    const isSameAccount = readSubject(output.access) === userId;
    // The person may have signed out during the request.
    if (!isSameAccount || (await readActiveUserId()) !== userId)
      throw new CallError('refused', { status: 401, code: 'session.over' });
    await saveToken(userId, output.access);
    return output.access;
  });

/** Known to the next page too, before it has asked the server anything. A full device asks again. */
const keepSessionOver = (userId: string): Promise<unknown> =>
  withDatabase(userId, (db) => db.session.update('session', { isOver: true })).catch(() => {});

/** Whether the server has refused to renew the session of an account since its last sign-in on this device. */
export const isKeptSessionOver = async (userId: string): Promise<boolean> =>
  (await withDatabase(userId, (db) => db.session.get('session')))?.isOver === true;

/**
 * The attempt of the next refresh, stored before it is sent: a refresh whose answer was lost is repeated with the same
 * one, which shows the server that it is the same browser. One for all accounts, like the cookie. Source: D-58.
 */
const keepAttempt = async (staleToken: string | undefined): Promise<string> => {
  try {
    return await deviceDatabase.transaction('rw', deviceDatabase.settings, async () => {
      const kept = await readDeviceSetting<string>('refreshAttempt');
      if (kept) return kept;
      const drawn = newId();
      await writeDeviceSetting('refreshAttempt', drawn);
      return drawn;
    });
  } catch (error) {
    // A full device still sends. The end of the old token is also the same in every repeat.
    if (!isQuotaError(error) || !staleToken) throw error;
    return staleToken.slice(-43);
  }
};

/** The server has answered: the next refresh is another attempt. A slower context must not drop a newer one. */
const dropAttempt = (attempt: string): Promise<void> =>
  deviceDatabase.transaction('rw', deviceDatabase.settings, async () => {
    if ((await readDeviceSetting('refreshAttempt')) === attempt) await writeDeviceSetting('refreshAttempt', undefined);
  });

/** Reads the account id of a token. Not verified: it only prevents mixing up the accounts of one device. */
const readSubject = (accessToken: string): string | undefined => {
  try {
    const payload = accessToken.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    return (JSON.parse(atob(payload)) as { sub?: string }).sub;
  } catch {
    return undefined;
  }
};

/**
 * Sends a request with the account's access token; refreshes an expired token once.
 *
 * @param send Throws a CallError with the status 401 if the server does not accept the token.
 * @throws CallError as `send`; `session.over` if the person must sign in again (local data stays).
 */
export const withAccessToken = async <T>(userId: string, send: (accessToken: string) => Promise<T>): Promise<T> => {
  const token = await readAccessToken(userId);
  if (!token) return send(await refreshSession(userId, undefined));
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    return send(await refreshSession(userId, token));
  }
};

/** Sends a call with the account's access token. @throws CallError as sendCall and withAccessToken. */
export const callAs = <C extends Call>(
  userId: string,
  call: C,
  input: InputOf<C>,
  options: Omit<SendOptions, 'credentials'> & { scope?: Scope } = {},
): Promise<CallAnswer<C>> => {
  const { scope, ...rest } = options;
  return withAccessToken(userId, (accessToken) =>
    sendCall(call, input, { ...rest, credentials: { accessToken, ...(scope ? { scope } : {}) } }),
  );
};

/**
 * Opens the active account's database early, so that the first screen does not wait for it.
 *
 * @returns The active account's id; undefined if signed out.
 */
export const warmUp = async (): Promise<string | undefined> => {
  const userId = await readActiveUserId();
  if (userId)
    void accountDatabase(userId)
      .open()
      .catch(() => {});
  return userId;
};
