import { Problem } from '#contract/problems.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import { enter } from './enter.ts';
import { proveAccount } from './prove.ts';
import { refreshSession } from './refresh.ts';
import { confirmLogin, startSecondStep } from './second-step.ts';
import {
  claimedSession,
  clearRefreshCookie,
  cookieSession,
  cookieToken,
  endSession,
  giveRefreshToken,
} from './sessions.ts';
import { hasTwoFactor } from './two-factor.ts';

/** Signs in. A deleted account is answered with its deletion, and opens no session. */
const login = async (
  context: CallContext,
  { username, password, hasSecondStep }: { username: string; password: string; hasSecondStep?: boolean | undefined },
) => {
  const account = await proveAccount(context, username, password);
  if (account.deleted_at || !(await hasTwoFactor(context.db, account.id))) return enter(context, account.id);
  if (!hasSecondStep) throw new Problem('auth.second_step_needed');
  return startSecondStep(context, account);
};

const refresh = async (
  context: CallContext,
  input: { refresh?: string | undefined; attempt?: string | undefined; timeZone?: string | undefined },
) => {
  const { access, refresh: next } = await refreshSession(context, input.refresh ?? cookieToken(context), input);
  // A token that came in the cookie goes back into the cookie.
  const given = giveRefreshToken(context, next, input.refresh === undefined);
  return { access, ...(given ? { refresh: given } : {}) };
};

const logout = async (context: CallContext) => {
  const sessionId = await claimedSession(context);
  if (sessionId) await endSession(context.services, context.db, sessionId);
  // The cookie of another session stays.
  if ((cookieSession(context) ?? sessionId) === sessionId) {
    clearRefreshCookie(context);
    // Pieces of media that the browser has kept. Only here: the cache may be another person's by now.
    context.setHeader('Clear-Site-Data', '"cache"');
  }
  return undefined;
};

/** Only for requests from the app's own pages: a link or a picture of another site must not sign a person out. Source: D-71. */
const logoutByGet = (context: CallContext) => {
  const { request } = context;
  if (request.header('sec-fetch-site') !== 'same-origin' || request.header('sec-fetch-mode') === 'navigate')
    throw new Problem('request.cross_site');
  return logout(context);
};

export const signInHandlers = {
  'auth.login': login,
  'auth.confirmLogin': confirmLogin,
  'auth.refresh': refresh,
  'auth.logout': logout,
  'auth.logoutByGet': logoutByGet,
} satisfies Handlers;
