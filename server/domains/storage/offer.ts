import { sql } from 'kysely';
import type { PlanPeriod } from '#contract/storage.ts';
import { storageText } from '#contract/text/storage.ts';
import type { TaxLine } from '#server/adapters/payments/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { ownCard, preferredCard, type PreferredCard } from '../cards/index.ts';
import { readWaiting, totalOf, type ItemRow, type NewItem } from '../invoices/index.ts';
import { nameOf } from '../storage-states/index.ts';
import { taxesOf } from '../subscriptions/index.ts';
import type { Period } from './price.ts';
import type { Quote } from './quote.ts';

/** The invoice item of a period of a plan. @param credit What earlier payments pay of it, cents. */
export const planItem = (
  planId: string,
  planIndex: number,
  { start, end, price }: Period,
  { credit, reason }: { credit: number; reason: NewItem['reason'] },
): NewItem => ({
  subscriptionId: planId,
  sportId: null,
  sportName: storageText.planItem(nameOf(planIndex)),
  periodStart: start,
  periodEnd: end,
  fullAmount: price,
  discountAmount: credit,
  code: null,
  reason,
});

/** What a first or another payment of a plan consists of. */
export interface Offer {
  item: NewItem;
  /** Earlier amounts of plans that were too small to charge alone. */
  waiting: ItemRow[];
  card: PreferredCard | undefined;
}

export const readOffer = async (db: Db, userId: string, item: NewItem, cardId: string | undefined): Promise<Offer> => ({
  item,
  waiting: await readWaiting(db, userId, 'plans'),
  card: cardId === undefined ? await preferredCard(db, userId) : await ownCard(db, userId, cardId),
});

/** Whether taxes that were worked out for one offer are those of another. */
export const isSameOffer = (one: Offer, two: Offer): boolean => {
  const facts = ({ item, waiting, card }: Offer) =>
    JSON.stringify([item.fullAmount, item.discountAmount, item.periodEnd, waiting.map(({ id }) => id), card?.id]);
  return facts(one) === facts(two);
};

/** The taxes of an offer, by the address of its card. No transaction may be open. @throws Problem as `taxesOf`. */
export const taxesOfOffer = (services: Services, { card, item, waiting }: Offer): Promise<TaxLine[]> =>
  taxesOf(services, card, [item, ...waiting]);

export const totalOfOffer = ({ item, waiting }: Offer, taxes: readonly TaxLine[]): number =>
  totalOf({ items: [item], waiting, debts: [], taxes }).total;

/** A plan before it has a row. */
export interface NewPlan {
  id: string;
  scope: string;
  userId: string;
  planIndex: number;
  period: PlanPeriod;
  requestKey: string | undefined;
}

/** Keeps the row of a plan whose payment comes next, with what earlier payments pay of it. */
export const insertPlan = async (
  db: Db,
  { id, scope, userId, planIndex, period, requestKey = '' }: NewPlan,
  { start, end }: Period,
  { credits }: Quote,
  now: Date,
): Promise<void> => {
  await sql`insert into storage_plans (id, scope, user_id, plan_index, period, status, period_start, paid_to, request_key, created_at)
    values (${id}, ${scope}, ${userId}, ${planIndex}, ${period}, 'pending', ${start}, ${end}, ${requestKey || null}, ${now})`.execute(
    db,
  );
  for (const { attemptId, amount } of credits)
    await sql`insert into storage_credits (plan_id, attempt_id, amount) values (${id}, ${attemptId}, ${amount})`.execute(
      db,
    );
};
