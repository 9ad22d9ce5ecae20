import { openDatabase, type Database } from '#server/db/database.ts';
import { accrueRevenue, recomputeDay } from '#server/domains/wallet/index.ts';
import { state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { makeSidelineDatabase, type BenchDatabase } from './support/sideline.ts';

/** Each has a channel of one sport and four publications. */
const CREATORS = 5_000;
const EACH = 4;
const VIEWS = 1_000_000;
/** Each pays for one sport. */
const MEMBERS = 100_000;
/** The day that is measured; the days before it have a quarter and no views. */
const FIRST = '2031-03-01';
const DAYS = ['2031-03-02', '2031-03-03', '2031-03-04'] as const;

const quiet = { info: () => {}, warn: () => {}, error: console.error } as never;

/**
 * How long the accrual of a day takes: 1,000,000 views of 20,000 publications of 5,000 Creators, paid by 100,000 members; and
 * of days with a half and a quarter of the views. Source: decision 0100.
 */
export async function benchRevenue({ isQuick }: BenchOptions): Promise<Finding[]> {
  const share = isQuick ? 0.05 : 1;
  const made = await makeSidelineDatabase();
  await fill(made, share);
  const database = openDatabase({ connectionString: made.url }, 2);
  try {
    // The first day takes all payments into account.
    await accrue(database, FIRST);
    const seconds: number[] = [];
    for (const day of DAYS) seconds.push(await accrue(database, day));
    const differences = await recomputeDay({ database }, DAYS[2]);
    const [quarter, half, whole] = seconds as [number, number, number];
    const views = Math.round(VIEWS * share);
    const note = `${views} views; ${differences.length} rows differ when it is computed again`;
    return [
      state('Accrual of a day', 's', whole, { of: 'value', atMost: 60 }, note),
      state('… with half of the views', 's', half),
      state('… with a quarter of the views', 's', quarter),
    ];
  } finally {
    await database.close();
  }
}

/** @returns How long the accrual of a day takes, s. */
const accrue = async (database: Database, day: string): Promise<number> => {
  const now = new Date(new Date(`${day}T00:30:00Z`).getTime() + 86_400_000);
  const startedAtMs = performance.now();
  await accrueRevenue({ database, log: quiet, now: () => now });
  return (performance.now() - startedAtMs) / 1000;
};

/** Inserts Creators, what they published, members who pay, and the views of the days. */
async function fill({ pool }: BenchDatabase, share: number): Promise<void> {
  const client = await pool.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  const [creators, members] = [Math.round(CREATORS * share), Math.round(MEMBERS * share)];
  const publications = creators * EACH;
  const sport = `(select s.id from (select id, row_number() over (order by id) - 1 as i, count(*) over () as all from sports) s where s.i = n % s.all)`;
  try {
    // Triggers and keys are left out: they are not measured here.
    await run('set session_replication_role = replica');
    await run(
      `insert into users (id, scope, version, username, email, phone_number, password_hash, first_name, last_name, communication_method, profile_id,
         is_learner, is_educator, is_registration_complete)
       select md5('u' || n)::uuid, 'user:' || md5('u' || n)::uuid, 1, 'bench' || n, 'bench' || n || '@example.org', '+1' || (2000000000 + n), '',
         'Ana', 'Bench', 'email', md5('p' || n)::uuid, true, true, true from generate_series(1, $1::int) n`,
      [creators],
    );
    await run(
      `insert into channels (id, scope, version, community_id, sport_id, name, author_id)
       select md5('h' || n)::uuid, 'user:' || md5('u' || n)::uuid, 1, md5('c' || n)::uuid, ${sport}, 'Channel ' || n, md5('u' || n)::uuid
       from generate_series(1, $1::int) n`,
      [creators],
    );
    await run(
      `insert into publications (id, scope, version, content_id, channel_id, title, pricing, is_live, published_by, sport_id)
       select md5('b' || n)::uuid, h.scope, 1, md5('t' || n)::uuid, h.id, 'Item ' || n, 'member_only', true, h.author_id, h.sport_id
       from generate_series(1, $1::int) n join channels h on h.id = md5('h' || (1 + n % $2::int))::uuid`,
      [publications, creators],
    );
    await run(
      `insert into invoices (id, kind, currency, status, subtotal, tax, debt, total, created_at, paid_at)
       select md5('i' || n)::uuid, 'month', 'usd', 'paid', 399, 52, 0, 451, $2, $2 from generate_series(1, $1::int) n`,
      [members, `${FIRST}T00:00:00Z`],
    );
    await run(
      `insert into invoice_items (id, invoice_id, subscription_id, sport_id, sport_name, period_start, period_end, full_amount, discount_amount, reason)
       select md5('m' || n)::uuid, md5('i' || n)::uuid, md5('s' || n)::uuid, ${sport}, '', $2, $2::timestamptz + interval '31 days', 399, 0, 'month'
       from generate_series(1, $1::int) n`,
      [members, `${FIRST}T00:00:00Z`],
    );
    await run(
      `insert into invoice_attempts (id, invoice_id, amount, currency, customer_id, card_id, is_off_session, status, created_at, decided_at)
       select md5('a' || n)::uuid, md5('i' || n)::uuid, 451, 'usd', '', '', true, 'succeeded', $2, $2 from generate_series(1, $1::int) n`,
      [members, `${FIRST}T00:00:00Z`],
    );
    await run(
      `insert into invoice_movements (id, invoice_id, attempt_id, kind, amount, fee, net, currency, at)
       select 'txn_' || n, md5('i' || n)::uuid, md5('a' || n)::uuid, 'charge', 451, 43, 408, 'usd', $2 from generate_series(1, $1::int) n`,
      [members, `${FIRST}T00:00:00Z`],
    );
    for (const [day, part] of [
      [DAYS[0], 0.25],
      [DAYS[1], 0.5],
      [DAYS[2], 1],
    ] as const)
      await run(
        `insert into view_days (publication_id, day, counted, paying) select id, $1::date, number, number from (
           select md5('b' || (1 + floor($2::int * random() * random())::int))::uuid as id, count(*)::int as number
           from generate_series(1, $3::int) group by 1) views`,
        [day, publications, Math.round(VIEWS * share * part)],
      );
    await run('reset session_replication_role');
    await run('vacuum analyze');
  } finally {
    client.release();
  }
}
