import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { ChannelWeight, Earned, GivenBack, SportInputs } from './divide.ts';

// What the accrual of a day reads. Days are UTC, written as '2026-11-25'.

export type Day = string;
const DAY_MS = 86_400_000;
export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);
export const startOf = (day: Day): Date => new Date(`${day}T00:00:00Z`);
export const addDays = (day: Day, days: number): Day => dayOf(new Date(startOf(day).getTime() + days * DAY_MS));

/** Publications of one channel that count. Source: D-349. */
const PUBLICATIONS_MAX = 30;

/** What one code earned on a day. */
export interface FeePart {
  code: string;
  unit: 'percent' | 'currency';
  /** Percent, or cents of each paid month. */
  value: number;
  /** How many members' payments. */
  payments: number;
  /** Net receipts of these that fell on the day. */
  received: number;
  amount: number;
}

export interface Fee {
  scope: string;
  sportId: string;
  type: 'standard_marketing_fee' | 'custom_marketing_fee';
  /** The sum of the parts. */
  amount: number;
  parts: readonly FeePart[];
}

interface FeeRow extends FeePart {
  scope: string;
  sportId: string;
  type: Fee['type'];
}

/** Fees of one earner, sport and type; none of nothing. Rows come in the order of these. */
const feesOf = (rows: readonly FeeRow[]): Fee[] => {
  const groups = Map.groupBy(rows, ({ scope, sportId, type }) => JSON.stringify([sportId, scope, type]));
  return [...groups.values()]
    .map((group) => {
      const { scope, sportId, type } = group[0]!;
      const parts = group.map(({ code, unit, value, payments, received, amount }) => ({
        code,
        unit,
        value,
        payments,
        received,
        amount,
      }));
      return { scope, sportId, type, amount: parts.reduce((sum, part) => sum + part.amount, 0), parts };
    })
    .filter(({ amount }) => amount !== 0);
};

/** Takes the movements that are known by now into a day. A movement that arrives later belongs to a later day. */
export const takeMovements = async (db: Db, day: Day): Promise<void> => {
  await sql`update invoice_movements set accrued_on = ${day}
    where accrued_on is null and at < ${startOf(addDays(day, 1))}`.execute(db);
};

/**
 * Keeps whose code brought the people whose items earn on a day: the first affiliate code that a person redeemed or used, for the
 * months that it promises. Source: D-350.
 */
export const keepReferrals = async (db: Db, day: Day): Promise<void> => {
  await sql`insert into revenue_referrals (item_id, scope, code, type, unit, value, since)
    select i.item_id, 'user:' || c.sender_id, c.code,
      case when c.is_custom then 'custom_marketing_fee' else 'standard_marketing_fee' end, c.fee_unit, c.fee_value, ${day}::date
    from revenue_items(${day}::date) i join invoice_items t on t.id = i.item_id
      cross join lateral (select used.at, c.* from (
          select r.code, r.redeemed_at as at from redeemed_codes r where r.user_id = t.user_id
          union all select o.code, o.used_at from code_uses o where o.user_id = t.user_id) used
        join shareable_codes c on c.code = used.code
        where c.kind = 'affiliate' and c.fee_value > 0 and c.sender_id <> t.user_id
        order by used.at, c.code limit 1) c
    where i.earned_after > 0 and c.at < t.period_end
      and t.period_start < c.at + make_interval(months => (c.program ->> 'durationInMonths')::int)
      and not has_left('user:' || c.sender_id)
    on conflict do nothing`.execute(db);
};

interface Sums {
  received: Map<string, number>;
  givenBack: { sportId: string; fromDay: Day; amount: number }[];
  fees: Fee[];
}

/** The sums of a day. */
export const readSums = async (db: Db, day: Day): Promise<Sums> => {
  const { rows } = await sql<
    FeeRow & { what: 'received' | 'given_back' | 'fee'; fromDay: Day }
  >`select what, sport_id as "sportId", from_day::text as "fromDay", scope, type, amount, code, unit, value, payments, received
    from revenue_sums(${day}::date) order by sport_id, from_day, scope, type, code, unit, value`.execute(db);
  return {
    received: new Map(rows.filter(({ what }) => what === 'received').map(({ sportId, amount }) => [sportId, amount])),
    givenBack: rows.filter(({ what }) => what === 'given_back'),
    fees: feesOf(rows.filter(({ what }) => what === 'fee')),
  };
};

export type Weights = Map<string, ChannelWeight[]>;
const bySport = (rows: readonly (ChannelWeight & { sportId: string })[]): Weights => {
  const weights: Weights = new Map();
  for (const { sportId, ...weight } of rows) weights.set(sportId, [...(weights.get(sportId) ?? []), weight]);
  return weights;
};

/** By what a day is divided: what is published at this moment, and the views that were counted on the day. */
export const readWeights = async (db: Db, day: Day): Promise<Weights> => {
  const { rows } = await sql<ChannelWeight & { sportId: string }>`
    with published as (
      select p.channel_id, count(*) as number from publications p join channels c on c.id = p.channel_id
      where p.is_live and not p.is_deleted and c.active group by 1
    ), watched as (
      select p.channel_id, sum(d.paying) as number from view_days d join publications p on p.id = d.publication_id
      where d.day = ${day} and d.paying > 0 group by 1
    )
    select c.sport_id as "sportId", c.id as "channelId", c.scope, least(coalesce(n.number, 0), ${PUBLICATIONS_MAX})::int as publications,
      coalesce(w.number, 0)::int as views
    from channels c left join published n on n.channel_id = c.id left join watched w on w.channel_id = c.id
    where (n.number > 0 or w.number > 0) and not has_left(c.scope) order by c.id`.execute(db);
  return bySport(rows);
};

/** By what an accrued day was divided. A channel that has been erased since has no scope. */
export const readKeptWeights = async (db: Db, day: Day): Promise<Weights> => {
  const { rows } = await sql<ChannelWeight & { sportId: string }>`
    select k.sport_id as "sportId", k.channel_id as "channelId", coalesce(c.scope, '') as scope, k.publications, k.views
    from revenue_channel_days k left join channels c on c.id = k.channel_id where k.day = ${day} order by k.channel_id`.execute(
    db,
  );
  return bySport(rows);
};

/** What a sport's channels have earned on the days from one until before another. */
const readEarned = async (db: Db, sportId: string, from: Day, before: Day): Promise<Earned[]> => {
  const { rows } = await sql<Earned>`select channel_id as "channelId", scope, type, sum(amount_cents)::bigint as amount
    from revenue_entries where sport_id = ${sportId} and day >= ${from} and day < ${before} and channel_id is not null
      and type in ('content_base', 'views_base')
    group by 1, 2, 3 having sum(amount_cents) > 0 order by 3, 1`.execute(db);
  return rows;
};

/** What the day before could not divide. */
const readBrought = async (db: Db, day: Day): Promise<Map<string, SportInputs['brought']>> => {
  const { rows } = await sql<{ sportId: string; publishing: number; views: number }>`
    select sport_id as "sportId", publishing_carried as publishing, views_carried as views
    from revenue_sport_days where day = ${addDays(day, -1)}`.execute(db);
  return new Map(rows.map(({ sportId, publishing, views }) => [sportId, { publishing, views }]));
};

/** The inputs of every sport that has something to divide or to carry on a day. */
export const readSports = async (db: Db, day: Day, sums: Sums, weights: Weights): Promise<SportInputs[]> => {
  const brought = await readBrought(db, day);
  const sports = new Set([...sums.received.keys(), ...sums.givenBack.map(({ sportId }) => sportId), ...brought.keys()]);
  const inputs: SportInputs[] = [];
  for (const sportId of [...sports].toSorted()) {
    const givenBack: GivenBack[] = [];
    for (const { fromDay, amount } of sums.givenBack.filter((one) => one.sportId === sportId))
      givenBack.push({ amount, earned: await readEarned(db, sportId, fromDay, day) });
    inputs.push({
      sportId,
      received: sums.received.get(sportId) ?? 0,
      givenBack,
      brought: brought.get(sportId) ?? { publishing: 0, views: 0 },
      channels: weights.get(sportId) ?? [],
    });
  }
  return inputs;
};
