import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { TestPerson } from '#tests/support/server.ts';
import type { Till } from './billing.fixtures.ts';

// What must hold for every customer, whatever has happened. Tests of the books and the soak of years share it.

export const SPORTS = ['tennis', 'golf', 'soccer'] as const;
/** Awkward shares and amounts: a third, all but a cent, more than the price, and for no full month. */
export const CODES = [
  ['THIRDOFF31', 'percent', 33, 2],
  ['ALLBUTCENT', 'currency', 398, 1],
  ['FREEMONTHS', 'percent', 100, 2],
  ['FIRSTONLY5', 'percent', 55, 0],
] as const;
/** Places with one tax, two, one of 19 %, and none. */
export const ADDRESSES = [
  { country: 'CA', state: 'ON', city: 'Toronto', line1: 'King St 1', postal_code: 'M5H 1A1' },
  { country: 'CA', state: 'QC', city: 'Montreal', line1: 'Rue 1', postal_code: 'H2X 1Y4' },
  { country: 'DE', state: 'Berlin', city: 'Berlin', line1: 'Weg 1', postal_code: '10115' },
  { country: 'US', state: 'CA', city: 'Oakland', line1: '1st St 1', postal_code: '94607' },
];

export const addCodes = async (db: Db): Promise<void> => {
  for (const [code, unit, value, months] of CODES)
    await sql`insert into shareable_codes (code, kind, recipient_type, program) values (${code}, 'promotional', 'learner',
      jsonb_build_object('name', ${code}::text, 'discountAmountUnit', ${unit}::text, 'discountAmountValue', ${value}::int,
        'durationInMonths', ${months}::int))`.execute(db);
};

export interface CheckedCustomer {
  person: Pick<TestPerson, 'userId'>;
  /** Unix ms. */
  now: number;
  /** When the person gave up what was closed to them: what was paid for before it gives no right any more. */
  gaveUp: ReadonlyMap<string, Date>;
}

/** An amount of the provider's movements of an invoice, as SQL. @param isGivenBack Refunds of what was paid for nothing. */
const moved = (kinds: readonly string[], isGivenBack: boolean) =>
  sql`coalesce((select sum(m.amount) from sandbox_movements m join sandbox_payments p on p.id = m.payment_id
    left join sandbox_refunds r on r.id = m.source_id
    where p.metadata ->> 'invoiceId' = i.id::text and m.kind = any(${sql.val([...kinds])}::text[])
      and coalesce(r.metadata ? 'attemptId', false) = ${isGivenBack}), 0)::bigint`;

interface Charged {
  id: string;
  status: string;
  total: number;
  carried: boolean;
  kept: number;
  undecided: number;
}

/** Never charged twice, and nothing is kept that was not owed. */
const findWrongCharges = async (db: Db, userId: string): Promise<string[]> => {
  const { rows } = await sql<Charged>`select i.id, i.kind, i.status, i.total, i.carried_to is not null as carried,
      ${moved(['charge'], false)} + ${moved(['refund', 'refund_failure'], true)} as kept,
      (select count(*)::int from invoice_attempts a where a.invoice_id = i.id and a.decided_at is null) as undecided
    from invoices i where i.user_id = ${userId} order by i.created_at, i.id`.execute(db);
  const isRight = ({ status, carried, kept, total, undecided }: Charged): boolean =>
    kept === (status === 'paid' && !carried ? total : 0) && undecided === 0;
  return rows.filter((row) => !isRight(row)).map((row) => `charged: ${JSON.stringify(row)}`);
};

/** What is open is owed in the books too; an invoice is the sum of its items, taxes and debts, as booked. */
const findWrongInvoices = async (db: Db, userId: string): Promise<string[]> => {
  const owed = await sql<{ invoices: number; books: number }>`select
      (select coalesce(sum(subtotal + tax), 0)::bigint from invoices where user_id = ${userId} and status in ('open', 'unpaid')) as invoices,
      (select coalesce(sum(balance), 0)::bigint from ledger_accounts where user_id = ${userId}) as books`.execute(db);
  const { invoices, books } = owed.rows[0]!;
  const { rows } = await sql`select i.* from invoices i where i.user_id = ${userId} and i.status <> 'void' and (
      i.total <> i.subtotal + i.tax + i.debt
      or i.subtotal <> (select coalesce(sum(t.full_amount - t.discount_amount), 0) from invoice_items t where t.invoice_id = i.id)
      or i.tax <> (select coalesce(sum(x.amount), 0) from invoice_taxes x where x.invoice_id = i.id)
      or i.subtotal + i.tax <> (select coalesce(sum(l.amount), 0) from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where e.idempotency_key = 'invoice:' || i.id and l.amount > 0)
      or exists (select 1 from invoice_items t where t.invoice_id = i.id and t.discount_amount not between 0 and t.full_amount))`.execute(
    db,
  );
  return [
    ...(invoices === books ? [] : [`owed: ${invoices} in invoices, ${books} in the books`]),
    ...rows.map((row) => `invoice: ${JSON.stringify(row)}`),
  ];
};

/**
 * Access exactly where there is a right: a trial that runs, a month that is paid or waits, or one whose retries run, also past its end
 * if it was billed late, and whose payment no bank holds.
 */
const findWrongAccess = async (db: Db, { person, now, gaveUp }: CheckedCustomer): Promise<string[]> => {
  const at = new Date(now);
  const wrong: string[] = [];
  for (const sportId of SPORTS) {
    const { rows } = await sql<{
      right: boolean;
      access: boolean;
    }>`select is_subscribed_at(${person.userId}, ${sportId}, ${at}) as access,
      exists (select 1 from subscriptions s where s.user_id = ${person.userId} and s.sport_id = ${sportId}
          and s.type in ('trial', 'trial-free') and s.trial_to > ${at})
      or exists (select 1 from invoice_items t left join invoices i on i.id = t.invoice_id
        where t.user_id = ${person.userId} and t.sport_id = ${sportId} and not t.is_void and t.period_start <= ${at}
          and (t.period_end > ${at} or (i.status = 'open' and i.kind = 'month'))
          and (i.id is null or i.created_at > ${gaveUp.get(sportId) ?? new Date(0)}::timestamptz)
          and (i.id is null or i.status = 'paid' or (i.status = 'open' and i.kind = 'month'))
          and coalesce((select sum(m.amount) from sandbox_movements m join sandbox_payments p on p.id = m.payment_id
            where p.metadata ->> 'invoiceId' = i.id::text and m.kind in ('dispute', 'dispute_reversal')), 0) >= 0) as right`.execute(
      db,
    );
    const { right, access } = rows[0]!;
    if (right !== access) wrong.push(`${sportId}: right ${right}, access ${access}`);
  }
  return wrong;
};

/** The books as rebuilt, and the provider's money as the provider says. */
const findWrongBooks = async (till: Till): Promise<string[]> => {
  const { differences, sum, ours, theirs } = await till.books();
  return differences.length === 0 && sum === 0 && ours === theirs
    ? []
    : [`books: ${JSON.stringify({ differences, sum, ours, theirs })}`];
};

/**
 * A plan gives room exactly as long as it is paid for, and its refunds are what the provider gave back for them. One waits only while
 * a bank holds the charge, and fails only if nothing of the charge is left. Source: decision 0101.
 */
const findWrongPlans = async (db: Db, userId: string): Promise<string[]> => {
  const { rows } = await sql`select p.* from (
      select a.size, a.is_unpaid, coalesce(p.plan_index, 0) as plan, coalesce(p.status, 'none') as status from storage_accounts a
      left join storage_plans p on p.scope = a.scope and p.status in ('active', 'unpaid') where a.scope = 'user:' || ${userId}) p
    where p.size <> (array[4, 10, 20, 30])[p.plan + 1] * 1000000000::bigint or p.is_unpaid <> (p.status = 'unpaid')`.execute(
    db,
  );
  const refunds = await sql`select r.id, r.amount, r.state, r.given from (
      select r.*, coalesce((select s.amount from sandbox_refunds s where s.metadata ->> 'storageRefundId' = r.id::text), 0) as given,
        p.amount = p.refunded as is_spent,
        exists (select 1 from sandbox_disputes d where d.payment_id = p.id and d.status <> 'won') as is_disputed
      from storage_refunds r join invoice_attempts a on a.id = r.attempt_id join sandbox_payments p on p.id = a.payment_id
      where r.user_id = ${userId}) r
    where not case r.state when 'succeeded' then r.given = r.amount when 'planned' then r.given = 0
      when 'due' then r.given = 0 and r.is_disputed else r.given = 0 and (r.is_spent or r.is_disputed) end`.execute(db);
  return [
    ...rows.map((row) => `plan: ${JSON.stringify(row)}`),
    ...refunds.rows.map((row) => `refund: ${JSON.stringify(row)}`),
  ];
};

/** All that is wrong with a customer, once the provider has answered and the jobs have run. */
export const findFaults = async (till: Till, customer: CheckedCustomer): Promise<string[]> => {
  const { db } = till.server.services.database;
  const { userId } = customer.person;
  return [
    ...(await findWrongCharges(db, userId)),
    ...(await findWrongInvoices(db, userId)),
    ...(await findWrongAccess(db, customer)),
    ...(await findWrongPlans(db, userId)),
    ...(await findWrongBooks(till)),
  ];
};
