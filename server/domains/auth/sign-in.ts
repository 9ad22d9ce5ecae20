import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import { readMe } from '../users/index.ts';
import { countLogin } from './limits.ts';
import { hashToken, isPassword } from './secrets.ts';
import {
  claimedSession,
  clearRefreshCookie,
  cookieSession,
  endSession,
  giveRefreshToken,
  openSession,
  REFRESH_COOKIE,
  refreshSession,
} from './sessions.ts';

/** Finds an account by username or email; a username has no `@`, so one name cannot mean two accounts. */
const findAccount = (db: Db, name: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_suspended', 'profile_id'])
    .where(name.includes('@') ? 'email' : 'username', '=', name)
    .executeTakeFirst();

/** Signs in. An unknown name and a wrong password get the same answer and take the same time. */
const login = async (context: CallContext, { username, password }: { username: string; password: string }) => {
  const { services, db, request } = context;
  const account = await findAccount(db, username);
  const takeBack = await countLogin(services, request.address, account?.id ?? hashToken(username.toLowerCase()));
  if (!(await isPassword(password, account?.password_hash)) || !account) throw new Problem('auth.wrong_login');
  await takeBack();
  const me = await readMe(db, account.id);
  const facts = {
    userId: me.userId,
    profiles: [{ profileId: me.profileId }],
    isRegistrationComplete: me.isRegistrationComplete,
    isAdmin: me.isAdmin,
    isEducator: me.isEducator,
    isOrganization: me.isOrganization,
  };
  if (account.is_suspended) return { loginAllowed: false, ...facts };
  const { access, refresh } = await db
    .transaction()
    .execute((tx) => openSession(services, tx, account.id, request.header('user-agent') ?? ''));
  const given = giveRefreshToken(context, refresh);
  return { loginAllowed: true, access, ...(given ? { refresh: given } : {}), ...facts };
};

const refresh = async (context: CallContext, input: { refresh?: string | undefined }) => {
  const { access, refresh: next } = await refreshSession(
    context.services,
    context.db,
    input.refresh ?? context.request.cookie(REFRESH_COOKIE),
  );
  // A token that came in the cookie goes back into the cookie.
  const given = giveRefreshToken(context, next, input.refresh === undefined);
  return { access, ...(given ? { refresh: given } : {}) };
};

const logout = async (context: CallContext) => {
  const sessionId = await claimedSession(context);
  if (sessionId) await endSession(context.services, context.db, sessionId);
  // The cookie of another session stays.
  if ((cookieSession(context) ?? sessionId) === sessionId) clearRefreshCookie(context);
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
  'auth.refresh': refresh,
  'auth.logout': logout,
  'auth.logoutByGet': logoutByGet,
} satisfies Handlers;
