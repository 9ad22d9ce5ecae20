import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import { requireOfAge } from '#server/calls/require-of-age.ts';
import type { Db } from '#server/db/database.ts';
import { preferredCard } from '../cards/index.ts';
import { countUse } from '../discounts/index.ts';
import {
  CHARGES,
  findOfRequest,
  findOpenFirst,
  lockPerson,
  requireProvider,
  settleInvoice,
} from '../invoices/index.ts';
import { keepSports } from '../sports/index.ts';
import { beginPaid } from './begin.ts';
import { decide, decideUpgrade, type Decision, type Kind } from './decide.ts';
import { trialEnd, underFormerName } from './preview.ts';
import { chooseDiscount, quoteTime, type KeptDiscount } from './quote.ts';
import { readOwn, readWire, type SubscriptionRow } from './rows.ts';

interface Wanted {
  sportId: string;
  sportType?: SubscriptionRow['sportType'] | undefined;
  code?: string | undefined;
  consent: boolean;
  quotedAt?: string | undefined;
  total?: number | undefined;
}
type Payment = Awaited<ReturnType<typeof settleInvoice>>;

const answer = async (
  { services, session: { userId } }: CallContext,
  id: string,
  kind: Kind,
  payment: Payment | null = null,
) => ({
  trialSubscription: kind === 'trial-free',
  isFree: kind === 'beta-free' || kind === 'waitlist',
  subscription: await readWire(services.database.db, userId, id),
  payment,
});

type Answered = Awaited<ReturnType<typeof answer>>;

/** The answer to a request that came before, whose answer was lost. */
const answerRepeat = async (context: CallContext, { sportId }: Wanted) => {
  const { services, session, request } = context;
  const { db } = services.database;
  const key = request.idempotencyKey;
  const own = key && (await readOwn(db, session.userId, sportId));
  if (!key || !own) return undefined;
  const invoiceId = await findOfRequest(db, session.userId, key);
  if (invoiceId) return answer(context, own.id, 'paid', await settleInvoice(services, invoiceId));
  if (own.requestKey !== key) return undefined;
  return answer(context, own.id, own.type === 'subscribed' || own.type === 'expired' ? 'paid' : (own.type as Kind));
};

/** Writes the row of a subscription that costs nothing now. */
const keepFree = async (
  db: Db,
  { session, request, services }: CallContext,
  { kind, existing, sport }: Decision,
  { consent, discount }: { consent: boolean; discount: KeptDiscount | undefined },
): Promise<void> => {
  const { userId, scope } = session;
  const now = services.now();
  const isTrial = kind === 'trial-free';
  if (discount?.isNew) await countUse(db, discount.isNew, { userId, sportId: sport.sportId, now });
  if (!existing)
    await sql`insert into subscriptions (id, scope, user_id, sport_id, type, created_at)
      values (${sport.id}, ${scope}, ${userId}, ${sport.sportId}, ${kind}, ${now})`.execute(db);
  await sql`update subscriptions set type = ${kind}, status = null, canceled_at = null, trial_to = ${isTrial ? trialEnd(now) : null},
      trial_used = trial_used or ${isTrial}, code = ${discount?.code ?? null}, code_unit = ${discount?.unit ?? null},
      code_value = ${discount?.value ?? null}, code_months = ${discount?.months ?? null}, discount_end_at = ${discount?.endAt ?? null},
      consented_at = ${consent ? sql`${now}::timestamptz` : sql`consented_at`}, request_key = ${request.idempotencyKey ?? null}
    where id = ${sport.id}`.execute(db);
};

/** What costs nothing begins in one transaction. @returns The decision; for a paid one nothing was done. */
const beginFree = (context: CallContext, { sportId, sportType, code, consent }: Wanted): Promise<Decision> => {
  const { services, session } = context;
  const { userId } = session;
  return services.database.db.transaction().execute(async (tx) => {
    // Two requests of one person take turns, so that neither the one trial nor the one Beta can be had twice.
    await lockPerson(tx, userId);
    await keepSports(tx, [sportId]);
    const now = services.now();
    const decision = await decide(tx, { userId, sportId, now, seen: sportType });
    const { kind, existing } = decision;
    // Beta and waitlist cost nothing. Nor does the trial with which a person joins: it asks for no card and ends by itself.
    if (kind === 'paid' || (kind === 'trial-free' && (session.isRegistrationComplete || consent)))
      requireOfAge(session);
    if (kind === 'paid') return decision;
    const discount =
      kind === 'trial-free'
        ? await chooseDiscount(tx, existing, { userId, sportId, code, startsAt: trialEnd(now), now })
        : undefined;
    await keepFree(tx, context, decision, { consent, discount });
    return decision;
  });
};

/** @throws Problem for each thing that a payment needs and is not there. */
const requireAgreement = async ({ services, session: { userId } }: CallContext, { consent }: Wanted): Promise<void> => {
  if (!(await preferredCard(services.database.db, userId))) throw new Problem('subscription.card_needed');
  if (!consent) throw new Problem('subscription.consent_needed');
  requireProvider(services);
  await takeToken(services.database.counters, `billing:${userId}`, CHARGES);
};

const payFirst = async (context: CallContext, wanted: Wanted, decideIn: typeof decide) => {
  const { services, session, request } = context;
  const { userId } = session;
  const { sportId, code, quotedAt } = wanted;
  const { db } = services.database;
  const now = services.now();
  // A first payment that is not decided yet is the one that is meant: there is never a second one.
  const { existing, sport } = await decideIn(db, { userId, sportId, now });
  const open = existing && (await findOpenFirst(db, existing.id));
  if (open) return answer(context, existing.id, 'paid', await settleInvoice(services, open));
  await requireAgreement(context, wanted);
  const invoiceId = await beginPaid(services, {
    purchase: { userId, sportId, code, startsAt: quoteTime(quotedAt, now), now },
    decide: async (on) => ({ ...(await decideIn(on, { userId, sportId, now })), ...(existing ? {} : { sport }) }),
    cause: 'call',
    requestKey: request.idempotencyKey,
    total: wanted.total,
  });
  const payment = invoiceId === undefined ? null : await settleInvoice(services, invoiceId);
  return answer(context, sport.id, 'paid', payment);
};

const TAKEN: readonly string[] = ['subscription.exists', 'subscription.not_upgradable'];

/**
 * Does a request once, however often it is delivered. Of two deliveries at the same time the later one may be refused
 * because of what the other has just done: it gets that one's answer.
 */
const once = async (context: CallContext, wanted: Wanted, work: () => Promise<Answered>): Promise<Answered> => {
  const repeat = await answerRepeat(context, wanted);
  if (repeat) return repeat;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !TAKEN.includes(error.code)) throw error;
    const done = await answerRepeat(context, wanted);
    if (!done) throw error;
    return done;
  }
};

/**
 * Subscribes the person: a launched sport starts its one trial and costs from then on, a Beta sport is free, one at a time, and a
 * waitlist keeps the place. Source: SUB-004, SUB-041, SUB-046; D-183, D-184.
 */
const subscribe: Handler<'subscriptions.create'> = (context, wanted) =>
  once(context, wanted, async () => {
    const { kind, sport } = await underFormerName(beginFree(context, wanted));
    if (kind !== 'paid') return answer(context, sport.id, kind);
    return underFormerName(payFirst(context, wanted, decide));
  });

/** Pays for a trial before it ends. Source: SUB-042. */
const upgrade: Handler<'subscriptions.upgrade'> = (context, wanted) =>
  once(context, wanted, async () => {
    requireOfAge(context.session);
    return payFirst(context, wanted, decideUpgrade);
  });

export const subscribeHandlers = {
  'subscriptions.create': { outside: subscribe },
  'subscriptions.upgrade': { outside: upgrade },
};
