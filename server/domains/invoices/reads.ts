import { sql } from 'kysely';
import { HISTORY_FROM_YEAR } from '#contract/invoices.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { Handler } from '#server/calls/context.ts';
import { asPerson } from '#server/db/as-person.ts';

// Every read is of the person's own invoices. Times are UTC: an invoice belongs to the month in which it was made.

/** Months, newest first. Source: SUB-033, SUB-105. */
const readHistory: Handler<'invoices.history'> = ({ db, session }, { date_from: from, date_to: to }) =>
  answerJson(
    db,
    sql`with months as (
        select extract(year from created_at at time zone 'UTC')::int as year, extract(month from created_at at time zone 'UTC')::int as month,
          currency, sum(total) as amount
        from invoices where user_id = ${session.userId} and status <> 'void'
          and created_at >= ${from ?? `${HISTORY_FROM_YEAR}-01-01`}::timestamp at time zone 'UTC'
          and (${to ?? null}::timestamp is null or created_at < (${to ?? null}::timestamp + interval '1 day') at time zone 'UTC')
        group by 1, 2, 3)
      select json_build_object('years', coalesce((select json_agg(y.row order by y.year desc) from (
        select year, json_build_object('year', year, 'invoices',
          json_agg(json_build_object('month', month, 'amount', amount, 'currency', currency) order by month desc)) as row
        from months group by year) y), '[]'))`,
  );

/** The next billing date is the first of a month, or the end of a trial that will be charged. Source: SUB-034, D-345. */
const readMonthly: Handler<'invoices.monthly'> = ({ db, session, now }, { year, month }) => {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return answerJson(
    db,
    sql`select json_build_object(
      'invoices', coalesce((select json_agg(json_build_object('id', id, 'createdAt', iso(created_at), 'totalAmount', total,
          'currency', currency, 'status', status) order by created_at desc, id desc)
        from invoices where user_id = ${session.userId} and status <> 'void'
          and created_at >= make_timestamptz(${year}::int, ${month}::int, 1, 0, 0, 0, 'UTC')
          and created_at < make_timestamptz(${year}::int, ${month}::int, 1, 0, 0, 0, 'UTC') + interval '1 month'), '[]'),
      'nextMonthFirstDate', (select iso(${next}::timestamptz) from subscriptions s where s.user_id = ${session.userId}
        and s.type = 'subscribed' and s.canceled_at is null and s.status is distinct from 'suspended' limit 1))`,
  );
};

/** Source: SUB-035; the payments say what was charged and given back, and why a try failed. */
const readOne: Handler<'invoices.read'> = ({ db, session }, { invoiceId }) =>
  answerJson(
    db,
    sql`select json_build_object('id', i.id, 'number', i.number, 'createdAt', iso(i.created_at), 'currency', i.currency, 'status', i.status,
      'items', coalesce((select json_agg(json_build_object('id', t.id, 'sportName', t.sport_name, 'isPlan', t.sport_id is null, 'fullAmount', t.full_amount,
          'discountAmount', t.discount_amount, 'discountCodeValue', t.code, 'periodStart', iso(t.period_start),
          'periodEnd', iso(t.period_end), 'reason', t.reason) order by t.period_start, t.sport_name, t.id)
        from invoice_items t where t.invoice_id = i.id), '[]'),
      'taxes', coalesce((select json_agg(json_build_object('type', x.type, 'amount', x.amount, 'percentage', x.percentage) order by x.position)
        from invoice_taxes x where x.invoice_id = i.id), '[]'),
      'debt', i.debt, 'total', i.total, 'paidAt', iso(i.paid_at), 'nextAttemptAt', iso(i.next_attempt_at),
      'payments', coalesce((select json_agg(p.row order by p.at, p.id) from (
          select coalesce(a.decided_at, a.created_at) as at, a.id::text, json_build_object('at', iso(coalesce(a.decided_at, a.created_at)), 'amount', a.amount,
            'kind', 'charge', 'status', case a.status when 'started' then 'processing' else a.status end,
            'cardBrand', a.card_brand, 'cardLast4', a.card_last4, 'message', a.failure_message) as row
          from invoice_attempts a where a.invoice_id = i.id
          union all
          select m.at, m.id, json_build_object('at', iso(m.at), 'amount', m.amount,
            'kind', case when m.kind in ('dispute', 'dispute_reversal') then 'dispute' else 'refund' end, 'status', 'succeeded',
            'cardBrand', a.card_brand, 'cardLast4', a.card_last4, 'message', null)
          from invoice_movements m join invoice_attempts a on a.id = m.attempt_id
          where m.invoice_id = i.id and m.kind <> 'charge') p), '[]'))
      from invoices i where i.id = ${invoiceId} and i.user_id = ${session.userId}`,
  );

type ReadId = 'invoices.history' | 'invoices.monthly' | 'invoices.read';
/** Reads with the rights of the person. */
const own =
  <Id extends ReadId>(read: Handler<Id>): Handler<Id> =>
  (context, input) =>
    asPerson(context.db, context.session.userId, (db) => read({ ...context, db }, input));

export const readHandlers = {
  'invoices.history': own(readHistory),
  'invoices.monthly': own(readMonthly),
  'invoices.read': own(readOne),
};
