import { redirect } from '@tanstack/react-router';
import type { Me } from '#contract/rows.ts';
import { CallError } from '#store/api.ts';
import { loadAccount, loadMe, type Account } from '../data/account.ts';
import { isSessionOver } from '../device/traffic.ts';

/** Guards of D-277: session, then registration, then role. Each is a route's `beforeLoad`. */

export interface Guarded {
  account: Account;
  me: Me;
}

const requireSession = async (): Promise<Guarded> => {
  const account = await loadAccount();
  if (!account) throw redirect({ to: '/welcome' });
  try {
    return { account, me: await loadMe(account) };
  } catch (error) {
    if (error instanceof CallError && error.status >= 500) throw redirect({ to: '/server-error' });
    throw redirect({ to: '/welcome' });
  }
};

/** G1: signed-out only. Also open after the session has ended, to sign in again; unsent work stays on the device. */
export const signedOutOnly = async (): Promise<void> => {
  const account = await loadAccount();
  if (account && !isSessionOver()) throw redirect({ to: '/dashboard' });
};

/** G2: a session; the registration may be incomplete. */
export const withSession = requireSession;

/** G3: a complete registration. */
export const withRegistration = async (): Promise<Guarded> => {
  const guarded = await requireSession();
  if (!guarded.me.isRegistrationComplete) throw redirect({ to: '/choose-membership-type' });
  return guarded;
};

/** G4: last role Member. */
export const asMember = async (): Promise<Guarded> => {
  const guarded = await withRegistration();
  if (guarded.me.lastLoginedRole !== 'learner') throw redirect({ to: '/dashboard' });
  return guarded;
};

/** G5: last role Creator or Organization. */
export const asCreator = async (): Promise<Guarded> => {
  const guarded = await withRegistration();
  if (guarded.me.lastLoginedRole === 'learner') throw redirect({ to: '/dashboard' });
  return guarded;
};

/** The landing page of a role. Source: NAV-008, NAV-009. */
export const landingOf = (me: Me): '/home' | '/channels' => (me.lastLoginedRole === 'learner' ? '/home' : '/channels');
