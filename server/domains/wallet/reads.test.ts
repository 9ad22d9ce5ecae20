import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RevenueRow } from '#contract/wallet.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { findWrongPeriods } from '#tests/faults/oracle/creator-sums.ts';
import { startShop, type Shop } from './accrual/accrual.fixtures.ts';
import { accrueRevenue } from './accrual/accrue.ts';

let shop: Shop;
let ana: TestPerson;
let ben: TestPerson;
let anas: string;
beforeAll(async () => {
  shop = await startShop();
  const one = await shop.creator('tennis', 3);
  const two = await shop.creator('tennis', 1);
  [ana, ben, anas] = [one.person, two.person, one.channelId];
  // 3,100 cents for March: 100 a day, of which 70 are for Creators: 18 for publishing and 52 for views.
  const march = { from: new Date('2031-03-01T00:00:00Z'), to: new Date('2031-04-01T00:00:00Z') };
  await shop.sell({ sport: 'tennis', price: 3_100, ...march });
  for (const day of ['2031-03-01', '2031-03-02', '2031-03-03', '2031-03-10']) {
    await shop.watch(one.published[0]!, day, 1);
    await shop.watch(two.published[0]!, day, 3);
  }
  shop.at('2031-03-11T00:30:00Z');
  await accrueRevenue(shop.server.services);
  await shop.db
    .insertInto('revenue_entries')
    .values({ id: crypto.randomUUID(), scope: ana.scope, day: '2031-03-08', type: 'withdrawal', amount_cents: -50 })
    .execute();
});
afterAll(() => shop.server.close());

const read = async (path: string, as = ana) => (await shop.call(`GET ${path}`, undefined, { as })).body;

test('WAL-025 the statistics of a wallet: earned, transferred, left', async () => {
  // Publishing 14 + 4 a day of 10; views wait on six days without any: 52 × 4 days and 52 × 6 on the tenth.
  expect(await read('/wallet/statistics')).toEqual({
    totalEarned: 140 + 130,
    totalTransferred: 50,
    currentBalance: 270,
    lastTransferAt: expect.any(String),
  });
  expect(await read('/wallet/statistics', ben)).toMatchObject({ totalEarned: 40 + 390, totalTransferred: 0 });
});

test('WAL-024 WAL-036 the amounts, newest first, ten a page, by tab and by days', async () => {
  const first = await read('/amounts/my');
  expect(first).toMatchObject({ count: 15, results: { length: 10 } });
  expect(first.results[0]).toEqual({
    id: expect.any(String),
    date: '2031-03-10',
    type: expect.stringMatching(/^(content|views)_base$/),
    amount: expect.any(Number),
    channelName: expect.stringMatching(/^Channel /),
    bankAccount: null,
  });
  const second = await read('/amounts/my?offset=10');
  expect(second.results).toHaveLength(5);
  const days = [...first.results, ...second.results].map(({ date }: { date: string }) => date);
  expect(days).toEqual(days.toSorted().toReversed());
  expect((await read('/amounts/my?type=transferred')).results).toMatchObject([
    { type: 'withdrawal', amount: -50, channelName: null },
  ]);
  expect((await read('/amounts/my?type=earned')).count).toBe(14);
  expect((await read('/amounts/my?date_from=2031-03-02&date_to=2031-03-03')).count).toBe(4);
  expect((await shop.call('GET /amounts/my?type=other', undefined, { as: ana })).status).toBe(400);
});

test('D-150 the amounts that make a sum: of a channel, a sport, a source and days, with their sums to the cent', async () => {
  const add = (day: string, type: string, amount_cents: number, sport_id: string) =>
    shop.db
      .insertInto('revenue_entries')
      .values({ id: crypto.randomUUID(), scope: ben.scope, day, type, amount_cents, sport_id })
      .execute();
  // Of a channel that is gone, of another sport, and a fee.
  await add('2031-01-02', 'views_base', 40, 'tennis');
  await add('2031-01-02', 'views_base', 7, 'golf');
  await add('2031-01-05', 'standard_marketing_fee', 3, 'tennis');
  await shop.db
    .insertInto('revenue_entries')
    .values({ id: crypto.randomUUID(), scope: ben.scope, day: '2031-01-31', type: 'withdrawal', amount_cents: -20 })
    .execute();
  const january = 'date_from=2031-01-01&date_to=2031-01-31';
  const sums = async (query: string, as = ben) => {
    const { count, sums: both } = await read(`/amounts/my?${query}`, as);
    return [count, both.earned, both.transferred];
  };
  expect(await sums(january)).toEqual([4, 50, 20]);
  expect(await sums(`${january}&type=earned&sportId=tennis`)).toEqual([1, 40, 0]);
  expect(await sums(`${january}&type=earned&sportId=golf&source=content`)).toEqual([1, 7, 0]);
  expect(await sums(`${january}&source=referral`)).toEqual([1, 3, 0]);
  expect(await sums(`${january}&channelId=${anas}`)).toEqual([0, 0, 0]);
  const [march] = (await read(`/revenues/statistics?period=month&channelId=${anas}`)).results as RevenueRow[];
  const days = 'date_from=2031-03-01&date_to=2031-03-31';
  expect(await sums(`${days}&channelId=${anas}`, ana)).toEqual([14, march!.revenue, 0]);
  // Another's channel is as one that does not exist.
  expect(await sums(`channelId=${anas}`)).toEqual([0, 0, 0]);
  await sql`delete from revenue_entries where scope = ${ben.scope} and day < '2031-02-01'`.execute(shop.db);
});

test('WAL-012 D-352 the sums by period are those of the amounts, also after amounts of a channel that is deleted and of a day that goes', async () => {
  expect(await findWrongPeriods(shop.db)).toEqual([]);
  const { channelId, person } = await shop.creator('tennis', 1);
  const entry = (day: string, type: string, amount_cents: number) => ({
    id: crypto.randomUUID(),
    scope: person.scope,
    day,
    type,
    amount_cents,
    channel_id: type.endsWith('_fee') ? null : channelId,
    sport_id: 'tennis',
  });
  await shop.db
    .insertInto('revenue_entries')
    .values([
      entry('2030-12-30', 'content_base', 3),
      entry('2030-12-31', 'content_base', 5),
      entry('2031-01-01', 'views_base', 7),
      entry('2031-01-02', 'standard_marketing_fee', 2),
      entry('2031-01-02', 'custom_marketing_fee', 4),
    ])
    .execute();
  const weeks = async () => (await read('/revenues/statistics?period=week', person)).results as RevenueRow[];
  // A week of two years.
  const referral = { total: 6, standardMarketingFeeTotal: 2, customMarketingFeeTotal: 4 };
  expect(await weeks()).toMatchObject([{ date: '2030-12-30', revenue: 21, details: { referral } }]);
  await sql`delete from channels where id = ${channelId}`.execute(shop.db);
  expect(await findWrongPeriods(shop.db)).toEqual([]);
  expect((await weeks())[0]?.details.content).toMatchObject({ total: 15, details: [{ channelName: null, total: 15 }] });
  await sql`delete from revenue_entries where scope = ${person.scope} and day < '2031-01-01'`.execute(shop.db);
  expect(await findWrongPeriods(shop.db)).toEqual([]);
  expect(await read('/revenues/statistics?period=year', person)).toMatchObject({
    count: 1,
    results: [{ date: '2031-01-01', revenue: 13 }],
  });
  await sql`delete from revenue_entries where scope = ${person.scope}`.execute(shop.db);
  expect(await read('/revenues/statistics?period=day', person)).toEqual({ count: 0, results: [] });
});

test('WAL-010 WAL-011 WAL-012 WAL-026 the revenue by day, week, month and year, with what it is made of', async () => {
  const month: { count: number; results: RevenueRow[] } = await read('/revenues/statistics?period=month');
  expect(month).toEqual({
    count: 1,
    results: [
      {
        date: '2031-03-01',
        revenue: 270,
        withdrawal: 50,
        details: {
          content: {
            total: 270,
            details: [{ channelName: expect.any(String), total: 270, contentBaseIncome: 140, viewBaseIncome: 130 }],
          },
          referral: { total: 0, standardMarketingFeeTotal: 0, customMarketingFeeTotal: 0 },
        },
      },
    ],
  });
  const dates = async (period: string) =>
    ((await read(`/revenues/statistics?period=${period}`)).results as RevenueRow[]).map(({ date }) => date);
  // The first of March 2031 is a Saturday.
  expect(await dates('week')).toEqual(['2031-03-10', '2031-03-03', '2031-02-24']);
  expect(await dates('day')).toHaveLength(10);
  expect(await dates('year')).toEqual(['2031-01-01']);
  // One channel: without what was transferred.
  expect((await read(`/revenues/statistics?period=month&channelId=${anas}`)).results[0].withdrawal).toBe(0);
  expect((await read(`/revenues/statistics?period=month&channelId=${anas}`, ben)).count).toBe(0);
});

test('each day opens to its calculation, with the views that pay nothing and why', async () => {
  await sql`update view_days d set counted = counted + 2, own = 1, repeated = 3, too_fast = 4 from publications p
    where p.id = d.publication_id and p.channel_id = ${anas} and d.day = '2031-03-10'`.execute(shop.db);
  expect((await read('/revenues/calculation?date=2031-03-10')).results).toEqual([
    {
      channelId: anas,
      channelName: expect.any(String),
      sportName: 'Tennis',
      date: '2031-03-10',
      received: 100,
      pool: 70,
      publishing: { part: 18, own: 3, all: 4, share: 14 },
      // On six days nothing was watched: what they had for views came with the tenth.
      views: { part: 52 * 7, own: 1, all: 4, share: 91 },
      uncounted: { own: 1, repeated: 3, tooShort: 0, tooFast: 4, tooMany: 0, unpaid: 2 },
      takenBack: 0,
    },
  ]);
  expect((await read('/revenues/calculation?date=2031-03-10', ben)).results[0].uncounted).toMatchObject({
    own: 0,
    unpaid: 0,
  });
  expect((await read('/revenues/calculation?date=2030-01-01')).results).toEqual([]);
});

test('D-350 a marketing fee opens to the codes, payments and receipts that made it, and to nobody else', async () => {
  const [sender, other] = [await shop.person(), await shop.person()];
  await shop.db
    .updateTable('users')
    .set({ is_educator: true })
    .where('id', 'in', [sender.userId, other.userId])
    .execute();
  const code = 'OPENSFEE';
  const program = JSON.stringify({
    name: code,
    discountAmountUnit: 'percent',
    discountAmountValue: 0,
    durationInMonths: 12,
  });
  await shop.db
    .insertInto('shareable_codes')
    .values({
      code,
      kind: 'affiliate',
      sender_id: sender.userId,
      recipient_type: 'learner',
      program,
      fee_unit: 'percent',
      fee_value: 10,
      is_custom: false,
    })
    .execute();
  const april = { from: new Date('2031-04-01T00:00:00Z'), to: new Date('2031-05-01T00:00:00Z') };
  for (const price of [3_000, 6_000]) {
    const member = await shop.person();
    await shop.db
      .insertInto('redeemed_codes')
      .values({ user_id: member.userId, code, redeemed_at: new Date('2031-03-20') })
      .execute();
    await shop.sell({ sport: 'rugby', price, ...april, userId: member.userId });
  }
  shop.at('2031-04-03T00:30:00Z');
  await accrueRevenue(shop.server.services);
  const amounts = (await read('/amounts/my', sender)).results;
  expect(amounts).toMatchObject([
    { type: 'standard_marketing_fee', amount: 30 },
    { type: 'standard_marketing_fee', amount: 30 },
  ]);
  const calculated = await read('/revenues/calculation?date=2031-04-02', sender);
  expect(calculated.fees).toEqual([
    {
      id: amounts[0].id,
      sportName: expect.any(String),
      codes: [{ code, unit: 'percent', value: 10, payments: 2, received: 300, amount: 30 }],
    },
  ]);
  expect((await read('/revenues/calculation?date=2031-04-02', other)).fees).toEqual([]);
  const seen = await asPerson(shop.db, other.userId, async (own) =>
    own.selectFrom('revenue_fee_days').selectAll().execute(),
  );
  expect(seen).toEqual([]);
});

test('D-290 a wallet is a Creator’s; an administrator reads that of the organization', async () => {
  const mia = await shop.person();
  for (const path of ['/wallet/statistics', '/amounts/my', '/revenues/statistics?period=day'])
    expect((await shop.call(`GET ${path}`, undefined, { as: mia })).status, path).toBe(403);
  const id = crypto.randomUUID();
  await shop.db.insertInto('organizations').values({ id, name: 'Club', status: 'approved' }).execute();
  await shop.db
    .insertInto('organization_admins')
    .values({ organization_id: id, user_id: ana.userId, role: 'Admin' })
    .execute();
  const scope = `org:${id}`;
  await shop.db
    .insertInto('revenue_entries')
    .values({ id: crypto.randomUUID(), scope, day: '2031-03-08', type: 'content_base', amount_cents: 7 })
    .execute();
  expect((await shop.call('GET /amounts/my', undefined, { as: ana, scope })).body).toMatchObject({
    count: 1,
    results: [{ amount: 7 }],
  });
  expect((await shop.call('GET /amounts/my', undefined, { as: ben, scope })).status).toBe(403);
});

test('D-279 the database shows a scope its own revenue only, also where a query forgets its condition', async () => {
  const seen = await asPerson(shop.db, ben.userId, async (own) => {
    const { rows } = await sql<{ scope: string }>`select distinct scope from revenue_entries`.execute(own);
    return rows.map(({ scope }) => scope);
  });
  expect(seen).toEqual([ben.scope]);
});
