import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { lastActor, recordOperatorAct } from '../applications/index.ts';
import { findDifference, readDifferences, readLastComparison, readStuck } from '../payments/index.ts';
import { readFailedPayouts } from '../wallet/index.ts';

/** Subject of an act that is about the comparison and no movement. */
const COMPARISON = 'comparison';

const read: Handler<'desk.money'> = async ({ db, services }, asked) => {
  const { count, differences } = await readDifferences(db, asked);
  return {
    count,
    results: differences.map(({ since, ...difference }) => ({ ...difference, since: since.toISOString() })),
    provider: services.payments?.name ?? 'none',
    last: await readLastComparison(db),
    isComparing: await services.jobs.isUnderWay(db, 'payments.reconcile'),
    stuck: await readStuck(db, services),
  };
};

/** Until the end of the transaction no other operator does the same. */
const lock = async (db: Db, about: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money at the desk:${about}`}, 0))`.execute(db);
};

const failedPayouts: Handler<'desk.failedPayouts'> = ({ db }, part) => readFailedPayouts(db, part);

/** @throws Problem `payment.unavailable` if this server takes no payments. */
const compare: Handler<'desk.compareMoney'> = async ({ db, services, session, now }, { reason }) => {
  if (!services.payments) throw new Problem('payment.unavailable');
  await lock(db, COMPARISON);
  if (await services.jobs.isUnderWay(db, 'payments.reconcile')) return { isStarted: false };
  await services.jobs.send(db, 'payments.reconcile', {});
  await recordOperatorAct(db, {
    actorId: session.userId,
    act: 'money.compared',
    subject: { kind: 'money', id: COMPARISON },
    reason,
    now,
  });
  return { isStarted: true };
};

/**
 * Marks a difference as explained, or takes that back. Neither the report nor the books change: what is booked for it settles it.
 *
 * @throws Problem `desk.done_meanwhile` if it is so already.
 */
const explain: Handler<'desk.explainDifference'> = async ({ db, session, now }, { movementId, explained, reason }) => {
  await lock(db, movementId);
  const { isExplained } = found(await findDifference(db, movementId));
  const [kind, subject] = [explained ? 'money.explained' : 'money.reopened', { kind: 'money', id: movementId }];
  if (isExplained === explained)
    throw new Problem('desk.done_meanwhile', {
      about: explained ? 'explained' : 'reopened',
      by: await lastActor(db, kind, subject),
    });
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: kind,
    subject,
    reason,
    now,
  });
  if (explained) await db.insertInto('explained_movements').values({ movement_id: movementId, act_id: act }).execute();
  else await db.deleteFrom('explained_movements').where('movement_id', '=', movementId).execute();
};

export const moneyHandlers = {
  'desk.money': read,
  'desk.failedPayouts': failedPayouts,
  'desk.compareMoney': compare,
  'desk.explainDifference': explain,
} satisfies Handlers;
