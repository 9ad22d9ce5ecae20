import type { TaxLine } from '#server/adapters/payments/index.ts';
import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { preferredCard, type PreferredCard } from '#server/domains/cards/index.ts';
import {
  letWait,
  lockPerson,
  makeInvoice,
  markPaid,
  markUnpaid,
  readBilled,
  readInvoiceRow,
  settleInvoice,
  SMALLEST_PAYMENT_CENTS,
  startAttempt,
  totalOf,
  type NewItem,
} from '#server/domains/invoices/index.ts';
import { activate } from '#server/domains/subscription-states/index.ts';
import { monthStart, MONTHLY_PRICE_CENTS, reduce } from '../price.ts';
import { discountAt, readDue, taxesOf, type Due } from '../quote.ts';
import { readAll, type SubscriptionRow } from '../rows.ts';

/** What a person is billed for the month. */
interface Renewal {
  items: NewItem[];
  due: Due;
  card: PreferredCard | undefined;
}

/** The whole month that runs. Months that passed while no process ran are not billed. Source: SUB-005, decision 0080. */
const monthItem = (row: SubscriptionRow, now: Date): NewItem => {
  const [periodStart, periodEnd] = [monthStart(now, 0), monthStart(now, 1)];
  const discount = discountAt(row, periodStart);
  return {
    subscriptionId: row.id,
    sportId: row.sportId,
    sportName: row.sportName,
    periodStart,
    periodEnd,
    fullAmount: MONTHLY_PRICE_CENTS,
    discountAmount: MONTHLY_PRICE_CENTS - reduce(MONTHLY_PRICE_CENTS, discount),
    code: discount?.code ?? null,
    reason: 'month',
  };
};

/** Of each subscription whose paid time is over, the month that runs, unless it is billed already and not paid yet. */
const readItems = async (db: Db, userId: string, now: Date): Promise<NewItem[]> => {
  const billed = await readBilled(db, userId, monthStart(now, 1));
  return (await readAll(db, userId))
    .filter(({ type, status, paidTo }) => type === 'subscribed' && status === null && paidTo !== null && paidTo <= now)
    .filter(({ id }) => !billed.has(id))
    .map((row) => monthItem(row, now));
};

const readRenewal = async (db: Db, userId: string, now: Date): Promise<Renewal> => ({
  items: await readItems(db, userId, now),
  due: await readDue(db, userId),
  card: await preferredCard(db, userId),
});

const factsOf = ({ items, due, card }: Renewal): string =>
  JSON.stringify([
    items.map((item) => [item.subscriptionId, item.periodEnd, item.discountAmount]),
    due.waiting.map(({ id }) => id),
    due.debts,
    card?.id,
  ]);

/** Step (a). @returns The invoice to charge now, if any. */
const keepRenewal = async (
  db: Db,
  services: Services,
  userId: string,
  { items, due, card }: Renewal,
  taxes: readonly TaxLine[],
): Promise<string | undefined> => {
  const now = services.now();
  const { total } = totalOf({ items, ...due, taxes });
  if (total > 0 && total < SMALLEST_PAYMENT_CENTS) {
    await letWait(db, userId, items, now);
    await activate(
      db,
      items.map(({ subscriptionId, periodEnd }) => ({ subscriptionId, paidTo: periodEnd })),
      now,
    );
    return undefined;
  }
  const id = await makeInvoice(db, { userId, kind: 'month', items, ...due, taxes, cause: 'job', now });
  const invoice = (await readInvoiceRow(db, id))!;
  if (total === 0) {
    await markPaid(db, services, invoice, now);
    return undefined;
  }
  if (card) {
    await startAttempt(db, invoice, card, { isOffSession: true, now });
    return id;
  }
  await markUnpaid(db, services, invoice, { cause: 'job', now, isOffSession: true, tryId: newId(now.getTime()) });
  return undefined;
};

/**
 * Renews the paid subscriptions of a person on the first of the month: one invoice with all sports, what waited, what is owed
 * and the taxes. Until it is paid or has failed, access goes on. Source: SUB-005, D-345.
 */
export const renew = async (services: Services, userId: string): Promise<void> => {
  const { db } = services.database;
  if (!services.payments) return;
  const before = await readRenewal(db, userId, services.now());
  if (before.items.length === 0) return;
  const taxes = await taxesOf(services, before.card, [...before.items, ...before.due.waiting]);
  const invoiceId = await db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId);
    const renewal = await readRenewal(tx, userId, services.now());
    // Something changed meanwhile: the next run sees it.
    if (factsOf(renewal) !== factsOf(before)) return undefined;
    return keepRenewal(tx, services, userId, renewal, taxes);
  });
  if (invoiceId) await settleInvoice(services, invoiceId, 'job');
};
