import { login } from '#contract/auth.ts';
import { setEducator, setLearner } from '#contract/users.ts';
import type { Me } from '#contract/rows.ts';
import { signInText } from '#contract/text/auth-sign-in.ts';
import { CallError, sendCall } from '#store/api.ts';
import { callAs } from '#store/session.ts';
import { enterAccount, loadMe, type Account } from '#app/data/account.ts';
import { kick } from '#app/device/traffic.ts';

/** Why sign-in failed, and where it is shown: under the password field, or on the page. Source: ACC-136…ACC-139. */
export interface SignInFailure {
  place: 'password' | 'page';
  message: string;
}

export const toFailure = (error: unknown): SignInFailure => {
  if (!(error instanceof CallError)) throw error;
  if (error.kind === 'refused' && (error.status === 401 || error.status === 429))
    return { place: 'password', message: error.message };
  return {
    place: 'page',
    message: error.kind === 'refused' && error.status >= 500 ? signInText.serverFailed : signInText.failed,
  };
};

export type Destination = '/choose-membership-type' | '/welcome-page' | '/dashboard';

/**
 * Signs in and chooses the next page: an incomplete registration continues, the first sign-in in a role opens the
 * welcome page.
 *
 * @returns The next page, or the failure.
 */
export const signIn = async (
  username: string,
  password: string,
): Promise<{ to: Destination } | { failure: SignInFailure }> => {
  try {
    const { output } = await sendCall(login, { username, password });
    if (!output.loginAllowed || !output.access)
      return { failure: { place: 'password', message: signInText.notAllowed } };
    const account = await enterAccount(output.userId, output.access);
    // Sends what was queued while the session was over.
    kick();
    const me = await loadMe(account);
    if (!me.isRegistrationComplete) return { to: '/choose-membership-type' };
    return { to: (await noteFirstTime(account, me)) ? '/welcome-page' : '/dashboard' };
  } catch (error) {
    return { failure: toFailure(error) };
  }
};

/** Records on the server that the role was entered. @returns Whether it was the first time. */
const noteFirstTime = async ({ userId, db }: Account, me: Me): Promise<boolean> => {
  const role = me.lastLoginedRole;
  if (!me.firstTimeLogin[role]) return false;
  if (role === 'learner' && me.learnerId) await callAs(userId, setLearner, { id: me.learnerId, firstTimeLogin: false });
  else if (role === 'educator' && me.educatorId)
    await callAs(userId, setEducator, { educatorId: me.educatorId, firstTimeLogin: false });
  else return false;
  await db.me.update(userId, { firstTimeLogin: { ...me.firstTimeLogin, [role]: false } });
  return true;
};
