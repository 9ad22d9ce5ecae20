import { restoreAccount, type Deletion } from '#contract/account-leaving.ts';
import { confirmLogin, login, passkeySignIn } from '#contract/auth.ts';
import type { InputOf, OutputOf } from '#contract/call.ts';
import type { Me } from '#contract/rows.ts';
import { deletedText } from '#contract/text/account-leaving.ts';
import { signInText } from '#contract/text/auth-sign-in.ts';
import { CallError, sendCall } from '#store/api.ts';
import { trueNowMs } from '#store/server-time.ts';
import { callAs } from '#store/session.ts';
import { enterAccount, loadMe, type Account } from '#app/data/account.ts';
import { enterRole } from '#app/data/enter-role.ts';
import { failureText } from '#app/data/use-act.ts';
import { formatDate } from '#app/format/format.ts';
import { kick } from '#app/device/traffic.ts';

/** Why sign-in failed, and where it is shown: under the password field, or on the page. Source: ACC-136…ACC-139. */
export interface SignInFailure {
  place: 'password' | 'page';
  message: string;
  /** The server's code, for a passkey. */
  code?: string;
  /** The account is closed to its owner: the page says how to object. Source: decision 0120. */
  isClosed?: true;
}

const toFailure = (error: unknown): SignInFailure => {
  if (!(error instanceof CallError)) throw error;
  if (error.kind === 'refused' && (error.status === 401 || error.status === 429))
    return { place: 'password', message: error.message };
  return {
    place: 'page',
    message: error.kind === 'refused' && error.status >= 500 ? signInText.serverFailed : signInText.failed,
  };
};

export type Destination = '/choose-membership-type' | '/welcome-page' | '/dashboard';

/** The next page with the account; a failure; the ticket of the second step; or a deletion that can be undone. */
export type SignInResult =
  | { to: Destination; account: Account }
  | { failure: SignInFailure }
  | { secondStep: string }
  | { deletion: Deletion };

type LoginAnswer = OutputOf<typeof login>;

/**
 * Signs in and chooses the next page: an incomplete registration continues, the first sign-in in a role opens the
 * welcome page.
 */
export const signIn = async (username: string, password: string): Promise<SignInResult> => {
  try {
    const { output } = await sendCall(login, { username, password, hasSecondStep: true });
    if (output.secondStep !== undefined) return { secondStep: output.secondStep };
    if (output.deletion && isRestorable(output.deletion)) return { deletion: output.deletion };
    return await open(output);
  } catch (error) {
    return { failure: toFailure(error) };
  }
};

/** The second step: as `signIn`. @throws CallError if the server refuses the code. */
export const confirmSignIn = async (secondStep: string, code: string): Promise<SignInResult> => {
  const { output } = await sendCall(confirmLogin, { secondStep, code });
  return open(output);
};

/** Signs in with a passkey's answer: as `signIn`. The server's own words for a refusal are shown on the page. */
export const signInByPasskey = async (proof: InputOf<typeof passkeySignIn>['proof']): Promise<SignInResult> => {
  try {
    const { output } = await sendCall(passkeySignIn, { proof });
    return await open(output);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { failure: { place: 'page', message: failureText(error, signInText.failed), code: error.code } };
  }
};

/** Undoes the deletion of an account, then signs in: as `signIn`. Source: D-90. */
export const restoreAndSignIn = async (username: string, password: string): Promise<SignInResult> => {
  try {
    await sendCall(restoreAccount, { username, password });
  } catch (error) {
    return { failure: toFailure(error) };
  }
  return signIn(username, password);
};

const isRestorable = ({ restorableUntil }: Deletion): boolean => Date.parse(restorableUntil) > trueNowMs();

/** Why a deleted account is not opened. Only the password restores it, so a passkey leads there. */
const deletedFailure = (deletion: Deletion): SignInFailure => {
  const day = formatDate(deletion.deletedAt);
  return isRestorable(deletion)
    ? { place: 'page', message: deletedText.needsPassword(day) }
    : { place: 'password', message: deletedText.gone(day) };
};

const open = async (output: LoginAnswer): Promise<SignInResult> => {
  if (output.deletion) return { failure: deletedFailure(output.deletion) };
  if (!output.loginAllowed || !output.access)
    return { failure: { place: 'password', message: signInText.notAllowed, isClosed: true } };
  const account = await enterAccount(output.userId, output.access);
  // Sends what was queued while the session was over.
  kick();
  const me = await loadMe(account);
  if (!me.isRegistrationComplete) return { to: '/choose-membership-type', account };
  return { to: (await noteFirstTime(account, me)) ? '/welcome-page' : '/dashboard', account };
};

/** Records on the server that the role was entered. @returns Whether it was the first time. */
const noteFirstTime = async ({ userId, db }: Account, me: Me): Promise<boolean> => {
  const role = me.lastLoginedRole;
  const isFirst = await enterRole(me, role, (call, input) => callAs(userId, call, input));
  if (isFirst) await db.me.update(userId, { firstTimeLogin: { ...me.firstTimeLogin, [role]: false } });
  return isFirst;
};
