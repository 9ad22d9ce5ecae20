import { sql, type RawBuilder } from 'kysely';
import { PLOTTED, type DashboardRetention, type DashboardSeries } from '#contract/dashboard.ts';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { Db } from '#server/db/database.ts';
import { channelsOf, publicationsOf, readTarget, type Target } from './target.ts';

/** First day of the period that is some periods before the running one. UTC. An expression of constants, so that indexes serve it. */
const startOf = (period: RevenuePeriod, now: Date, back: RawBuilder<unknown>) =>
  sql`(date_trunc(${period}::text, ${now}::timestamptz at time zone 'UTC') - ${sql.lit(`1 ${period}`)}::interval * ${back})::date`;
/** First days of the periods of a plot and of those before, oldest first. */
const datesOf = (period: RevenuePeriod, now: Date) =>
  sql`select ${startOf(period, now, sql`n`)} as starts from generate_series(${2 * PLOTTED[period] - 1}::int, 0, -1) n`;
const firstOf = (period: RevenuePeriod, now: Date) => startOf(period, now, sql`${2 * PLOTTED[period] - 1}::int`);

interface Point {
  starts: string;
  views: number;
  watchedMs: number;
  followers: number;
}

const readPoints = async (db: Db, target: Target, period: RevenuePeriod, now: Date): Promise<Point[]> => {
  const { rows } = await sql<Point>`with dates as materialized (${datesOf(period, now)}),
    sums as (
      select v.starts, sum(v.views) as views, sum(v.watched_ms) as watched_ms
      from publications p join view_periods v on v.publication_id = p.id and v.period = ${period}
        and v.starts >= ${firstOf(period, now)}
      where ${publicationsOf(target)} group by 1),
    changes as (
      select date_trunc(${period}, d.day::timestamp)::date as starts, sum(d.gained - d.lost) as more
      from channels c join follower_days d on d.channel_id = c.id
      where ${channelsOf(target)} and d.day >= ${firstOf(period, now)} group by 1),
    followed as (
      select coalesce(sum(f.followers), 0) as followers from channels c join channel_followers f on f.channel_id = c.id where ${channelsOf(target)})
    select d.starts::text as starts, coalesce(s.views, 0)::float as views, coalesce(s.watched_ms, 0)::float as "watchedMs",
      -- How many there are now, less what came after the period.
      (f.followers - coalesce(sum(ch.more) over (order by d.starts rows between 1 following and unbounded following), 0))::float as followers
    from dates d cross join followed f left join sums s on s.starts = d.starts left join changes ch on ch.starts = d.starts
    order by d.starts`.execute(db);
  return rows;
};

interface Earned {
  starts: string;
  sportId: string | null;
  sportName: string | null;
  amount: number;
}

/** Cents by sport and period. Revenue is kept by channel. */
const readEarned = async (
  { db, session }: CallContext,
  { scope, channelId }: Target,
  period: RevenuePeriod,
  from: string,
): Promise<Earned[]> =>
  asPerson(
    db,
    session.userId,
    async (own) => {
      const { rows } = await sql<Earned>`select e.starts::text as starts, s.id as "sportId",
          s.name as "sportName", sum(e.amount_cents)::float as amount
        from revenue_periods e left join sports s on s.id = e.sport_id and e.type in ('content_base', 'views_base')
        where e.scope = ${scope} and e.period = ${period} and e.type <> 'withdrawal' and e.starts >= ${from}::date
          and (${channelId}::uuid is null or e.channel_id = ${channelId}::uuid)
        group by 1, 2, 3 order by 3 nulls last, 2`.execute(own);
      return rows;
    },
    scope,
  );

const figuresOf = (points: readonly Point[]): DashboardSeries['now'] => ({
  views: points.map(({ views }) => views),
  watchedMs: points.map(({ watchedMs }) => watchedMs),
  followers: points.map(({ followers }) => followers),
});

const revenuesOf = (rows: readonly Earned[], dates: string[], before: string[]): DashboardSeries['revenues'] => {
  const bySport = Map.groupBy(rows, ({ sportId }) => sportId);
  return [...bySport.values()].map((earned) => {
    const amounts = new Map(earned.map(({ starts, amount }) => [starts, amount]));
    const along = (days: string[]) => days.map((day) => amounts.get(day) ?? 0);
    const { sportId, sportName } = earned[0]!;
    return { sportId, sportName, now: along(dates), before: along(before) };
  });
};

/** Reads sums that the writes keep: as many rows as the plots show, for each item. Source: decision 0103. */
export const readSeries: Handler<'dashboard.series'> = async (
  context,
  { mediaId, period },
): Promise<DashboardSeries> => {
  const { db, scope, now } = context;
  const target = await readTarget(db, scope, mediaId);
  const points = await readPoints(db, target, period, now);
  const earned = await readEarned(context, target, period, points[0]!.starts);
  const [former, shown] = [points.slice(0, PLOTTED[period]), points.slice(PLOTTED[period])];
  const dates = shown.map(({ starts }) => starts);
  const before = former.map(({ starts }) => starts);
  return {
    dates,
    now: figuresOf(shown),
    before: figuresOf(former),
    revenues: revenuesOf(earned, dates, before),
  };
};

/** How far members got in an item of the scope. */
export const readRetention: Handler<'dashboard.retention'> = async (
  { db, now },
  { publishedId, period },
): Promise<DashboardRetention> => {
  const middle = startOf(period, now, sql`${PLOTTED[period] - 1}::int`);
  const { rows } = await sql<{ isBefore: boolean; reached: number[] }>`with sums as (
      select d.day < ${middle} as is_before, u.at, sum(u.reached) as reached
      from reach_days d, unnest(d.reached) with ordinality u(reached, at)
      where d.publication_id = ${publishedId} and d.day >= ${firstOf(period, now)} group by 1, 2)
    select is_before as "isBefore", array_agg(reached::float order by at) as reached from sums group by 1`.execute(db);
  const reachedOf = (wanted: boolean) => rows.find(({ isBefore }) => isBefore === wanted)?.reached ?? [];
  return { now: reachedOf(false), before: reachedOf(true) };
};
