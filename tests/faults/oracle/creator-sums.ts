import { sql } from 'kysely';
import { splitByLargestRemainder } from '#server/domains/ledger/index.ts';
import type { Db } from '#server/db/database.ts';

// What members paid and where it went, cents. The receipts are worked out here from invoices and the provider's movements, apart from
// the accrual, whose rows they are compared with. Source: D-348…D-351, decision 0100.

export interface Sums {
  /** By members and Creators, less what they got back. */
  paid: number;
  taxes: number;
  /** The provider's. */
  fees: number;
  /** Shares of publications and views. */
  creators: number;
  marketing: number;
  platform: number;
  /** What is left of plans without taxes and fees. */
  plans: number;
  /** Paid for days to come, or not divided yet because nobody watched. */
  open: number;
}

interface Item {
  id: string;
  price: number;
  starts: number;
  ends: number;
}
interface Invoice {
  id: string;
  carriedTo: string | null;
  isPlan: boolean;
  tax: number;
  paid: number;
  fees: number;
  items: Item[];
}

const readInvoices = async (db: Db): Promise<Invoice[]> => {
  const { rows } =
    await sql<Invoice>`select i.id, i.carried_to as "carriedTo", i.plan_scope is not null as "isPlan", i.tax,
      coalesce((select json_agg(json_build_object('id', t.id, 'price', t.full_amount - t.discount_amount,
        'starts', extract(epoch from t.period_start) * 1000, 'ends', extract(epoch from t.period_end) * 1000))
        from invoice_items t where t.invoice_id = i.id and not t.is_void), '[]') as items, m.paid, m.fees
    from invoices i cross join lateral (select coalesce(sum(m.amount), 0)::bigint as paid, coalesce(sum(m.fee), 0)::bigint as fees
      from invoice_movements m join invoice_attempts a on a.id = m.attempt_id
      where m.invoice_id = i.id and m.accrued_on is not null and a.refund_state is null) m`.execute(db);
  return rows;
};

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

/** Invoices that one payment pays: an invoice and those whose debt it carries. */
const groupInvoices = (invoices: readonly Invoice[]): Invoice[][] => {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const rootOf = ({ id, carriedTo }: Invoice): string => (carriedTo === null ? id : rootOf(byId.get(carriedTo)!));
  return [...Map.groupBy(invoices, rootOf).values()];
};

/** Rounded half up. */
const part = (amount: number, of: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(of) + BigInt(whole)) / (2n * BigInt(whole)));

/** What of a payment is left for Creators and platform, and how much of that the days until a time have earned. */
const readGroup = (group: readonly Invoice[], untilMs: number) => {
  const [paid, fees, tax] = [
    sumOf(group, (one) => one.paid),
    sumOf(group, (one) => one.fees),
    sumOf(group, (one) => one.tax),
  ];
  const items = group.flatMap((one) => one.items);
  const price = sumOf(items, (one) => one.price);
  const untaxed = price > 0 && paid > 0 ? part(paid, price, price + tax) : 0;
  const net = Math.max(0, untaxed - fees);
  const parts =
    net > 0
      ? splitByLargestRemainder(
          net,
          items.map(({ id, price: weight }) => ({ id, weight })),
        )
      : undefined;
  const earned = sumOf(items, ({ id, starts, ends }) => {
    const passed = Math.min(Math.max(untilMs - starts, 0), ends - starts);
    return Number((BigInt(parts?.get(id) ?? 0) * BigInt(Math.round(passed))) / BigInt(Math.round(ends - starts)));
  });
  const taxes = paid > 0 ? paid - untaxed : 0;
  // A dispute takes more than was paid, or the fees are higher than the payment: the platform bears it.
  return { taxes, net, earned, borne: paid - taxes - fees - net };
};

const readAccrued = async (db: Db) => {
  const { rows } = await sql<{
    last: string | null;
    divided: number;
    platform: number;
    carried: number;
    creators: number;
    marketing: number;
    paid: number;
    fees: number;
    returned: number;
  }>`select (select max(day)::text from revenue_days) as last, d.*, e.*, m.* from
    (select coalesce(sum(received - given_back), 0)::bigint as divided, coalesce(sum(platform), 0)::bigint as platform,
      coalesce(sum(publishing_carried + views_carried) filter (where day = (select max(day) from revenue_days)), 0)::bigint as carried
      from revenue_sport_days) d,
    (select coalesce(sum(amount_cents) filter (where type in ('content_base', 'views_base')), 0)::bigint as creators,
      coalesce(sum(amount_cents) filter (where type like '%marketing_fee'), 0)::bigint as marketing from revenue_entries) e,
    (select coalesce(sum(m.amount), 0)::bigint as paid, coalesce(sum(m.fee), 0)::bigint as fees,
      coalesce(sum(m.amount - m.fee) filter (where a.refund_state is not null), 0)::bigint as returned
      from invoice_movements m left join invoice_attempts a on a.id = m.attempt_id where m.accrued_on is not null) m`.execute(
    db,
  );
  return rows[0]!;
};

/** @returns The sums until the last day that is accrued, and what is not equal; nothing is. */
export const readSums = async (db: Db): Promise<{ sums: Sums; wrong: string[] }> => {
  const accrued = await readAccrued(db);
  const untilMs = accrued.last === null ? 0 : Date.parse(`${accrued.last}T00:00:00Z`) + 86_400_000;
  const groups = groupInvoices(await readInvoices(db));
  const sports = groups.filter(([first]) => !first!.isPlan).map((group) => readGroup(group, untilMs));
  const plans = groups.filter(([first]) => first!.isPlan).map((group) => readGroup(group, untilMs));
  const [net, earned] = [sumOf(sports, (one) => one.net), sumOf(sports, (one) => one.earned)];
  const both = [...sports, ...plans];
  const sums: Sums = {
    paid: accrued.paid,
    taxes: sumOf(both, ({ taxes }) => taxes),
    fees: accrued.fees,
    creators: accrued.creators,
    marketing: accrued.marketing,
    // Fees are a part of the platform's share. What was paid for nothing was given back, without the provider's fee.
    platform: accrued.platform - accrued.marketing + sumOf(both, ({ borne }) => borne) + accrued.returned,
    plans: sumOf(plans, (one) => one.net),
    open: net - earned + accrued.carried,
  };
  const { paid, ...parts } = sums;
  const whole = sumOf(Object.values(parts), (cents) => cents);
  return {
    sums,
    wrong: [
      ...(earned === accrued.divided ? [] : [`earned ${earned}, divided ${accrued.divided}`]),
      ...(paid === whole ? [] : [`paid ${paid}, parts ${whole}: ${JSON.stringify(sums)}`]),
    ],
  };
};

/** Sums of amounts by period that differ from the amounts; none does. Source: decision 0111. */
export const findWrongPeriods = async (db: Db): Promise<string[]> => {
  const { rows } = await sql`with counted as (
      select e.scope, p as period, date_trunc(p, e.day::timestamp)::date as starts, e.channel_id, e.sport_id, e.type,
        sum(e.amount_cents)::bigint as amount_cents, count(*)::int as entries
      from revenue_entries e, unnest(array['day', 'week', 'month', 'year']) p group by 1, 2, 3, 4, 5, 6)
    select 'kept' as what, k.* from (select * from revenue_periods except select * from counted) k
    union all select 'counted', c.* from (select * from counted except select * from revenue_periods) c`.execute(db);
  return rows.map((row) => `sum: ${JSON.stringify(row)}`);
};

/** What is wrong with the wallets: list, books and provider agree, only what is taken back makes a balance negative. */
export const findWrongWallets = async (db: Db): Promise<string[]> => {
  const wallets = await sql`select * from (
      select a.creator_scope as scope, -a.balance as owed,
        coalesce((select sum(e.amount_cents) from revenue_entries e where e.scope = a.creator_scope), 0) as listed,
        coalesce((select -sum(e.amount_cents) from revenue_entries e where e.scope = a.creator_scope and e.amount_cents < 0
          and e.type <> 'withdrawal'), 0) as taken_back
      from ledger_accounts a where a.kind = 'creator') w
    where owed <> listed or owed < -taken_back`.execute(db);
  const twice = await sql`select metadata ->> 'payoutId' as payout, count(*)::int as times from sandbox_payouts
    group by 1 having count(*) > 1`.execute(db);
  const unlike = await sql`select p.id, p.status, p.amount_cents, p.fee_cents, s.amount, s.is_taken_back from payouts p
    left join sandbox_payouts s on s.metadata ->> 'payoutId' = p.id::text
    where p.status = 'paid' and (s.amount is distinct from p.amount_cents - p.fee_cents or s.is_taken_back)
      or p.status = 'returned' and s.id is not null and not s.is_taken_back`.execute(db);
  return [
    ...wallets.rows.map((row) => `wallet: ${JSON.stringify(row)}`),
    ...twice.rows.map((row) => `paid out twice: ${JSON.stringify(row)}`),
    ...unlike.rows.map((row) => `payout: ${JSON.stringify(row)}`),
    ...(await findWrongPeriods(db)),
  ];
};
