import { sql } from 'kysely';
import type { TaxLine } from '#server/adapters/payments/index.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { preferredCard, type PreferredCard } from '../cards/index.ts';
import { releaseCode, countUse } from '../discounts/index.ts';
import {
  findOpenFirst,
  letWait,
  lockPerson,
  makeInvoice,
  markPaid,
  netOf,
  readInvoiceRow,
  SMALLEST_PAYMENT_CENTS,
  startAttempt,
  totalOf,
  type NewItem,
} from '../invoices/index.ts';
import { keepSports } from '../sports/index.ts';
import { activate } from '../subscription-states/index.ts';
import type { Decision } from './decide.ts';
import { chooseDiscount, firstItem, readDue, taxesOf, type Due, type KeptDiscount, type Purchase } from './quote.ts';

// The first payment of a subscription: by its person, or by the job at the end of a trial. It takes three steps, so that no
// transaction waits for the provider: (a) `beginPaid` keeps invoice and try, (b) the provider charges, (c) its answer is applied.

/** What a first payment consists of. */
interface Offer {
  decision: Decision;
  discount: KeptDiscount | undefined;
  item: NewItem;
  due: Due;
  card: PreferredCard;
}

export interface Beginning {
  purchase: Purchase;
  /** Decides in the transaction too: what was right before may be wrong then. */
  decide(db: Db): Promise<Decision>;
  cause: 'call' | 'job';
  requestKey?: string | undefined;
  /** What the person was shown, minor units: more is not charged. */
  total?: number | undefined;
}

/** @throws Problem `subscription.card_needed`, `subscription.quote_over` if it costs nothing meanwhile, and those of codes. */
const readOffer = async (db: Db, { purchase, decide }: Beginning): Promise<Offer> => {
  const decision = await decide(db);
  if (decision.kind !== 'paid') throw new Problem('subscription.quote_over');
  const card = await preferredCard(db, purchase.userId);
  if (!card) throw new Problem('subscription.card_needed');
  const discount = await chooseDiscount(db, decision.existing, purchase);
  return {
    decision,
    discount,
    item: firstItem(decision.sport, purchase.startsAt, discount),
    due: await readDue(db, purchase.userId),
    card,
  };
};

/** Whether the taxes, which the provider worked out before the transaction, are those of this offer. */
const isSame = (one: Offer, two: Offer): boolean => {
  const facts = ({ item, due, card }: Offer) =>
    JSON.stringify([netOf(item), item.code, due.waiting.map(({ id }) => id), due.debts, card.id]);
  return facts(one) === facts(two);
};

/** Keeps the discount, and that the person agreed. The row has no access by that. */
const keepRow = async (
  db: Db,
  { purchase, cause, requestKey }: Beginning,
  { decision, discount }: Offer,
): Promise<void> => {
  const { existing, sport } = decision;
  const { userId, sportId, now } = purchase;
  if (discount?.isNew) {
    if (existing?.code && existing.code !== discount.code) await releaseCode(db, existing.code, { userId, sportId });
    await countUse(db, discount.isNew, { userId, sportId, now });
  }
  if (!existing)
    await sql`insert into subscriptions (id, scope, user_id, sport_id, type, created_at)
      values (${sport.id}, ${`user:${userId}`}, ${userId}, ${sportId}, 'expired', ${now})`.execute(db);
  await sql`update subscriptions set code = ${discount?.code ?? null}, code_unit = ${discount?.unit ?? null},
      code_value = ${discount?.value ?? null}, code_months = ${discount?.months ?? null}, discount_end_at = ${discount?.endAt ?? null},
      consented_at = ${cause === 'call' ? sql`${now}::timestamptz` : sql`consented_at`},
      request_key = coalesce(${requestKey ?? null}::uuid, request_key) where id = ${sport.id}`.execute(db);
};

/** Step (a). @returns The invoice to charge; undefined if nothing is charged now. */
const keepOffer = async (
  db: Db,
  services: Services,
  beginning: Beginning,
  offer: Offer,
  taxes: readonly TaxLine[],
): Promise<string | undefined> => {
  const { purchase, cause, requestKey } = beginning;
  const { userId, now } = purchase;
  const { item, due, card } = offer;
  await keepRow(db, beginning, offer);
  const { total } = totalOf({ items: [item], ...due, taxes });
  if (total > 0 && total < SMALLEST_PAYMENT_CENTS) {
    await letWait(db, userId, [item], now);
    await activate(db, [{ subscriptionId: item.subscriptionId, paidTo: item.periodEnd }], now);
    return undefined;
  }
  if (beginning.total !== undefined && total > beginning.total) throw new Problem('subscription.quote_over');
  const id = await makeInvoice(db, { userId, kind: 'first', items: [item], ...due, taxes, cause, now, requestKey });
  const invoice = (await readInvoiceRow(db, id))!;
  if (total === 0) {
    await markPaid(db, services, invoice, now);
    return undefined;
  }
  await startAttempt(db, invoice, card, { isOffSession: cause === 'job', now });
  return id;
};

/**
 * Step (a) of a first payment. While one is not decided, a second beginning finds it.
 *
 * @returns The invoice to settle; undefined if nothing is charged now: it is too small, or free.
 * @throws Problem as `decide`; `subscription.card_needed`; `subscription.quote_over` if what is due has changed meanwhile.
 */
export const beginPaid = async (services: Services, beginning: Beginning): Promise<string | undefined> => {
  const { db } = services.database;
  const { userId, sportId } = beginning.purchase;
  const before = await readOffer(db, beginning);
  const taxes = await taxesOf(services, before.card, [before.item, ...before.due.waiting]);
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId);
    await keepSports(tx, [sportId]);
    const { existing } = await beginning.decide(tx);
    const open = existing && (await findOpenFirst(tx, existing.id));
    if (open) return open;
    const offer = await readOffer(tx, beginning);
    if (!isSame(before, offer)) throw new Problem('subscription.quote_over');
    return keepOffer(tx, services, beginning, offer, taxes);
  });
};
