import { sql } from 'kysely';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Subscription } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type CallContext, type Handler } from '#server/calls/context.ts';
import { readDiscount } from '../invites/index.ts';
import { firstPayment, MONTHLY_PRICE_CENTS } from './price.ts';

const DAY_MS = 86_400_000;
type Kind = 'trial-free' | 'beta-free' | 'waitlist';
interface SubscribeInput {
  sportId: string;
  code?: string | undefined;
}

const listSubscriptions: Handler<'subscriptions.list'> = ({ db, session }, { limit, offset }) =>
  answerJson(
    db,
    sql`select json_build_object('count', (select count(*) from subscriptions where user_id = ${session.userId}), 'results', coalesce(json_agg(row), '[]')) from (
      select o.row from own_subscriptions o where o.scope = ${session.scope} order by o.row->>'sportName' limit ${limit} offset ${offset}) l`,
  );

const readBetaFlag: Handler<'subscriptions.betaFlag'> = ({ db, session }) =>
  answerJson(
    db,
    sql`select json_build_object('hasBetaSubscription', exists (
      select 1 from subscriptions where user_id = ${session.userId} and type = 'beta-free'))`,
  );

/** Beta and waitlist sports cost nothing. */
const readPrice: Handler<'subscriptions.price'> = ({ db }, { sportId = null }) =>
  answerJson(
    db,
    sql`select json_build_object('monthlySubscriptionFee', json_build_object('value',
      case when ${sportId}::text is null or sport_type = 'Launched' then ${MONTHLY_PRICE_CENTS}::int else 0 end))
      from (select sport_type from sports where id = ${sportId} union all select null where ${sportId}::text is null) s`,
  );

/** The kind of subscription that the person would get now. @throws Problem why the person cannot subscribe. */
const decide = async (
  { session, services }: CallContext,
  db: Db,
  sportId: string,
): Promise<{ kind: Kind | 'paid'; existingId: string | undefined }> => {
  const sport = found(
    await db
      .selectFrom('sports')
      .select(['sport_type'])
      .where('id', '=', sportId)
      .where('is_active', '=', true)
      .executeTakeFirst(),
  );
  const existing = await db
    .selectFrom('subscriptions')
    .select(['id', 'type', 'trial_to', 'trial_used'])
    .where('user_id', '=', session.userId)
    .where('sport_id', '=', sportId)
    .executeTakeFirst();
  if (existing && isCurrent(existing, services.now(), sport.sport_type)) throw new Problem('subscription.exists');
  const existingId = existing?.id;
  if (sport.sport_type === 'WaitList') return { kind: 'waitlist', existingId };
  if (sport.sport_type === 'Launched') return { kind: existing?.trial_used ? 'paid' : 'trial-free', existingId };
  const otherBeta = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', session.userId)
    .where('type', '=', 'beta-free')
    .executeTakeFirst();
  if (otherBeta) throw new Problem('subscription.second_beta');
  return { kind: 'beta-free', existingId };
};

/** An expired trial does not count, and a place on the waitlist does not count once the sport has opened. */
const isCurrent = (
  { type, trial_to }: { type: string; trial_to: Date | null },
  now: Date,
  sportType: string,
): boolean => {
  if (type === 'expired') return false;
  if (type === 'trial' || type === 'trial-free') return trial_to !== null && trial_to > now;
  return type !== 'waitlist' || sportType === 'WaitList';
};

const trialEnd = (now: Date): Date => new Date(now.getTime() + TRIAL_DAYS * DAY_MS);

const preview = async (context: CallContext, { sportId, code }: SubscribeInput) => {
  const { services, db } = context;
  const { kind } = await decide(context, db, sportId);
  const nothing = {
    amountWithoutTaxes: 0,
    subtotalWithoutTaxes: 0,
    total: 0,
    taxes: [],
    firstPaymentAmount: 0,
    firstPaymentAt: null,
    trialEndsAt: null,
    discountEndDate: null,
  };
  if (kind === 'beta-free' || kind === 'waitlist') return { ...nothing, trialSubscription: false, isFree: true };
  const discount = await readDiscount(db, code, services.now());
  const isTrial = kind === 'trial-free';
  const startsAt = isTrial ? trialEnd(services.now()) : services.now();
  const first = firstPayment(startsAt, discount);
  return {
    amountWithoutTaxes: first.full,
    subtotalWithoutTaxes: first.reduced,
    total: first.reduced,
    taxes: [],
    trialSubscription: isTrial,
    isFree: false,
    trialEndsAt: isTrial ? startsAt.toISOString() : null,
    firstPaymentAt: first.at.toISOString(),
    firstPaymentAmount: first.reduced,
    discountEndDate: first.discountEndAt?.toISOString() ?? null,
  };
};

/**
 * Subscribes the person: a launched sport starts its one trial, a Beta sport is free, one at a time, and a waitlist
 * keeps the place. Source: SUB-004, SUB-041, SUB-046; D-183, D-184.
 */
const subscribe = async (context: CallContext, { sportId, code }: SubscribeInput) => {
  const { session, services, db } = context;
  // Two requests of one person take turns, so that neither the one trial nor the one Beta can be had twice.
  await raiseScopes(db, [session.scope]);
  const { kind, existingId } = await decide(context, db, sportId);
  if (kind === 'paid') throw new Problem('subscription.card_needed');
  const isTrial = kind === 'trial-free';
  const discount = isTrial ? await readDiscount(db, code, services.now()) : undefined;
  const trialTo = isTrial ? trialEnd(services.now()) : null;
  const facts = {
    type: kind,
    status: null,
    canceled_at: null,
    trial_to: trialTo,
    discount_end_at: trialTo && discount ? firstPayment(trialTo, discount).discountEndAt : null,
    ...(isTrial ? { trial_used: true } : {}),
  };
  const id = existingId ?? newId(services.now().getTime());
  if (existingId) await db.updateTable('subscriptions').set(facts).where('id', '=', existingId).execute();
  else
    await db
      .insertInto('subscriptions')
      .values({
        id,
        scope: session.scope,
        user_id: session.userId,
        sport_id: sportId,
        created_at: services.now(),
        ...facts,
      })
      .execute();
  const saved = await sql<{
    row: Subscription;
  }>`select row from own_subscriptions where scope = ${session.scope} and id = ${id}`.execute(db);
  return { trialSubscription: isTrial, isFree: !isTrial, subscription: found(saved.rows[0]).row };
};

export const subscriptionsHandlers: AreaHandlers<'subscriptions'> = {
  'subscriptions.list': listSubscriptions,
  'subscriptions.preview': preview,
  'subscriptions.create': subscribe,
  'subscriptions.betaFlag': readBetaFlag,
  'subscriptions.price': readPrice,
};
