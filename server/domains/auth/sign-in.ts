import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Me } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
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

/** Signs in. Unknown name and wrong password are told alike and take the same time. */
const login = async (context: CallContext, { username, password }: { username: string; password: string }) => {
  const { services, db, request } = context;
  const account = await findAccount(db, username);
  const takeBack = await countLogin(services, request.address, account?.id ?? hashToken(username.toLowerCase()));
  if (!(await isPassword(password, account?.password_hash)) || !account) throw new Problem('auth.wrong_login');
  await takeBack();
  const me = await readOwn(db, account.id);
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

/** The person's own row (contract/rows.ts, Me). */
export const readOwn = async (db: Db, userId: string): Promise<Me> => {
  const result = await sql<{ row: Me }>`select row from own_me where scope = ${userScope(userId)}`.execute(db);
  const me = result.rows[0]?.row;
  if (!me) throw new Problem('access.not_found');
  return me;
};

const refresh = async (context: CallContext, input: { refresh?: string | undefined }) => {
  const { access, refresh: next } = await refreshSession(
    context.services,
    context.db,
    input.refresh ?? context.request.cookie(REFRESH_COOKIE),
  );
  const given = giveRefreshToken(context, next);
  return { access, ...(given ? { refresh: given } : {}) };
};

const logout = async (context: CallContext) => {
  const sessionId = await claimedSession(context);
  if (sessionId) await endSession(context.services, context.db, sessionId);
  // Another session's cookie is not ours to take.
  if ((cookieSession(context) ?? sessionId) === sessionId) clearRefreshCookie(context);
  return undefined;
};

/** Only for requests that our own pages make themselves: a link or a picture of another site signs nobody out. Source: D-71. */
const logoutByGet = (context: CallContext) => {
  const { request } = context;
  if (request.header('sec-fetch-site') !== 'same-origin' || request.header('sec-fetch-mode') === 'navigate')
    throw new Problem('request.cross_site');
  return logout(context);
};

export const signInHandlers: Handlers = {
  'auth.login': login,
  'auth.refresh': refresh,
  'auth.logout': logout,
  'auth.logoutByGet': logoutByGet,
};
