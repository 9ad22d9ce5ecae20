import { OPERATOR_SESSION_LIFE_MS, REFRESH_TOKEN_LIFE_MS } from '#contract/limits.ts';
import { newId, userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { hasLeft } from '#server/db/has-left.ts';
import type { CallContext, ClientNetwork } from '#server/calls/context.ts';
import { sessionsOf, wakeAtCommit } from '#server/calls/wake.ts';
import type { Services } from '#server/services.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { dropFormerCookie, makeCookie, readCookieOf } from './cookies.ts';
import { makeRefreshToken, readRefreshToken } from './secrets.ts';

export const REFRESH_COOKIE = 'sideline_refresh';
const REFRESH_COOKIE_PATH = '/api';
/** Clients that are not browsers ask for the refresh token in the answer with `X-Session: token`. Source: D-59. */
const SESSION_HEADER = 'x-session';

export interface SessionTokens {
  access: string;
  refresh: string;
}

/** What a session keeps of its client, for the person to recognise it. */
export interface SessionClient {
  userAgent: string;
  /** See `shortNetwork`; null if it says nothing. */
  network?: string | null;
  /** True where nobody has signed in to the account before; its history says so. */
  isNew?: boolean;
}

const USER_AGENT_MAX = 300;

/** The first part of a network address: enough to recognise a session, too little to find a household. */
const shortNetwork = ({ network, widerNetwork }: ClientNetwork): string | null => {
  if (widerNetwork !== undefined) return widerNetwork.replace('::/48', ':…').replace(/^0:0:0:…$/, '') || null;
  return network.startsWith('127.') || network === '' ? null : network.replace(/\.\d+$/, '.…');
};

/** The client of a request, as a session keeps it. */
export const clientOf = ({ request }: Pick<CallContext, 'request'>): SessionClient => ({
  userAgent: (request.header('user-agent') ?? '').slice(0, USER_AGENT_MAX),
  network: shortNetwork(request.client),
});

/**
 * Opens a session for a person who proved who they are, and records it in their account history.
 *
 * @param operatorId The operator who opens it in the person's account: it is short, and says nothing about their device.
 */
export const openSession = async (
  services: Services,
  db: Db,
  userId: string,
  { userAgent, network = null, isNew = false }: SessionClient,
  operatorId: string | null = null,
): Promise<SessionTokens> => {
  const { config, tokens, now } = services;
  const lifeMs = operatorId ? OPERATOR_SESSION_LIFE_MS : REFRESH_TOKEN_LIFE_MS;
  // Whatever proved who they are: nothing of a deleted account can be reached (D-90).
  if (await hasLeft(db, userScope(userId))) throw new Problem('session.over');
  const sessionId = newId(now().getTime());
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      expires_at: new Date(now().getTime() + lifeMs),
      user_agent: operatorId ? '' : userAgent.slice(0, USER_AGENT_MAX),
      network: operatorId ? null : network,
      operator_id: operatorId,
      created_at: now(),
      last_seen_at: now(),
    })
    .execute();
  await recordAccountEvent(db, {
    userId,
    kind: operatorId ? 'operator_sign_in' : 'sign_in',
    userAgent: operatorId ? '' : userAgent,
    at: now(),
    ...(isNew ? { detail: { newDevice: true } } : {}),
  });
  return {
    access: await tokens.sign({ sessionId, userId }, now()),
    refresh: makeRefreshToken(config.secret, sessionId, 0),
  };
};

/** Closes the event streams of ended sessions, on every server, at the commit. */
export const announceEnd = async (db: Db, ended: readonly { user_id: string }[]): Promise<void> => {
  const people = new Set(ended.map(({ user_id }) => sessionsOf(user_id)));
  if (people.size > 0) await wakeAtCommit(db, [...people]);
};

/** Ends a session and stops pushes to its device. */
export const endSession = async ({ now }: Services, db: Db, sessionId: string): Promise<void> => {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute();
  await announceEnd(db, ended);
  await db.deleteFrom('devices').where('session_id', '=', sessionId).execute();
};

/**
 * Ends a session of a person, if it is theirs.
 *
 * @returns Its device, and whether it was open until now; undefined if the person has no such session.
 */
export const endOwnSession = async (
  services: Services,
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ userAgent: string; isNew: boolean } | undefined> => {
  const own = await db
    .selectFrom('sessions')
    .select(['user_agent', 'revoked_at'])
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!own) return undefined;
  await endSession(services, db, sessionId);
  return { userAgent: own.user_agent, isNew: own.revoked_at === null };
};

/** Ends every session of a person but one, and stops pushes to their devices. @returns How many. */
export const endOtherSessions = async (
  { now }: Services,
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> => {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute();
  await announceEnd(db, ended);
  await db
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('session_id', '<>', sessionId), is('session_id', 'is', null)]))
    .execute();
  return ended.length;
};

/** Ends every session of a person. */
export const endAllSessions = async ({ now }: Services, db: Db, userId: string): Promise<void> => {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute();
  await announceEnd(db, ended);
  await db.deleteFrom('devices').where('user_id', '=', userId).execute();
};

/**
 * The session that a sign-out is for: the access token's, however old it is, else the cookie's. A sign-out that is sent
 * late may find another person's cookie in that browser.
 */
export const claimedSession = async ({ request, services }: CallContext): Promise<string | undefined> => {
  const header = request.header('authorization');
  const claims = header?.startsWith('Bearer ')
    ? await services.tokens.verify(header.slice(7), new Date(0)).catch(() => undefined)
    : undefined;
  return claims?.sessionId ?? cookieSession({ request, services });
};

/** The refresh token of a browser. */
export const cookieToken = (context: Pick<CallContext, 'request' | 'services'>): string | undefined =>
  readCookieOf(context, REFRESH_COOKIE);

/** The session that the cookie names. */
export const cookieSession = (context: Pick<CallContext, 'request' | 'services'>): string | undefined =>
  readRefreshToken(context.services.config.secret, cookieToken(context) ?? '')?.sessionId;

/**
 * Whether the client keeps the refresh token itself. A browser never does, whatever a script asks for: it sends
 * `Origin` with every POST, and `Sec-Fetch-Site`, which no script can take away. Source: D-59.
 */
const wantsToken = ({ request }: CallContext): boolean =>
  request.header(SESSION_HEADER) === 'token' &&
  request.header('sec-fetch-site') === undefined &&
  request.header('origin') === undefined;

/** Gives the refresh token to the client: in a cookie that scripts cannot read, or in the answer if the client asked for it. */
export const giveRefreshToken = (context: CallContext, token: string, isFromCookie = false): string | undefined => {
  if (wantsToken(context) && !isFromCookie) return token;
  setRefreshCookie(context, token, REFRESH_TOKEN_LIFE_MS / 1000);
  return undefined;
};

/** The tokens of a session that goes on, e.g. after a new password. The refresh token is the one in use. */
export const renewTokens = async (
  context: CallContext,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<{ access: string; refresh?: string }> => {
  const { db, services } = context;
  const { generation } = await db
    .selectFrom('sessions')
    .select('generation')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const given = giveRefreshToken(context, makeRefreshToken(services.config.secret, sessionId, generation));
  const access = await services.tokens.sign({ sessionId, userId }, services.now());
  return { access, ...(given ? { refresh: given } : {}) };
};

export const clearRefreshCookie = (context: CallContext): void => setRefreshCookie(context, '', 0);

const setRefreshCookie = (context: CallContext, token: string, maxAgeS: number): void => {
  context.addCookie(makeCookie(context, REFRESH_COOKIE, token, { maxAgeS, path: REFRESH_COOKIE_PATH }));
  const dropped = dropFormerCookie(context, REFRESH_COOKIE, REFRESH_COOKIE_PATH);
  if (dropped) context.addCookie(dropped);
};
