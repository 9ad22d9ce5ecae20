import { sql } from 'kysely';
import { newId, userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { guardianMail, guardianNotice } from '#contract/text/account-guardian-mail.ts';
import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { countCodeCheck, greetingName, hashToken, makeToken } from '../auth/index.ts';
import { hideChannels } from '../channels/index.ts';
import { mailInvited } from '../invited-mail/index.ts';
import { notify } from '../notifications/index.ts';
import { hideMinor } from '../profiles/index.ts';
import { recordAccountEvent } from '../account-events/index.ts';

type Answer = 'agree' | 'refuse' | 'withdraw';

/** A request whose link was opened, with its person. */
interface Opened {
  id: string;
  userId: string;
  state: 'asked' | 'given' | 'refused' | 'withdrawn';
  isAskLink: boolean;
  firstName: string;
  username: string;
  lastRole: string;
}

/** A link ends when the person is 18 or deleted the account. */
const CURRENT = sql`u.deleted_at is null and u.adult_on > (now() at time zone 'utc')::date and r.state <> 'replaced'`;

/** @throws Problem `guardian.link_over` for a link that is unknown, expired or replaced. */
const openLink = async (db: Db, token: string, now: Date): Promise<Opened> => {
  const hash = hashToken(token);
  const { rows } =
    await sql<Opened>`select r.id, r.user_id as "userId", r.state, coalesce(r.ask_hash = ${hash}, false) as "isAskLink",
      u.first_name as "firstName", u.username, u.last_role as "lastRole"
    from guardian_requests r join users u on u.id = r.user_id
    where ${CURRENT} and (r.withdraw_hash = ${hash}
      or (r.ask_hash = ${hash} and (r.state <> 'asked' or r.ask_expires_at > ${now})))`.execute(db);
  const [opened] = rows;
  if (!opened) throw new Problem('guardian.link_over');
  return opened;
};

/** What was answered with this link; null before. The link to answer does not show what came after its answer. */
const answeredWith = ({ state, isAskLink }: Opened): Answer | null => {
  if (!isAskLink) return state === 'withdrawn' ? 'withdraw' : null;
  if (state === 'asked') return null;
  return state === 'refused' ? 'refuse' : 'agree';
};

/** Reads what a link is about. It changes nothing: programs that check mails open links too. */
export const readRequest: Handler<'account.guardianRequest'> = async ({ services, db, request, now }, { token }) => {
  await countCodeCheck(services, request.client);
  const opened = await openLink(db, token, now);
  return {
    kind: opened.isAskLink ? 'answer' : 'withdraw',
    firstName: greetingName(opened.firstName),
    username: opened.username,
    answered: answeredWith(opened),
  };
};

const STATES = { agree: 'given', refuse: 'refused', withdraw: 'withdrawn' } as const;
const EVENTS = { agree: 'guardian_agreed', refuse: 'guardian_refused', withdraw: 'guardian_withdrew' } as const;

/** Writes an answer, with all that follows from it, in one transaction. */
const apply = async (tx: Db, services: Services, { id, userId, lastRole }: Opened, answer: Answer): Promise<void> => {
  const at = services.now();
  await tx
    .updateTable('guardian_requests')
    .set({ state: STATES[answer], ...(answer === 'withdraw' ? { withdrawn_at: at } : { answered_at: at }) })
    .where('id', '=', id)
    .execute();
  if (answer !== 'refuse')
    await tx
      .updateTable('users')
      .set({ has_guardian_consent: answer === 'agree' })
      .where('id', '=', userId)
      .execute();
  if (answer === 'withdraw') {
    await hideMinor(tx, userId);
    await hideChannels(tx, userScope(userId));
  }
  // Of the guardian's device nothing is recorded: the young person reads this history.
  await recordAccountEvent(tx, { userId, kind: EVENTS[answer], userAgent: undefined, at });
  await notify(tx, services, {
    userId,
    recipientType: lastRole === 'learner' ? 'learner' : 'educator',
    kind: 'security',
    cause: `guardian:${id}:${newId(at.getTime())}`,
    ...guardianNotice[answer],
    link: '/account-setting/guardian',
    linkTitle: guardianNotice.linkTitle,
  });
  if (answer === 'agree') await services.jobs.send(tx, 'guardian.mail', { requestId: id, about: 'agreed' });
};

/**
 * The one answer with a link. The same answer again gets the same result and changes nothing, because the first result may
 * have been lost on the way.
 *
 * @throws Problem `guardian.link_over`, also for another answer than the first.
 */
export const answerGuardian: Handler<'account.answerGuardian'> = async (context, { token, answer }) => {
  const { services, db, request, now } = context;
  await countCodeCheck(services, request.client);
  const scope = await db.transaction().execute(async (tx) => {
    const { userId } = await openLink(tx, token, now);
    const locked = userScope(userId);
    await raiseScopes(tx, [locked]);
    // Read again: another answer may have come before the lock.
    const opened = await openLink(tx, token, now);
    const before = answeredWith(opened);
    if (before === answer) return undefined;
    const fits = opened.isAskLink ? answer !== 'withdraw' : answer === 'withdraw';
    if (before !== null || !fits) throw new Problem('guardian.link_over');
    await apply(tx, services, opened, answer);
    return locked;
  });
  if (scope) noteScope(context, scope);
  return { answered: answer };
};

const noteScope = ({ services, afterCommit }: CallContext, scope: ReturnType<typeof userScope>): void =>
  afterCommit(() => services.wake.notify([scope]));

/**
 * Mails a guardian. The link's token is made here, and only its hash is stored: a retry makes another one, so that the newest
 * mail is the one whose link works.
 *
 * @throws Error if mails cannot be sent now: try again.
 */
export const mailGuardian = async (
  services: Services,
  { requestId, about }: { requestId: string; about: 'ask' | 'agreed' },
): Promise<void> => {
  const { db } = services.database;
  const isAsk = about === 'ask';
  const { rows } = await sql<{ email: string; firstName: string; username: string }>`select r.guardian_email as email,
      u.first_name as "firstName", u.username
    from guardian_requests r join users u on u.id = r.user_id
    where r.id = ${requestId} and ${CURRENT} and r.state = ${isAsk ? 'asked' : 'given'}`.execute(db);
  const [row] = rows;
  if (!row) return;
  const token = makeToken();
  await db
    .updateTable('guardian_requests')
    .set(isAsk ? { ask_hash: hashToken(token) } : { withdraw_hash: hashToken(token) })
    .where('id', '=', requestId)
    .execute();
  // Behind the #: browsers send it to no server, and it is in no log.
  const link = `${services.config.publicUrl}/guardian-consent#${token}`;
  const words = (isAsk ? guardianMail.ask : guardianMail.agreed)(greetingName(row.firstName), row.username, link);
  try {
    await mailInvited(services, 'guardian', requestId, { to: row.email, ...words });
  } catch (error) {
    if (!(error instanceof RecipientRefused)) throw error;
    services.log.warn({ requestId }, 'the address of a guardian was refused');
  }
};
