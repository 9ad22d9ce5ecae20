import { sql } from 'kysely';
import { REFRESH_TOKEN_LIFE_MS, SESSION_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { messageText } from '#contract/text/auth-messages.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { isTimeZone } from '#server/time-zone.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { notify, reconsiderDigests } from '../notifications/index.ts';
import { sendSecurityMessage } from './security-message.ts';
import { hashToken, makeRefreshToken, readRefreshToken } from './secrets.ts';
import { announceEnd, clientOf, type SessionTokens } from './sessions.ts';

/** A presented refresh token, and the client that presents it. */
interface Presented {
  sessionId: string;
  generation: number;
  attemptHash: string | null;
  userAgent: string;
  network: string | null;
}

type Outcome =
  /** `timeZone`: the person's; null in a session of an operator, whose device says nothing about it. */
  | { kind: 'open'; userId: string; generation: number; timeZone: string | null }
  | { kind: 'over' | 'ended' }
  | { kind: 'reused'; userId: string };

/**
 * Exchanges a refresh token for the next one. The token before the newest is answered with the newest again if it comes
 * with the attempt that made that one: its answer was lost. With another attempt, or for an older token, the session was
 * copied to a second place: it ends for both, and the person is notified.
 *
 * Source: D-58, docs/decisions/0055.
 *
 * `attempt` is drawn by the client and repeated until it gets an answer; clients of older builds send none. `timeZone` is the
 * device's: the person's follows it, if the server knows it.
 *
 * @throws Problem `session.ended` if the person ended the session, else `session.over`.
 */
export const refreshSession = async (
  context: CallContext,
  token: string | undefined,
  { attempt, timeZone }: { attempt?: string | undefined; timeZone?: string | undefined },
): Promise<SessionTokens> => {
  const { services, db } = context;
  const { config, tokens, now } = services;
  const claimed = token ? readRefreshToken(config.secret, token) : undefined;
  if (!claimed) throw new Problem('session.over');
  const { userAgent, network = null } = clientOf(context);
  const attemptHash = attempt === undefined ? null : hashToken(attempt);
  const outcome = await db
    .transaction()
    .execute((tx) => present(services, tx, { ...claimed, attemptHash, userAgent, network }));
  if (outcome.kind === 'reused')
    services.background.run(() =>
      sendSecurityMessage(services, outcome.userId, messageText.sessionReusedMail(config.publicUrl)),
    );
  if (outcome.kind !== 'open') throw new Problem(outcome.kind === 'ended' ? 'session.ended' : 'session.over');
  const { userId, generation } = outcome;
  if (outcome.timeZone !== null && outcome.timeZone !== timeZone && isTimeZone(timeZone))
    await db.transaction().execute((tx) => moveTo(tx, userId, timeZone, now()));
  return {
    access: await tokens.sign({ sessionId: claimed.sessionId, userId }, now()),
    refresh: makeRefreshToken(config.secret, claimed.sessionId, generation),
  };
};

/** Judges a token under the session's lock, so that of two at the same time the second one sees what the first one did. */
const present = async (services: Services, tx: Db, token: Presented): Promise<Outcome> => {
  const now = services.now();
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('users as o', 'o.id', 's.operator_id')
    .select([
      's.user_id as userId',
      's.generation',
      's.attempt_hash as attemptHash',
      's.created_at as createdAt',
      's.expires_at as expiresAt',
      's.revoked_at as revokedAt',
      's.is_reused as isReused',
      'u.is_suspended as isSuspended',
      'u.deleted_at as deletedAt',
      's.operator_id as operatorId',
      'u.time_zone as timeZone',
      sql<boolean>`coalesce(o.is_superadmin and not o.is_suspended and o.deleted_at is null, false)`.as('isOperator'),
    ])
    .where('s.id', '=', token.sessionId)
    .forUpdate('s')
    .executeTakeFirst();
  if (!row) return { kind: 'over' };
  if (row.revokedAt) return { kind: row.isReused ? 'over' : 'ended' };
  if (row.expiresAt <= now || row.isSuspended || row.deletedAt) return { kind: 'over' };
  // Who is no operator any more leaves the accounts of others too.
  if (row.operatorId && !row.isOperator) return { kind: 'over' };
  const { userId } = row;
  const timeZone = row.operatorId ? null : row.timeZone;
  // A newer generation than the row's was given before a backup was restored.
  const isNewest = token.generation >= row.generation;
  if (isNewest) {
    const longest = new Date(Math.min(now.getTime() + REFRESH_TOKEN_LIFE_MS, endOf(row.createdAt)));
    await advance(tx, token, row.operatorId ? row.expiresAt : longest, now);
    return { kind: 'open', userId, generation: token.generation + 1, timeZone };
  }
  const isRepeat = token.generation === row.generation - 1 && token.attemptHash === row.attemptHash;
  if (isRepeat) return { kind: 'open', userId, generation: row.generation, timeZone };
  await endReused(services, tx, userId, token);
  return { kind: 'reused', userId };
};

/** Keeps the time zone in which the person is now; the digests that wait come at times in it. Source: decision 0119. */
const moveTo = async (tx: Db, userId: string, timeZone: string, now: Date): Promise<void> => {
  await tx.updateTable('users').set({ time_zone: timeZone }).where('id', '=', userId).execute();
  await reconsiderDigests(tx, userId, now);
};

const endOf = (createdAt: Date): number => createdAt.getTime() + SESSION_LIFE_MS;

const advance = async (tx: Db, token: Presented, expiresAt: Date, now: Date): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({
      generation: token.generation + 1,
      attempt_hash: token.attemptHash,
      expires_at: expiresAt,
      last_seen_at: now,
      user_agent: token.userAgent,
      network: token.network,
    })
    .where('id', '=', token.sessionId)
    .execute();
};

/** Ends a session that is used in two places, and notifies the person on their other devices. */
const endReused = async (services: Services, tx: Db, userId: string, token: Presented): Promise<void> => {
  const now = services.now();
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now, is_reused: true })
    .where('id', '=', token.sessionId)
    .execute();
  await tx.deleteFrom('devices').where('session_id', '=', token.sessionId).execute();
  await announceEnd(tx, [{ user_id: userId }]);
  await recordAccountEvent(tx, { userId, kind: 'session_reused', userAgent: token.userAgent, at: now });
  const { last_role } = await tx
    .selectFrom('users')
    .select('last_role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await notify(tx, services, {
    userId,
    recipientType: last_role === 'learner' ? 'learner' : 'educator',
    kind: 'security',
    cause: `session_reused:${token.sessionId}`,
    ...messageText.sessionReused,
    link: notificationLinks.history,
  });
};
