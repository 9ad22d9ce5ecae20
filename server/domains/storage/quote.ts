import { sql } from 'kysely';
import { SMALLEST_REFUND_CENTS, type PlanPeriod, type RefundCard } from '#contract/storage.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { shareOf, splitByLargestRemainder } from '../ledger/index.ts';
import { firstPeriod, restOfPeriod, type Period } from './price.ts';
import type { PlanRow } from './rows.ts';

// What a change of a plan costs and gives back. The unused part of the current plan pays for the new one first; the rest is given
// back to the cards that paid, if it is worth more than $5.00. Source: D-156, D-353, decision 0101.

export type Action = 'purchase' | 'upgrade' | 'downgrade' | 'cancel';

/** A payment that still pays for the current period of a plan. */
interface Lot {
  attemptId: string;
  /** What of it pays for the whole period, without taxes. */
  amount: number;
  /** Of the whole invoice, and what the provider took for its charge. */
  subtotal: number;
  tax: number;
  fee: number;
  /** What of the charge was not given back and is not disputed. */
  left: number;
  cardId: string;
  brand: string;
  last4: string;
}

const readLots = async (db: Db, plan: PlanRow): Promise<Lot[]> => {
  const { rows } = await sql<Lot>`with parts as (
      select a.id, t.full_amount - t.discount_amount as amount from invoice_items t join invoices i on i.id = t.invoice_id
        join invoice_attempts a on a.invoice_id = i.id and a.status = 'succeeded' and a.refund_state is null
        where t.subscription_id = ${plan.id} and t.period_end = ${plan.paidTo} and not t.is_void and i.status = 'paid'
      union all select attempt_id, amount from storage_credits where plan_id = ${plan.id}
    ), lots as (select id, sum(amount)::bigint as amount from parts group by id)
    select l.id as "attemptId", l.amount, i.subtotal, i.tax, a.card_id as "cardId", a.card_brand as brand, a.card_last4 as last4,
      coalesce((select sum(m.fee) from invoice_movements m where m.attempt_id = a.id and m.kind = 'charge'), 0)::bigint as fee,
      (coalesce((select sum(m.amount) from invoice_movements m where m.attempt_id = a.id), 0)
        - coalesce((select sum(r.amount) from storage_refunds r where r.attempt_id = a.id and r.state in ('planned', 'due')), 0))::bigint as left
    from lots l join invoice_attempts a on a.id = l.id join invoices i on i.id = a.invoice_id
    where l.amount > 0 order by a.created_at desc, a.id desc`.execute(db);
  return rows;
};

/** What is given back of one payment. `amount = unused + tax - fee`, and never more than what is left of the charge. */
export interface RefundPart {
  attemptId: string;
  unused: number;
  tax: number;
  fee: number;
  amount: number;
}

export interface Quote {
  /** Of the new plan; undefined for Starter. */
  period: Period | undefined;
  /** The unused part of the current plan, whole. */
  unused: number;
  /** What of it pays for the new plan, and from which payments. */
  credit: number;
  credits: { attemptId: string; amount: number }[];
  refunds: RefundPart[];
  /** Each card that paid once, with what goes back to it. */
  cards: RefundCard[];
  refundTax: number;
  fee: number;
  /** What the parts are worth together, whether it is given back or not. */
  refund: number;
  isRefundable: boolean;
}

/** A part of an amount, rounded down. Source: D-353. */
const floorShare = (amount: number, part: number, of: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(of));

/** The unused part of each payment. */
const unusedOf = (lots: readonly Lot[], { periodStart, paidTo }: PlanRow, now: Date): Map<string, number> => {
  const whole = paidTo.getTime() - periodStart.getTime();
  const left = Math.min(whole, Math.max(0, paidTo.getTime() - now.getTime()));
  return new Map(lots.map(({ attemptId, amount }) => [attemptId, floorShare(amount, left, whole)]));
};

const refundOf = (lot: Lot, unused: number): RefundPart => {
  const tax = lot.subtotal > 0 ? floorShare(lot.tax, unused, lot.subtotal) : 0;
  const fee = lot.subtotal > 0 ? shareOf(lot.fee, unused, lot.subtotal) : 0;
  const { attemptId, left } = lot;
  return { attemptId, unused, tax, fee, amount: Math.max(0, Math.min(unused + tax - fee, left)) };
};

const sumOf = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);

/**
 * Which payments pay for the new plan: first those of other cards than the one that the refund should go to. Source: D-354.
 *
 * @param unused The unused part of each payment, by the id of its attempt.
 */
const splitCredit = (
  credit: number,
  lots: readonly Lot[],
  unused: ReadonlyMap<string, number>,
  refundCardId: string | undefined,
): Map<string, number> => {
  const spread = (amount: number, of: readonly Lot[]) =>
    amount > 0
      ? [
          ...splitByLargestRemainder(
            amount,
            of.map(({ attemptId: id }) => ({ id, weight: unused.get(id)! })),
          ),
        ]
      : [];
  const others = lots.filter(({ cardId }) => cardId !== refundCardId);
  const chosen = lots.filter(({ cardId }) => cardId === refundCardId);
  const fromOthers = Math.min(credit, sumOf(others.map(({ attemptId }) => unused.get(attemptId)!)));
  return new Map([...spread(fromOthers, others), ...spread(credit - fromOthers, chosen)]);
};

const cardsOf = (lots: readonly Lot[], refunds: readonly RefundPart[]): RefundCard[] => {
  const amounts = new Map(refunds.map(({ attemptId, amount }) => [attemptId, amount]));
  const cards = new Map<string, RefundCard>();
  for (const { attemptId, cardId: id, brand, last4 } of lots) {
    const amount = (cards.get(id)?.amount ?? 0) + (amounts.get(attemptId) ?? 0);
    cards.set(id, { id, brand, last4, amount });
  }
  return [...cards.values()];
};

/** A change that is asked for. */
export interface Wanted {
  action: Action;
  planIndex: number;
  period: PlanPeriod;
  /** The card that the refund should go to. */
  refundPaymentMethodId?: string | undefined;
}

/** The period of the plan that is wanted; undefined for Starter. */
const periodOf = (plan: PlanRow | undefined, { action, planIndex, period }: Wanted, now: Date): Period | undefined => {
  if (planIndex === 0) return undefined;
  return action === 'downgrade' && plan
    ? restOfPeriod(planIndex, plan.period, plan, now)
    : firstPeriod(planIndex, period, now);
};

/** Works out a change at some time. It changes nothing. */
export const quoteChange = async (db: Db, plan: PlanRow | undefined, wanted: Wanted, now: Date): Promise<Quote> => {
  const period = periodOf(plan, wanted, now);
  const lots = plan ? await readLots(db, plan) : [];
  const unusedParts = plan ? unusedOf(lots, plan, now) : new Map<string, number>();
  const unused = sumOf(unusedParts.values());
  const credit = Math.min(unused, period?.price ?? 0);
  const creditParts = splitCredit(credit, lots, unusedParts, wanted.refundPaymentMethodId);
  const refunds = lots
    .map((lot) => refundOf(lot, unusedParts.get(lot.attemptId)! - (creditParts.get(lot.attemptId) ?? 0)))
    .filter(({ amount, unused: part }) => amount > 0 && part > 0);
  const refund = sumOf(refunds.map(({ amount }) => amount));
  return {
    period,
    unused,
    credit,
    credits: [...creditParts].filter(([, amount]) => amount > 0).map(([attemptId, amount]) => ({ attemptId, amount })),
    refunds,
    cards: cardsOf(lots, refunds),
    refundTax: sumOf(refunds.map(({ tax }) => tax)),
    fee: sumOf(refunds.map(({ fee }) => fee)),
    refund,
    isRefundable: refund > SMALLEST_REFUND_CENTS,
  };
};

/**
 * Whether a change is possible.
 *
 * @throws Problem `storage.no_plan`, `storage.unpaid`, `storage.payment_pending`, `storage.not_larger`, `storage.not_smaller`,
 *   `storage.period_kept`, `storage.other_payer`.
 */
export const requireChange = (
  plan: PlanRow | undefined,
  { action, planIndex, period }: { action: Action; planIndex: number; period: PlanPeriod | undefined },
  { userId, now }: { userId: string; now: Date },
): void => {
  if (action === 'purchase') {
    if (plan || planIndex === 0) throw new Problem('storage.not_larger');
    return;
  }
  if (!plan) throw new Problem('storage.no_plan');
  if (action === 'cancel') return;
  if (plan.status === 'unpaid') throw new Problem('storage.unpaid');
  // The renewal is on its way.
  if (plan.paidTo <= now) throw new Problem('storage.payment_pending');
  if (action === 'upgrade') requireLarger(plan, planIndex, period);
  else if (planIndex >= plan.planIndex) throw new Problem('storage.not_smaller');
  else if (planIndex > 0 && period !== undefined && period !== plan.period) throw new Problem('storage.period_kept');
  if (planIndex > 0 && plan.userId !== userId) throw new Problem('storage.other_payer');
};

/** Also the same plan by the year is larger than by the month. */
const requireLarger = (plan: PlanRow, planIndex: number, period: PlanPeriod | undefined): void => {
  const isYearly = planIndex === plan.planIndex && plan.period === 'month' && period === 'year';
  if (planIndex <= plan.planIndex && !isYearly) throw new Problem('storage.not_larger');
};
