import { sql } from 'kysely';
import { REFRESH_TOKEN_LIFE_MS } from '#contract/limits.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';
import { makeRefreshToken, readRefreshToken } from './secrets.ts';

export const REFRESH_COOKIE = 'sideline_refresh';
/** Clients that are not browsers ask for the refresh token in the answer with `X-Session: token`. Source: D-59. */
const SESSION_HEADER = 'x-session';

export interface SessionTokens {
  access: string;
  refresh: string;
}

/** Opens a session for a person who proved who they are, and records it in their account history. */
export const openSession = async (
  services: Services,
  db: Db,
  userId: string,
  userAgent: string,
): Promise<SessionTokens> => {
  const { config, tokens, now } = services;
  const sessionId = newId(now().getTime());
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      expires_at: new Date(now().getTime() + REFRESH_TOKEN_LIFE_MS),
      user_agent: userAgent.slice(0, 300),
      created_at: now(),
    })
    .execute();
  await recordEvent(db, userId, 'sign_in', userAgent, now());
  return {
    access: await tokens.sign({ sessionId, userId }, now()),
    refresh: makeRefreshToken(config.secret, sessionId, 0),
  };
};

/**
 * Exchanges a refresh token for the next one. The token before the newest answers with the newest again, as long as
 * that one was not used: its answer may have been lost, or another tab was faster. An older one was stolen or copied:
 * it ends the session for every holder.
 *
 * Source: D-58.
 *
 * @throws Problem `session.over`
 */
export const refreshSession = async (services: Services, db: Db, token: string | undefined): Promise<SessionTokens> => {
  const { config, tokens, now } = services;
  const claimed = token ? readRefreshToken(config.secret, token) : undefined;
  if (!claimed) throw new Problem('session.over');
  const { sessionId, generation } = claimed;
  const alive = db
    .updateTable('sessions')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('users')
            .select('id')
            .whereRef('users.id', '=', 'sessions.user_id')
            .where('is_suspended', '=', true),
        ),
      ),
    );
  const moved = await alive
    .where('generation', '=', generation)
    .set({ generation: generation + 1, expires_at: new Date(now().getTime() + REFRESH_TOKEN_LIFE_MS) })
    .returning('user_id')
    .executeTakeFirst();
  const replayed =
    moved ??
    (await alive
      .where('generation', '=', generation + 1)
      .set({ generation: sql`generation` })
      .returning('user_id')
      .executeTakeFirst());
  if (!replayed) {
    await alive.set({ revoked_at: now() }).execute();
    throw new Problem('session.over');
  }
  return {
    access: await tokens.sign({ sessionId, userId: replayed.user_id }, now()),
    refresh: makeRefreshToken(config.secret, sessionId, generation + 1),
  };
};

/** Ends a session and stops pushes to its device. */
export const endSession = async ({ now }: Services, db: Db, sessionId: string): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
  await db.deleteFrom('devices').where('session_id', '=', sessionId).execute();
};

/** Ends every session of a person. */
export const endAllSessions = async ({ now }: Services, db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
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

/** The session that the cookie names. */
export const cookieSession = ({ request, services }: Pick<CallContext, 'request' | 'services'>): string | undefined =>
  readRefreshToken(services.config.secret, request.cookie(REFRESH_COOKIE) ?? '')?.sessionId;

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
  context.setHeader('Set-Cookie', cookie(context, token, REFRESH_TOKEN_LIFE_MS / 1000));
  return undefined;
};

export const clearRefreshCookie = (context: CallContext): void =>
  context.setHeader('Set-Cookie', cookie(context, '', 0));

const cookie = ({ request, services }: CallContext, value: string, maxAgeS: number): string => {
  // Browsers accept Secure cookies from this machine without TLS, but not from another plain-HTTP address.
  const isSecure =
    services.config.publicUrl.startsWith('https:') ||
    /^(localhost|[\w.-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.header('host') ?? '');
  return `${REFRESH_COOKIE}=${value}; Path=/api; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
};

export const recordEvent = async (db: Db, userId: string, kind: string, userAgent: string, at: Date): Promise<void> => {
  await db
    .insertInto('account_events')
    .values({ user_id: userId, kind, device: userAgent.slice(0, 300), created_at: at })
    .execute();
};
