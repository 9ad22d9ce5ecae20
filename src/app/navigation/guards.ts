import { redirect } from '@tanstack/react-router';
import type { Scope } from '#contract/ids.ts';
import type { Me } from '#contract/rows.ts';
import { CallError } from '#store/api.ts';
import { isKeptSessionOver } from '#store/session.ts';
import { loadAccount, loadMe, type Account } from '../data/account.ts';
import { isSessionOver } from '../device/traffic.ts';
import { keepWantedPage, wayBack } from './wanted-page.ts';

/**
 * Guards of D-277: session, then registration, then role. Each is a route's `beforeLoad`. They ask which role is in use, which is
 * no fact of `may`: what the person may do on the page is asked by `Allowed` (app/data/may.tsx), control by control.
 */

export interface Guarded {
  account: Account;
  me: Me;
}

/** What a guard needs of a route: where the person wanted to go, to bring them there after joining. */
interface Wanted {
  location: { pathname: string; href: string };
}

const requireSession = async (wanted?: Wanted): Promise<Guarded> => {
  const account = await loadAccount();
  if (!account) throw redirect({ to: '/welcome', search: wayBack(wanted?.location) });
  try {
    return { account, me: await loadMe(account) };
  } catch (error) {
    if (error instanceof CallError && error.isTransient) throw redirect({ to: '/server-error' });
    throw redirect({ to: '/welcome', search: wayBack(wanted?.location) });
  }
};

/** G0: everybody. Reads who is signed in on this device, and their row where there is one. */
export const anybody = async (): Promise<void> => {
  const account = await loadAccount();
  // Without the row the page shows what the device knows.
  if (account) await loadMe(account).catch(() => {});
};

/**
 * G1: signed-out only. Also open after the session has ended, to sign in again; unsent work stays on the device. A page that
 * was just loaded has heard nothing from the server: the device knows what an earlier page, or the service worker, heard.
 */
export const signedOutOnly = async (): Promise<void> => {
  const account = await loadAccount();
  if (account && !isSessionOver() && !(await isKeptSessionOver(account.userId))) throw redirect({ to: '/dashboard' });
};

/** G2: a session; the registration may be incomplete. */
export const withSession = (): Promise<Guarded> => requireSession();

/** G3: a complete registration. */
export const withRegistration = async (wanted: Wanted): Promise<Guarded> => {
  const guarded = await requireSession(wanted);
  if (guarded.me.isRegistrationComplete) return guarded;
  await keepWantedPage(guarded.account.db, wayBack(wanted.location).next);
  throw redirect({ to: '/choose-membership-type' });
};

/** G4: last role Member. */
export const asMember = async (wanted: Wanted): Promise<Guarded> => {
  const guarded = await withRegistration(wanted);
  if (guarded.me.lastLoginedRole !== 'learner') throw redirect({ to: '/dashboard' });
  return guarded;
};

/** G5: last role Creator or Organization. */
export const asCreator = async (wanted: Wanted): Promise<Guarded> => {
  const guarded = await withRegistration(wanted);
  if (guarded.me.lastLoginedRole === 'learner') throw redirect({ to: '/dashboard' });
  return guarded;
};

/**
 * G5 of a page that a notice leads to: a person who works in another role gets the one whose rows the notice is about. The
 * address loses the scope with that, so that Back after a later switch of the role does not switch it once more.
 */
export const asCreatorOf = async (wanted: Wanted & { search: { of?: Scope }; preload?: boolean }): Promise<Guarded> => {
  const guarded = await withRegistration(wanted);
  const { of, ...rest } = wanted.search;
  if (of === undefined || wanted.preload) return asCreator(wanted);
  const { switchTo } = await import('../data/switch-role.ts');
  await switchTo(guarded, of);
  throw redirect({ to: wanted.location.pathname, search: rest, replace: true });
};

/** A person's own page: last role Member or Creator. */
export const asPerson = async (wanted: Wanted): Promise<Guarded> => {
  const guarded = await withRegistration(wanted);
  if (guarded.me.lastLoginedRole === 'organization') throw redirect({ to: '/dashboard' });
  return guarded;
};

/** A page of an organization: last role Organization. */
export const asOrganization = async (wanted: Wanted): Promise<Guarded> => {
  const guarded = await withRegistration(wanted);
  if (guarded.me.lastLoginedRole !== 'organization') throw redirect({ to: '/dashboard' });
  return guarded;
};

/** A page of everybody that has a variant for organizations. Source: INV-011. */
export const byVariant = (wanted: Wanted & { search: { variant?: 'admin' } }): Promise<Guarded> =>
  wanted.search.variant ? asOrganization(wanted) : withRegistration(wanted);

/** The landing page of a role. Source: NAV-008, NAV-009. */
export const landingOf = (me: Me): '/home' | '/channels' => (me.lastLoginedRole === 'learner' ? '/home' : '/channels');
