import { OPERATOR_LINK_LIFE_MS, OPERATOR_SESSION_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { messageText } from '#contract/text/auth-messages.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import { recordOperatorAct } from '../applications/index.ts';
import {
  clientOf,
  giveRefreshToken,
  keepChallenge,
  makeToken,
  openSession,
  sendSecurityMessage,
  takeChallenge,
} from '../auth/index.ts';
import { tell } from './tell.ts';

// Log in as admin: an operator opens the account of a person who asked for help. Source: D-237, decision 0114.

const ASKED = 'person.login_asked';

/** The person whose account is opened. @throws Problem `access.not_found`, or `desk.no_login` if nobody may open it. */
const readPerson = async ({ db }: CallContext, userId: string) => {
  const person = found(
    await db
      .selectFrom('users')
      .select(['id', 'profile_id', 'username', 'is_superadmin', 'is_suspended', 'deleted_at'])
      .where('id', '=', userId)
      .executeTakeFirst(),
  );
  if (person.is_superadmin || person.is_suspended || person.deleted_at) throw new Problem('desk.no_login');
  return person;
};

/** What is kept of a link, as a hash: both of its tokens, for this person. */
const valueOf = (access: string, refresh: string, userId: string): string => `${access}.${refresh}.${userId}`;

/**
 * A link with two tokens, which count once, for a minute, and only in the session of the operator who asked for it. The first
 * half of `refresh` is the act, so that the reason is known when the link is used.
 */
const makeLogin: Handler<'desk.makeLogin'> = async (context, { userId, reason }) => {
  const { db, services, session, now } = context;
  const person = await readPerson(context, userId);
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: ASKED,
    subject: { kind: 'person', id: userId },
    reason,
    now,
  });
  const [access, refresh] = [makeToken(), `${act}.${makeToken()}`];
  await keepChallenge(services, db, {
    purpose: 'operator_login',
    value: valueOf(access, refresh, userId),
    userId: session.userId,
    lifeMs: OPERATOR_LINK_LIFE_MS,
  });
  const query = new URLSearchParams({ access, refresh, userId, profileId: person.profile_id });
  return {
    link: `${services.config.publicUrl}/log-in-as-admin?${query}`,
    expiresAt: new Date(now.getTime() + OPERATOR_LINK_LIFE_MS).toISOString(),
  };
};

/** Opens the session. The person and all operators are told. */
const exchangeLogin: Handler<'desk.exchangeLogin'> = async (context, { access, refresh, userId, profileId }) => {
  const { db, services, session, now } = context;
  const taken = await takeChallenge(services, db, {
    purpose: 'operator_login',
    value: valueOf(access, refresh, userId),
    userId: session.userId,
  });
  if (!taken) throw new Problem('desk.login_over');
  const person = await readPerson(context, userId);
  if (person.profile_id !== profileId) throw new Problem('desk.login_over');
  const asked = await db
    .selectFrom('operator_acts')
    .select('reason')
    .where('id', '=', refresh.split('.')[0]!)
    .where('act', '=', ASKED)
    .executeTakeFirstOrThrow();
  const tokens = await openSession(services, db, userId, clientOf(context), session.userId);
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: 'person.logged_in',
    subject: { kind: 'person', id: userId },
    reason: asked.reason,
    now,
  });
  await tell(context, [userId], {
    kind: 'operator_signed_in',
    act,
    values: { reason: asked.reason },
    link: notificationLinks.history,
  });
  await mailOperators(context, person.username, asked.reason);
  const given = giveRefreshToken(context, tokens.refresh);
  return {
    userId,
    access: tokens.access,
    ...(given ? { refresh: given } : {}),
    endsAt: new Date(now.getTime() + OPERATOR_SESSION_LIFE_MS).toISOString(),
  };
};

/** Mails every use to every operator, also to the one who used it: it may not have been they. Source: D-237. */
const mailOperators = async (
  { db, services, session, now, afterCommit }: CallContext,
  person: string,
  reason: string,
) => {
  const operators = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('is_superadmin', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
  const operator = operators.find(({ id }) => id === session.userId)!.username;
  const message = messageText.operatorLoginMail({ operator, person, reason, at: `${now.toISOString().slice(0, 16)}Z` });
  afterCommit(async () => {
    for (const { id } of operators) await sendSecurityMessage(services, id, message);
  });
};

export const loginHandlers = {
  'desk.makeLogin': makeLogin,
  'desk.exchangeLogin': exchangeLogin,
} satisfies Handlers;
