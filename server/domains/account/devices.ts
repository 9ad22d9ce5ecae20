import { accountHistoryText } from '#contract/text/account-history.ts';
import { found, type CallContext, type Handlers } from '#server/calls/context.ts';
import { deviceLabel, recordAccountEvent } from '../account-events/index.ts';
import { endOtherSessions, endOwnSession } from '../auth/index.ts';

/** The sessions that the person can sign out, the newest use first; the one of this call is the first. */
const listSessions = async ({ db, session, now }: CallContext) => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at', 'network', 'operator_id'])
    .where('user_id', '=', session.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  const results = rows.map((row) => ({
    id: row.id,
    device: row.operator_id ? accountHistoryText.operator : deviceLabel(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    network: row.network,
    isCurrent: row.id === session.sessionId,
  }));
  const [current, others] = [results.filter(({ isCurrent }) => isCurrent), results.filter((each) => !each.isCurrent)];
  return { count: results.length, results: [...current, ...others] };
};

const endOne = async (context: CallContext, { id }: { id: string }) => {
  const ended = found(await endOwnSession(context.services, context.db, context.session.userId, id));
  if (ended.isNew) await record(context, 'session_ended', { device: deviceLabel(ended.userAgent) });
  return undefined;
};

const endOthers = async (context: CallContext) => {
  const { services, db, session } = context;
  const count = await endOtherSessions(services, db, session);
  if (count > 0) await record(context, 'sign_out_all', { count });
  return undefined;
};

const record = (
  { db, session, request, now }: CallContext,
  kind: 'session_ended' | 'sign_out_all',
  detail: Record<string, string | number>,
): Promise<void> =>
  recordAccountEvent(db, { userId: session.userId, kind, userAgent: request.header('user-agent'), at: now, detail });

export const devicesHandlers = {
  'account.sessions': listSessions,
  'account.endSession': endOne,
  'account.endOtherSessions': endOthers,
} satisfies Handlers;
