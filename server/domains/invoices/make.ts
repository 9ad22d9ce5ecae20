import { sql } from 'kysely';
import type { TaxLine } from '#server/adapters/payments/index.ts';
import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { PreferredCard } from '../cards/index.ts';
import { voidPlans } from '../storage-states/index.ts';
import { post, reverse, type Cause } from '../ledger/index.ts';
import { CURRENCY, type InvoiceRow, type ItemRow } from './rows.ts';

/** Below it a card is not charged: the amount waits for the next invoice, cents. Source: D-344. */
export const SMALLEST_PAYMENT_CENTS = 50;

/** An item before it has a row. */
export type NewItem = Omit<ItemRow, 'id'>;

export interface NewInvoice {
  userId: string;
  kind: InvoiceRow['kind'];
  items: readonly NewItem[];
  /** Items that wait, from `readWaiting`. */
  waiting: readonly ItemRow[];
  /** From `readDebts`. */
  debts: readonly { id: string; total: number }[];
  taxes: readonly TaxLine[];
  cause: Cause;
  now: Date;
  requestKey?: string | undefined;
  /** Whose storage plan it pays for. */
  planScope?: string;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((before, amount) => before + amount, 0);
/** After the discount. */
export const netOf = ({ fullAmount, discountAmount }: Pick<ItemRow, 'fullAmount' | 'discountAmount'>): number =>
  fullAmount - discountAmount;
export const totalOf = ({
  items,
  waiting,
  debts,
  taxes,
}: Pick<NewInvoice, 'items' | 'waiting' | 'debts' | 'taxes'>) => {
  const subtotal = sum([...items, ...waiting].map(netOf));
  const tax = sum(taxes.map(({ amount }) => amount));
  const debt = sum(debts.map(({ total }) => total));
  return { subtotal, tax, debt, total: subtotal + tax + debt };
};

const insertItem = async (db: Db, userId: string, invoiceId: string | null, item: NewItem, at: Date): Promise<void> => {
  await sql`insert into invoice_items (id, invoice_id, user_id, subscription_id, sport_id, sport_name, period_start, period_end,
      full_amount, discount_amount, code, reason)
    values (${newId(at.getTime())}, ${invoiceId}, ${userId}, ${item.subscriptionId}, ${item.sportId}, ${item.sportName},
      ${item.periodStart}, ${item.periodEnd}, ${item.fullAmount}, ${item.discountAmount}, ${item.code}, ${item.reason})`.execute(
    db,
  );
};

/** Keeps items for the next invoice, because they are too small to charge. */
export const letWait = async (db: Db, userId: string, items: readonly NewItem[], now: Date): Promise<void> => {
  for (const item of items) await insertItem(db, userId, null, { ...item, reason: 'carried' }, now);
};

const REASONS = {
  sports: { first: 'A subscription begins.', month: 'Invoice of a month.' },
  plan: { first: 'A storage plan begins.', month: 'A storage plan goes on.' },
} as const;

/**
 * Makes an open invoice with its items, taxes and debts, and books that it is owed.
 *
 * @returns Its id.
 */
export const makeInvoice = async (db: Db, invoice: NewInvoice): Promise<string> => {
  const { userId, kind, items, waiting, debts, taxes, cause, now, requestKey = null, planScope = null } = invoice;
  const id = newId(now.getTime());
  const { subtotal, tax, debt, total } = totalOf(invoice);
  await sql`insert into invoices (id, user_id, kind, currency, status, subtotal, tax, debt, total, request_key, plan_scope, created_at)
    values (${id}, ${userId}, ${kind}, ${CURRENCY}, 'open', ${subtotal}, ${tax}, ${debt}, ${total}, ${requestKey}, ${planScope}, ${now})`.execute(
    db,
  );
  for (const item of items) await insertItem(db, userId, id, item, now);
  await sql`update invoice_items set invoice_id = ${id}
    where id = any(${sql.val(waiting.map((item) => item.id))}::uuid[])`.execute(db);
  for (const [position, { type, amount, percentage }] of taxes.entries())
    await sql`insert into invoice_taxes (invoice_id, position, type, amount, percentage)
      values (${id}, ${position}, ${type}, ${amount}, ${percentage})`.execute(db);
  await sql`update invoices set carried_to = ${id} where id = any(${sql.val(debts.map((each) => each.id))}::uuid[])`.execute(
    db,
  );
  if (subtotal + tax > 0)
    await post(db, {
      key: `invoice:${id}`,
      cause,
      reason: REASONS[planScope ? 'plan' : 'sports'][kind],
      currency: CURRENCY,
      occurredAt: now,
      lines: [
        { kind: 'receivable', userId, amount: subtotal + tax },
        { kind: 'revenue', amount: -subtotal },
        { kind: 'tax', amount: -tax },
      ],
    });
  return id;
};

/** Takes an invoice back that was not paid: what waited waits again, and what it carried is a debt again. */
export const voidInvoice = async (
  db: Db,
  { id, subtotal, tax }: Pick<InvoiceRow, 'id' | 'subtotal' | 'tax'>,
  { cause, now, reason }: { cause: Cause; now: Date; reason: string },
): Promise<void> => {
  await sql`update invoices set status = 'void', next_attempt_at = null where id = ${id}`.execute(db);
  await sql`update invoices set carried_to = null where carried_to = ${id}`.execute(db);
  await sql`update invoice_items set invoice_id = null where invoice_id = ${id} and reason = 'carried'`.execute(db);
  const items = await sql<{ planId: string }>`update invoice_items set is_void = true where invoice_id = ${id}
    returning subscription_id as "planId"`.execute(db);
  await voidPlans(
    db,
    items.rows.map(({ planId }) => planId),
    now,
  );
  if (subtotal + tax > 0) await reverse(db, `invoice:${id}`, { cause, reason, occurredAt: now });
};

/**
 * Begins a try to charge an invoice. Its id is the provider's idempotency key. A second one at the same time is refused by an index.
 *
 * @returns Its id.
 */
export const startAttempt = async (
  db: Db,
  { id: invoiceId, total }: { id: string; total: number },
  card: PreferredCard,
  { isOffSession, now }: { isOffSession: boolean; now: Date },
): Promise<string> => {
  const id = newId(now.getTime());
  await sql`insert into invoice_attempts (id, invoice_id, amount, currency, customer_id, card_id, is_off_session, status, card_brand,
      card_last4, created_at)
    values (${id}, ${invoiceId}, ${total}, ${CURRENCY}, ${card.customerId}, ${card.id}, ${isOffSession}, 'started', ${card.brand},
      ${card.last4}, ${now})`.execute(db);
  return id;
};
