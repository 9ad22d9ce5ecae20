import type { Scope } from '#contract/ids.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import type { CallContext } from '#server/calls/context.ts';
import { dashboardHandlers } from '#server/domains/dashboard/index.ts';
import { walletHandlers } from '#server/domains/wallet/index.ts';
import { state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { makeSidelineDatabase, type BenchDatabase } from './support/sideline.ts';

/** Of one Creator, in three channels with four playlists each. */
const ITEMS = 1_000;
const VIEWS = 10_000_000;
/** Two years. */
const DAYS = 730;
const FOLLOWERS = 100_000;
/** Days between two transfers, and since the last one. */
const TRANSFER_DAYS = 7;
const TRANSFER_AGO = 3;
const READS = 60;
/** Goal of every read, ms. */
const AT_MOST_MS = 100;

const USER = '018f0000-0000-7000-8000-000000000001';
const SCOPE: Scope = `user:${USER}`;
/** Another Creator, with so many channels that two years are 200,000 amounts. */
const WIDE_USER = '018f0000-0000-7000-8000-000000000002';
const WIDE: Scope = `user:${WIDE_USER}`;
const WIDE_CHANNELS = 137;

/**
 * How long the dashboard and the wallet of one Creator take to read: 1,000 items with 10,000,000 views of two years, and 100,000
 * followers; the wallet also of one with 200,000 amounts. Source: decision 0103, decision 0111.
 */
export async function benchDashboard({ isQuick }: BenchOptions): Promise<Finding[]> {
  const share = isQuick ? 0.1 : 1;
  const made = await makeSidelineDatabase();
  await fill(made, share);
  const database = openDatabase({ connectionString: made.url }, 2);
  const note = `${ITEMS * share} items, ${VIEWS * share} views`;
  try {
    const findings: Finding[] = [];
    const add = async (name: string, reads: Record<string, Read>, about: string) => {
      for (const [figure, read] of Object.entries(reads))
        findings.push(
          state(`${name}, ${figure} (p95)`, 'ms', await measure(read), { of: 'value', atMost: AT_MOST_MS }, about),
        );
    };
    await add('Dashboard', readsOf(database), note);
    for (const [userId, scope, channels] of [
      [USER, SCOPE, 3],
      [WIDE_USER, WIDE, Math.round(WIDE_CHANNELS * share)],
    ] as const)
      await add('Wallet', walletReadsOf(database, userId, scope), `${2 * DAYS * channels} amounts`);
    return findings;
  } finally {
    await database.close();
  }
}

type Read = () => Promise<unknown>;

const readsOf = (database: Database): Record<string, Read> => {
  const context = { db: database.db, session: { userId: USER }, scope: SCOPE, now: new Date() } as CallContext;
  const {
    'dashboard.lastPublished': published,
    'dashboard.statistics': statistics,
    'dashboard.series': series,
  } = dashboardHandlers as Record<string, (context: CallContext, input: object) => Promise<unknown>>;
  const plot =
    (period: string): Read =>
    () =>
      series!(context, { period });
  return {
    'last published': () => published!(context, { sortBy: 'most_viewed', pricing: 'all' }),
    statistics: () => statistics!(context, {}),
    'plots by day': plot('day'),
    'plots by week': plot('week'),
    'plots by month': plot('month'),
    'plots by year': plot('year'),
  };
};

const walletReadsOf = (database: Database, userId: string, scope: Scope): Record<string, Read> => {
  const now = new Date();
  const context = { db: database.db, session: { userId }, scope, now } as CallContext;
  const {
    'wallet.revenues': revenues,
    'wallet.amounts': amounts,
    'wallet.statistics': statistics,
    'wallet.calculation': calculation,
  } = walletHandlers as Record<string, (context: CallContext, input: object) => Promise<unknown>>;
  const by =
    (period: string): Read =>
    () =>
      revenues!(context, { period, limit: 10, offset: 0 });
  return {
    'revenue by day': by('day'),
    'revenue by week': by('week'),
    'revenue by month': by('month'),
    'revenue by year': by('year'),
    statistics: () => statistics!(context, {}),
    'amounts of all time': () => amounts!(context, { limit: 10, offset: 0 }),
    'calculation of a day with a transfer': () =>
      calculation!(context, { date: new Date(now.getTime() - TRANSFER_AGO * 86_400_000).toISOString().slice(0, 10) }),
  };
};

/** @returns The 95th percentile, ms. */
const measure = async (read: Read): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < READS; n += 1) {
    const startedAtMs = performance.now();
    await read();
    times.push(performance.now() - startedAtMs);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(READS * 0.95)]!;
};

type Run = (text: string, values?: unknown[]) => Promise<unknown>;

/** Inserts the Creator, the items, and what two years of views and followers leave in the sums. */
async function fill({ pool }: BenchDatabase, share: number): Promise<void> {
  const client = await pool.connect();
  const run: Run = (text, values = []) => client.query(text, values);
  try {
    // Triggers and keys are left out: they are not measured here.
    await run('set session_replication_role = replica');
    await run(
      `insert into users (id, scope, version, username, email, phone_number, password_hash, first_name, last_name, communication_method,
         profile_id, is_educator, is_registration_complete)
       values ($1, $2, 1, 'bench', 'bench@example.org', '+12000000000', '', 'Ana', 'Bench', 'email', $1, true, true)`,
      [USER, SCOPE],
    );
    await run(
      `insert into channels (id, scope, version, community_id, sport_id, name, author_id)
       select md5('h' || n)::uuid, $2, 1, md5('c' || n)::uuid, 'soccer', 'Channel ' || n, $1 from generate_series(0, 2) n`,
      [USER, SCOPE],
    );
    await run(
      `insert into contents (id, scope, version, title, filename, type, duration, origin_file_size, created_by)
       select md5('t' || n)::uuid, $2, 1, 'Item ' || n, n || '.mp4', 'video', 600, 1, $1 from generate_series(1, $3::int) n`,
      [USER, SCOPE, ITEMS * share],
    );
    await run(
      `insert into publications (id, scope, version, content_id, channel_id, title, pricing, is_live, published_by, sport_id)
       select md5('b' || n)::uuid, $2, 1, md5('t' || n)::uuid, md5('h' || n % 3)::uuid, 'Item ' || n, 'free', true, $1, 'soccer'
       from generate_series(1, $3::int) n`,
      [USER, SCOPE, ITEMS * share],
    );
    const each = VIEWS / ITEMS / DAYS;
    await run(
      `insert into view_periods (publication_id, period, starts, views, watched_ms)
       select p.id, period, date_trunc(period, (now() at time zone 'UTC')::date - n)::date, sum(1 + floor(2 * random() * $1::float - 0.5))::int, count(*) * 60000
       from generate_series(0, $2::int - 1) n, publications p, unnest(array['day', 'week', 'month', 'year']) period group by 1, 2, 3 order by 3, 2`,
      [each, DAYS],
    );
    await run(
      `insert into publication_stats (publication_id, views, ratings, relevance, helpful, engaging)
       select publication_id, sum(views), 10, 40, 40, 40 from view_periods where period = 'year' group by 1`,
    );
    await run(
      `insert into follower_days (channel_id, day, gained, lost)
       select c.id, (now() at time zone 'UTC')::date - n, $1::int, 1 from channels c, generate_series(0, $2::int - 1) n`,
      [Math.round((FOLLOWERS * share) / 3 / DAYS), DAYS],
    );
    await run(
      `insert into channel_followers (channel_id, followers) select channel_id, sum(gained - lost) from follower_days group by 1`,
    );
    await fillRevenue(run, share);
    await run('reset session_replication_role');
    await run('vacuum analyze');
  } finally {
    client.release();
  }
}

/** What two years of accruals and transfers leave of both Creators. */
async function fillRevenue(run: Run, share: number): Promise<void> {
  await run(
    `insert into channels (id, scope, version, community_id, sport_id, name, author_id)
     select md5('w' || n)::uuid, $2, 1, md5('wc' || n)::uuid, 'soccer', 'Channel ' || n, $1 from generate_series(1, $3::int) n`,
    [WIDE_USER, WIDE, Math.round(WIDE_CHANNELS * share)],
  );
  const day = `(now() at time zone 'UTC')::date - n`;
  await run(
    `insert into revenue_entries (id, scope, day, type, amount_cents, channel_id, sport_id, created_at)
     select gen_random_uuid(), c.scope, ${day}, type, 100 + n, c.id, 'soccer', ${day} + interval '1 day 30 minutes'
     from channels c, generate_series(1, $1::int) n, unnest(array['content_base', 'views_base']) type`,
    [DAYS],
  );
  await run(
    `insert into revenue_entries (id, scope, day, type, amount_cents, created_at, left_cents)
     select gen_random_uuid(), scope, ${day}, 'withdrawal', -1000, ${day} + interval '12 hours', 500
     from generate_series($1::int, $2::int, $3::int) n, (select distinct scope from channels) s`,
    [TRANSFER_AGO, DAYS, TRANSFER_DAYS],
  );
  await run(
    `insert into revenue_periods (scope, period, starts, channel_id, sport_id, type, amount_cents, entries)
     select scope, p, date_trunc(p, day::timestamp)::date, channel_id, sport_id, type, sum(amount_cents), count(*)
     from revenue_entries, unnest(array['day', 'week', 'month', 'year']) p group by 1, 2, 3, 4, 5, 6`,
  );
  await run(`insert into revenue_days (day, accrued_at) select distinct day, now() from revenue_entries`);
  await run(
    `insert into revenue_sport_days select day, 'soccer', 1000, 0, 300, 175, 525, 0, 0, 175, 525, 0, 0, 0, 100, 1000 from revenue_days`,
  );
  await run(
    `insert into revenue_channel_days select distinct day, sport_id, channel_id, 5, 50 from revenue_entries where channel_id is not null`,
  );
}
