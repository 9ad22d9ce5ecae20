import { sql } from 'kysely';
import type { ParsedInputOf } from '#contract/call.ts';
import type { listAmounts as listAmountsCall, Uncounted } from '#contract/wallet.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { asPerson } from '#server/db/as-person.ts';
import { readBalance } from '../ledger/index.ts';
import { readOnward } from './onward.ts';
import { periodsIn } from './periods.ts';

// Every read is of the rows of the call's scope.

const isEarned = sql`e.type <> 'withdrawal'`;

/** What is owed to a scope, cents; negative after a refund or a dispute of what was paid out. */
export const readOwed = async (db: CallContext['db'], scope: string): Promise<number> =>
  0 - (await readBalance(db, { kind: 'creator', creatorScope: scope }, 'usd'));

/** Source: D-151. */
const readStatistics: Handler<'wallet.statistics'> = async (context) => {
  const { db, scope } = context;
  const currentBalance = await readOwed(db, scope);
  return ownRows(context, (own) =>
    answerJson(
      own,
      sql`select json_build_object(
        'totalEarned', coalesce(sum(e.amount_cents) filter (where ${isEarned}), 0),
        'totalTransferred', coalesce(-sum(e.amount_cents) filter (where not ${isEarned}), 0),
        'currentBalance', ${currentBalance}::bigint,
        'lastTransferAt', (select iso(max(t.created_at)) from revenue_entries t where t.scope = ${scope} and t.type = 'withdrawal'
          and t.amount_cents < 0 and not exists (select 1 from payouts p where p.id = t.payout_id and p.status = 'returned')))
      from ${periodsIn(scope)}`,
    ),
  );
};

const isShare = sql`e.type in ('content_base', 'views_base')`;
const SOURCES = { content: isShare, referral: sql`e.type in ('standard_marketing_fee', 'custom_marketing_fee')` };

type AmountFilter = ParsedInputOf<typeof listAmountsCall>;

/** The condition of a list, but for its days: of amounts and of their sums alike. */
const kindOf = ({ type, channelId, sportId, source }: AmountFilter) =>
  sql.join(
    [
      type === 'earned' ? isEarned : type === 'transferred' ? sql`not ${isEarned}` : sql`true`,
      channelId === undefined ? sql`true` : sql`e.channel_id = ${channelId}::uuid`,
      sportId === undefined ? sql`true` : sql`e.sport_id = ${sportId} and ${isShare}`,
      source === undefined ? sql`true` : SOURCES[source],
    ],
    sql` and `,
  );

/** The condition of the amounts `e` of a list. */
const amountsOf = (scope: string, filter: AmountFilter) =>
  sql.join(
    [
      sql`e.scope = ${scope}`,
      filter.date_from === undefined ? sql`true` : sql`e.day >= ${filter.date_from}::date`,
      filter.date_to === undefined ? sql`true` : sql`e.day <= ${filter.date_to}::date`,
      kindOf(filter),
    ],
    sql` and `,
  );

/** A page of the amounts, and the sums of the whole list. Source: D-150. */
const listAmounts: Handler<'wallet.amounts'> = (context, input) => {
  const { limit, offset, date_from: from, date_to: to } = input;
  const { scope } = context;
  const wanted = amountsOf(scope, input);
  return ownRows(context, (own) =>
    answerJson(
      own,
      sql`select json_build_object('count', k.count, 'sums', json_build_object('earned', k.earned, 'transferred', k.transferred), 'results',
        coalesce((select json_agg(json_build_object('id', id, 'date', day, 'type', type, 'amount', amount_cents, 'channelName', name, 'bankAccount', bank_last4)
            order by day desc, id desc)
          from (select e.id, e.day, e.type, e.amount_cents, c.name, p.bank_last4 from revenue_entries e
            left join channels c on c.id = e.channel_id left join payouts p on p.id = e.payout_id
            where ${wanted} order by e.day desc, e.id desc limit ${limit} offset ${offset}) page), '[]'))
        from (select coalesce(sum(e.entries), 0) as count, coalesce(sum(e.amount_cents) filter (where ${isEarned}), 0) as earned,
          coalesce(-sum(e.amount_cents) filter (where not ${isEarned}), 0) as transferred
          from ${periodsIn(scope, from, to)} where ${kindOf(input)}) k`,
    ),
  );
};

/** Source: WAL-010…WAL-012, D-352. A channel has no fees and no withdrawals. */
const readRevenues: Handler<'wallet.revenues'> = (context, { limit, offset, period, channelId = null }) => {
  const wanted = sql`e.scope = ${context.scope} and e.period = ${period} and ${channelId === null ? sql`true` : sql`e.channel_id = ${channelId}::uuid`}`;
  const newest = (than: ReturnType<typeof sql>) =>
    sql`(select e.starts from revenue_periods e where ${wanted} and ${than} order by e.starts desc limit 1)`;
  const cents = (types: readonly string[]) =>
    sql`coalesce(sum(amount) filter (where type in (${sql.join(types.map((type) => sql`${type}`))})), 0)`;
  return ownRows(context, (own) =>
    answerJson(
      own,
      // From one date to the one before it, however many channels and types each of them has.
      sql`with recursive steps as (
          select ${newest(sql`true`)} as date union all select ${newest(sql`e.starts < s.date`)} from steps s where s.date is not null
        ),
        dates as (select date from steps where date is not null),
        page as (select date from dates order by date desc limit ${limit} offset ${offset}),
        mine as (
          select e.starts as date, e.type, e.amount_cents as amount, e.channel_id, c.name
          from page join revenue_periods e on ${wanted} and e.starts = page.date left join channels c on c.id = e.channel_id
        ),
        by_channel as (
          select date, channel_id, name, ${cents(['content_base'])} as content_base, ${cents(['views_base'])} as views_base
          from mine where type in ('content_base', 'views_base') group by 1, 2, 3
        ), sums as (
          select date, ${cents(['content_base', 'views_base'])} as content, ${cents(['standard_marketing_fee'])} as standard,
            ${cents(['custom_marketing_fee'])} as custom, ${cents(['withdrawal'])} as withdrawal
          from mine group by 1
        )
        select json_build_object('count', (select count(*) from dates), 'results', coalesce((select json_agg(json_build_object(
          'date', s.date, 'revenue', s.content + s.standard + s.custom, 'withdrawal', -s.withdrawal,
          'details', json_build_object(
            'content', json_build_object('total', s.content, 'details', coalesce((select json_agg(json_build_object(
                'channelName', b.name, 'total', b.content_base + b.views_base, 'contentBaseIncome', b.content_base, 'viewBaseIncome', b.views_base)
                order by b.content_base + b.views_base desc, b.name, b.channel_id) from by_channel b where b.date = s.date), '[]')),
            'referral', json_build_object('total', s.standard + s.custom, 'standardMarketingFeeTotal', s.standard,
              'customMarketingFeeTotal', s.custom))) order by s.date desc) from sums s), '[]'))`,
    ),
  );
};

/** Views of a day that pay nothing, as an object by channel. Only views of own publications are read. */
const readUncounted = async ({ db, scope }: CallContext, date: string): Promise<unknown> => {
  const { rows } = await sql<{
    channels: unknown;
  }>`select coalesce(json_object_agg(u.channel_id, u.views), '{}') as channels from (
    select p.channel_id, json_build_object('own', sum(d.own), 'repeated', sum(d.repeated), 'tooShort', sum(d.too_short),
      'tooFast', sum(d.too_fast), 'tooMany', sum(d.too_many), 'unpaid', sum(d.counted - d.paying)) as views
    from publications p join view_days d on d.publication_id = p.id and d.day = ${date} where p.scope = ${scope} group by 1) u`.execute(
    db,
  );
  return rows[0]!.channels;
};
const NO_VIEWS: Uncounted = { own: 0, repeated: 0, tooShort: 0, tooFast: 0, tooMany: 0, unpaid: 0 };

/** Fees of a scope and day, code by code. Source: D-350. */
const feesOf = (
  scope: string,
  date: string,
) => sql`(select coalesce(json_agg(json_build_object('id', e.id, 'sportName', s.name, 'codes',
    (select json_agg(json_build_object('code', f.code, 'unit', f.unit, 'value', f.value, 'payments', f.payments,
        'received', f.received, 'amount', f.amount) order by f.code, f.unit, f.value)
      from revenue_fee_days f where f.scope = e.scope and f.day = e.day and f.sport_id = e.sport_id and f.type = e.type)) order by e.id), '[]')
  from revenue_entries e join sports s on s.id = e.sport_id
  where e.scope = ${scope} and e.day = ${date} and exists (select 1 from revenue_fee_days f
    where f.scope = e.scope and f.day = e.day and f.sport_id = e.sport_id and f.type = e.type))`;

/** Transfers of a scope and day: what was left by the one before, and earned since. What is left is kept with each. */
const transfersOf = (scope: string, date: string) => sql`(
  select coalesce(json_agg(json_build_object('id', t.id, 'before', t.before, 'earned', t.left_cents - t.amount_cents - t.before,
      'amount', t.amount_cents, 'after', t.left_cents, 'fee', coalesce(p.fee_cents, 0), 'status', p.status,
      'createdAt', iso(coalesce(p.created_at, t.created_at)), 'decidedAt', iso(p.decided_at)) order by t.at), '[]')
  from (select w.*, row_number() over booked as at, coalesce(lag(w.left_cents) over booked, 0) as before
      from revenue_entries w where w.scope = ${scope} and w.type = 'withdrawal'
      -- What came back at once came back after it was sent.
      window booked as (order by w.created_at, w.amount_cents > 0, w.id)) t
    left join payouts p on p.id = t.payout_id where t.day = ${date})`;

/** How the amounts of a day came about: shares of the own channels, fees, transfers, and where they went. Source: decision 0100. */
const readCalculation: Handler<'wallet.calculation'> = async (context, { date }) => {
  const { scope } = context;
  const uncounted = JSON.stringify(await readUncounted(context, date));
  const earned = (type: string, isTakenBack: boolean) => sql`coalesce((select sum(e.amount_cents) from revenue_entries e
    where e.channel_id = k.channel_id and e.day = k.day and e.sport_id = k.sport_id and e.is_taken_back = ${isTakenBack}
      and e.type like ${type}), 0)`;
  return ownRows(context, async (own) => {
    const onward = JSON.stringify(await readOnward(own, scope, date));
    return answerJson(
      own,
      sql`select json_build_object('results', coalesce(json_agg(json_build_object(
          'channelId', k.channel_id, 'channelName', c.name, 'sportName', s.name, 'date', k.day, 'received', d.received,
          'pool', d.publishing + d.views,
          'publishing', json_build_object('part', d.publishing_shared, 'own', k.publications, 'all', d.all_publications,
            'share', ${earned('content_base', false)}),
          'views', json_build_object('part', d.views_shared, 'own', k.views, 'all', d.all_views,
            'share', ${earned('views_base', false)}),
          'uncounted', coalesce(${uncounted}::json -> k.channel_id::text, ${JSON.stringify(NO_VIEWS)}::json),
          'takenBack', ${earned('%_base', true)}) order by c.name, k.sport_id), '[]'),
          'fees', ${feesOf(scope, date)}, 'transfers', ${transfersOf(scope, date)}, 'onward', ${onward}::json)
        from revenue_channel_days k join channels c on c.id = k.channel_id join sports s on s.id = k.sport_id
          join revenue_sport_days d on d.day = k.day and d.sport_id = k.sport_id
        where c.scope = ${scope} and k.day = ${date}`,
    );
  });
};

/** Reads as the person, who sees the rows of the call's scope only. */
export const ownRows = <T>(
  { db, session, scope }: CallContext,
  read: (own: CallContext['db']) => Promise<T>,
): Promise<T> => asPerson(db, session.userId, read, scope);

export const readHandlers = {
  'wallet.statistics': readStatistics,
  'wallet.amounts': listAmounts,
  'wallet.revenues': readRevenues,
  'wallet.calculation': readCalculation,
};
