import { sql } from 'kysely';
import type { GuardianConsent } from '#contract/account-guardian.ts';
import { newId } from '#contract/ids.ts';
import { GUARDIAN_LINK_DAYS, GUARDIAN_REFUSED_DAYS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { CallContext, Handler, Handlers } from '#server/calls/context.ts';
import { takeToken, type Bucket } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { takeOfNetwork, type NetworkLimit } from '../auth/index.ts';
import { plainAddress } from '../invited-mail/index.ts';
import { answerGuardian, readRequest } from './guardian-answer.ts';

const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;
/** Mails of one person, mails to one address by anybody, and mails that one network causes. */
const MAILS_OF_PERSON: Bucket = { capacity: 3, perSeconds: DAY_S };
const MAILS_TO_ADDRESS: Bucket = { capacity: 3, perSeconds: DAY_S };
const MAILS_FROM_NETWORK: NetworkLimit = {
  name: 'guardian:from',
  bucket: { capacity: 20, perSeconds: DAY_S },
  ofCommunity: 300,
};

/** The newest request and whether a consent is needed. */
const readConsent = async (db: Db, userId: string): Promise<GuardianConsent> => {
  const { rows } = await sql<GuardianConsent>`select
      coalesce(u.adult_on > (now() at time zone 'utc')::date, false) as "isNeeded", coalesce(r.state, 'none') as state,
      r.guardian_email as "guardianEmail", iso(r.asked_at) as "askedAt",
      iso(r.undelivered_at) as "undeliveredAt"
    from users u left join lateral (select * from guardian_requests g where g.user_id = u.id and g.state <> 'replaced'
      order by g.asked_at desc, g.id desc limit 1) r on true
    where u.id = ${userId}`.execute(db);
  return rows[0]!;
};

/** @throws Problem why this address cannot be asked. */
const checkAddress = async ({ db, session, now }: CallContext, email: string): Promise<void> => {
  const { email: own } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  if (plainAddress(own) === plainAddress(email)) throw new Problem('guardian.own_address');
  const former = await db
    .selectFrom('guardian_requests')
    .select(['guardian_email as email', 'state', 'answered_at as answeredAt', 'undelivered_at as undeliveredAt'])
    .where('user_id', '=', session.userId)
    .where((is) => is.or([is('state', '=', 'refused'), is('undelivered_at', 'is not', null)]))
    .execute();
  const isWithin = (at: Date | null, days: number) => at !== null && at.getTime() > now.getTime() - days * DAY_MS;
  for (const one of former) {
    if (plainAddress(one.email) !== plainAddress(email)) continue;
    if (one.state === 'refused' && isWithin(one.answeredAt, GUARDIAN_REFUSED_DAYS))
      throw new Problem('guardian.refused');
    if (isWithin(one.undeliveredAt, GUARDIAN_LINK_DAYS)) throw new Problem('guardian.undelivered');
  }
};

/** The network is last: a refusal for the person's own limits costs the others nothing. */
const countMail = async ({ services, session, request }: CallContext, email: string): Promise<void> => {
  const { counters } = services.database;
  await takeToken(counters, `guardian:of:${session.userId}`, MAILS_OF_PERSON, 'guardian.limit');
  await takeToken(counters, `guardian:to:${plainAddress(email)}`, MAILS_TO_ADDRESS, 'guardian.limit');
  await takeOfNetwork(services, request.client, MAILS_FROM_NETWORK, 'guardian.limit');
};

/** Asks a guardian by mail; a new mail ends the link of the former one. Source: D-250, decision 0065. */
const askGuardian: Handler<'account.askGuardian'> = async (context, { email }) => {
  const { services, db, session, request, now } = context;
  const { userId } = session;
  // A guardian who answers at this moment comes before or after, never between.
  await raiseScopes(db, [session.scope]);
  if (!session.isAgeKnown) throw new Problem('age.unknown');
  const { isNeeded, state } = await readConsent(db, userId);
  if (!isNeeded) throw new Problem('guardian.not_needed');
  if (state === 'given') throw new Problem('guardian.given');
  await checkAddress(context, email);
  await countMail(context, email);
  await db
    .updateTable('guardian_requests')
    .set({ state: 'replaced' })
    .where('user_id', '=', userId)
    .where('state', '=', 'asked')
    .execute();
  const requestId = newId(now.getTime());
  await db
    .insertInto('guardian_requests')
    .values({
      id: requestId,
      user_id: userId,
      guardian_email: email,
      asked_at: now,
      ask_expires_at: new Date(now.getTime() + GUARDIAN_LINK_DAYS * DAY_MS),
    })
    .execute();
  await recordAccountEvent(db, {
    userId,
    kind: 'guardian_asked',
    userAgent: request.header('user-agent'),
    at: now,
    detail: { email },
  });
  await services.jobs.send(db, 'guardian.mail', { requestId, about: 'ask' });
  return readConsent(db, userId);
};

export const guardianHandlers = {
  'account.guardian': ({ db, session }) => readConsent(db, session.userId),
  'account.askGuardian': askGuardian,
  'account.guardianRequest': readRequest,
  'account.answerGuardian': answerGuardian,
} satisfies Handlers;
