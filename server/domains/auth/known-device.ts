import { createHmac, randomBytes } from 'node:crypto';
import type { CallContext } from '#server/calls/context.ts';
import { makeCookie, readCookieOf } from './cookies.ts';
import { isSame } from './secrets.ts';

const COOKIE = 'sideline_device';
const PATH = '/api/auth';
/** The longest that browsers keep a cookie, s. */
const LIFE_S = 400 * 24 * 3_600;
/** Accounts of one device; the one that was used least recently is forgotten. */
const ACCOUNTS_MAX = 10;
const COOKIE_VALUE = /^([\w-]{22})((?:\.[\w-]{22}){1,10})$/;

/**
 * Says that a person has signed in to an account on this device before. It opens nothing: its holder only has tries of
 * their own, which strangers cannot use up. It outlives sign-out, and names no account: each is a signature over the
 * device's random id and the account.
 *
 * Source: D-67.
 */
const signatureOf = (secret: string, deviceId: string, userId: string): string =>
  createHmac('sha256', secret).update(`device:${deviceId}:${userId}`).digest('base64url').slice(0, 22);

const read = (context: Pick<CallContext, 'request' | 'services'>): { id: string; accounts: string[] } | undefined => {
  const match = COOKIE_VALUE.exec(readCookieOf(context, COOKIE) ?? '');
  return match ? { id: match[1]!, accounts: match[2]!.slice(1).split('.') } : undefined;
};

/** The device's key, if it has signed in to the account before. */
export const knownDevice = (
  context: Pick<CallContext, 'request' | 'services'>,
  userId: string | undefined,
): string | undefined => {
  const device = userId === undefined ? undefined : read(context);
  if (!device) return undefined;
  const wanted = signatureOf(context.services.config.secret, device.id, userId!);
  return device.accounts.some((account) => isSame(account, wanted)) ? device.id : undefined;
};

/** Remembers on the device that this person has proved to own the account. */
export const rememberDevice = (context: CallContext, userId: string): void => {
  const device = read(context) ?? { id: randomBytes(16).toString('base64url'), accounts: [] };
  const signature = signatureOf(context.services.config.secret, device.id, userId);
  const accounts = [signature, ...device.accounts.filter((account) => account !== signature)].slice(0, ACCOUNTS_MAX);
  context.addCookie(makeCookie(context, COOKIE, [device.id, ...accounts].join('.'), { maxAgeS: LIFE_S, path: PATH }));
};
