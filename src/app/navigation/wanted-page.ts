import type { AccountDatabase } from '#store/database.ts';
import { ownPath } from './own-path.ts';

/**
 * The page that a person wanted to open, e.g. by a shared link, before they had to join or to sign in. Before there is an
 * account the address carries it (`?next=`); from then on the account's database, through membership and choice of sport.
 * Source: D-277, docs/decisions/0030.
 */
const KEY = 'wanted-page';
/** Later than this, the person does not expect it any more, ms. */
const FRESH_MS = 7 * 24 * 3_600_000;
/** Pages that everybody reaches anyway. */
const LANDINGS = new Set(['/', '/dashboard', '/home', '/channels', '/welcome-page', '/choose-membership-type']);

/** The search of a redirect to a public page: the way back, if it is worth one. */
export const wayBack = (location: { pathname: string; href: string } | undefined): { next?: string } =>
  location && !LANDINGS.has(location.pathname) ? { next: location.href } : {};

/** The address of a public page that passes `next` on. */
export const withNext = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;

/** Keeps the wanted page until the registration is complete. Anything but an own path is ignored. */
export const keepWantedPage = async (db: AccountDatabase, next: string | undefined): Promise<void> => {
  const value = ownPath(next, location.origin);
  if (value) await db.drafts.put({ key: KEY, value, savedAtMs: Date.now() });
};

/** Takes the wanted page, once; undefined if there is none. */
export const takeWantedPage = async (db: AccountDatabase): Promise<string | undefined> => {
  const kept = await db.drafts.get(KEY);
  if (!kept) return undefined;
  await db.drafts.delete(KEY);
  return Math.abs(Date.now() - kept.savedAtMs) < FRESH_MS ? ownPath(kept.value, location.origin) : undefined;
};
