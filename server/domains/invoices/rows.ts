import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';

/** The product is sold in one currency. Source: SUB-001. */
export const CURRENCY = 'usd';

export interface InvoiceRow {
  id: string;
  number: string;
  /** Null once the account is erased. */
  userId: string | null;
  kind: 'first' | 'month';
  status: 'open' | 'paid' | 'unpaid' | 'void';
  subtotal: number;
  tax: number;
  debt: number;
  total: number;
  carriedTo: string | null;
  createdAt: Date;
  failedAt: Date | null;
  /** Whose storage plan it pays for; null for sports. Source: decision 0101. */
  planScope: string | null;
}
const INVOICE = sql`id, number, user_id as "userId", kind, status, subtotal, tax, debt, total, carried_to as "carriedTo",
  created_at as "createdAt", failed_at as "failedAt", plan_scope as "planScope"`;

export interface AttemptRow {
  id: string;
  invoiceId: string;
  amount: number;
  currency: string;
  customerId: string;
  cardId: string;
  isOffSession: boolean;
  cardBrand: string;
  cardLast4: string;
  status: 'started' | 'requires_action' | 'processing' | 'succeeded' | 'failed';
  paymentId: string | null;
  failureCode: string | null;
  failureMessage: string | null;
  refundState: 'due' | 'done' | null;
  createdAt: Date;
}
const ATTEMPT = sql`id, invoice_id as "invoiceId", amount, currency, customer_id as "customerId", card_id as "cardId",
  is_off_session as "isOffSession", card_brand as "cardBrand", card_last4 as "cardLast4", status, payment_id as "paymentId", failure_code as "failureCode",
  failure_message as "failureMessage", refund_state as "refundState", created_at as "createdAt"`;

export interface ItemRow {
  id: string;
  /** The id of a subscription, or of a storage plan. */
  subscriptionId: string;
  /** Null for a storage plan. */
  sportId: string | null;
  /** The name of the sport or of the plan. */
  sportName: string;
  periodStart: Date;
  periodEnd: Date;
  fullAmount: number;
  discountAmount: number;
  code: string | null;
  reason: 'first' | 'month' | 'carried';
}
const ITEM = sql`id, subscription_id as "subscriptionId", sport_id as "sportId", sport_name as "sportName", period_start as "periodStart",
  period_end as "periodEnd", full_amount as "fullAmount", discount_amount as "discountAmount", code, reason`;

/** Locks everything that is billed to a person: whoever changes it takes their turn. */
export const lockPerson = (db: Db, userId: string): Promise<void> => raiseScopes(db, [userScope(userId)]);

export const readInvoiceRow = async (db: Db, id: string): Promise<InvoiceRow | undefined> =>
  (await sql<InvoiceRow>`select ${INVOICE} from invoices where id = ${id}`.execute(db)).rows[0];

/** The invoices whose debt an invoice has, and those whose debt they had. */
export const readCarried = async (db: Db, id: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`with recursive carried as (
      select id from invoices where carried_to = ${id}
      union select i.id from invoices i join carried c on i.carried_to = c.id)
    select id from carried`.execute(db);
  return rows.map((row) => row.id);
};

export const readItems = async (db: Db, invoiceIds: readonly string[]): Promise<ItemRow[]> => {
  const { rows } = await sql<ItemRow>`select ${ITEM} from invoice_items
    where invoice_id = any(${sql.val([...invoiceIds])}::uuid[]) order by period_start, sport_name, id`.execute(db);
  return rows;
};

/** Items that were too small to charge and wait for the next invoice: of sports, or of storage plans. Source: D-344. */
export const readWaiting = async (db: Db, userId: string, of: 'sports' | 'plans' = 'sports'): Promise<ItemRow[]> => {
  const { rows } = await sql<ItemRow>`select ${ITEM} from invoice_items
    where user_id = ${userId} and invoice_id is null and not is_void and (sport_id is null) = ${of === 'plans'} order by period_start, id`.execute(
    db,
  );
  return rows;
};

/** Unpaid invoices of sports, which the next one carries. Source: D-186. */
export const readDebts = async (db: Db, userId: string): Promise<{ id: string; total: number }[]> => {
  const { rows } = await sql<{ id: string; total: number }>`select id, total from invoices
    where user_id = ${userId} and status = 'unpaid' and carried_to is null and plan_scope is null order by created_at, id`.execute(
    db,
  );
  return rows;
};

export const readAttempt = async (db: Db, id: string): Promise<AttemptRow | undefined> =>
  (await sql<AttemptRow>`select ${ATTEMPT} from invoice_attempts where id = ${id}`.execute(db)).rows[0];

/** The newest try to charge an invoice. */
export const readLastAttempt = async (db: Db, invoiceId: string): Promise<AttemptRow | undefined> =>
  (
    await sql<AttemptRow>`select ${ATTEMPT} from invoice_attempts where invoice_id = ${invoiceId}
      order by decided_at is null desc, created_at desc, id desc limit 1`.execute(db)
  ).rows[0];

/** Tries of a person that billing has to follow up: undecided, not booked yet, or to be given back. */
export const findUnsettled = async (db: Db, userId: string): Promise<AttemptRow[]> => {
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT} from invoice_attempts a
    where a.invoice_id in (select i.id from invoices i where i.user_id = ${userId})
      and (a.decided_at is null or a.refund_state = 'due' or (a.status = 'succeeded'
        and not exists (select 1 from invoice_movements m where m.attempt_id = a.id and m.kind = 'charge')))
    order by a.created_at, a.id`.execute(db);
  return rows;
};

/** Whether a subscription was ever billed: its discount has begun. */
export const wasBilled = async (db: Db, subscriptionId: string): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from invoice_items where subscription_id = ${subscriptionId} and not is_void limit 1`.execute(
      db,
    );
  return rows.length > 0;
};

/** The first payment of a subscription that is not decided yet. */
export const findOpenFirst = async (db: Db, subscriptionId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`select i.id from invoices i join invoice_items t on t.invoice_id = i.id
    where t.subscription_id = ${subscriptionId} and t.reason = 'first' and i.kind = 'first' and i.status = 'open'`.execute(
    db,
  );
  return rows[0]?.id;
};

/** The invoice that a request has made. */
export const findOfRequest = async (db: Db, userId: string, key: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`select id from invoices
    where user_id = ${userId} and request_key = ${key}`.execute(db);
  return rows[0]?.id;
};

/** Subscriptions of a person that are billed for the month that ends then. */
export const readBilled = async (db: Db, userId: string, periodEnd: Date): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`select subscription_id as id from invoice_items
    where user_id = ${userId} and period_end = ${periodEnd} and not is_void`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
