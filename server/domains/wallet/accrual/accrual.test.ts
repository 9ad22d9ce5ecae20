import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROPERTY_TIMEOUT_MS, RUNS, runs } from '#tests/support/property-runs.ts';
import { findDifferences, percentOf, readBalance, shareOf } from '#server/domains/ledger/index.ts';
import { startShop, type Shop, type Sold } from './accrual.fixtures.ts';
import { accrueRevenue, recomputeDay } from './accrue.ts';
import { addDays, startOf } from './inputs.ts';

// Each test has a sport and months of its own, behind those of the tests before it.

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.server.close());

/** Accrues everything until a day, without it. */
const accrueUntil = async (day: string): Promise<void> => {
  shop.at(`${day}T00:30:00Z`);
  await accrueRevenue(shop.server.services);
};

/** The paid period of a month, '2031-03'. */
const monthOf = (month: string) => {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
};

interface Row {
  day: string;
  scope: string;
  type: string;
  amount: number;
  isTakenBack: boolean;
}
const entries = async (sport?: string): Promise<Row[]> => {
  const { rows } =
    await sql<Row>`select day::text as day, scope, type, amount_cents as amount, is_taken_back as "isTakenBack"
    from revenue_entries where sport_id = coalesce(${sport ?? null}, sport_id) order by day, type, scope, amount_cents`.execute(
      shop.db,
    );
  return rows;
};
const sum = (all: readonly { amount: number }[]): number => all.reduce((before, { amount }) => before + amount, 0);

interface Totals {
  received: number;
  platform: number;
  carried: number;
}
const totals = async (sport?: string): Promise<Totals> => {
  const { rows } = await sql<Totals>`select coalesce(sum(received - given_back), 0)::bigint as received,
      coalesce(sum(platform), 0)::bigint as platform,
      (select coalesce(sum(publishing_carried + views_carried), 0)::bigint from revenue_sport_days
        where day = (select max(day) from revenue_days) and sport_id = coalesce(${sport ?? null}, sport_id)) as carried
    from revenue_sport_days where sport_id = coalesce(${sport ?? null}, sport_id)`.execute(shop.db);
  return rows[0]!;
};

/** Whatever happened: all parts sum up, the books say the same, and every day can be computed again. */
const expectRight = async (since = '2000-01-01'): Promise<void> => {
  const all = await entries();
  const shares = all.filter(({ type }) => type === 'content_base' || type === 'views_base');
  const { received, platform, carried } = await totals();
  expect(received).toBe(platform + sum(shares) + carried);
  for (const scope of new Set(all.map((row) => row.scope)))
    expect(await readBalance(shop.db, { kind: 'creator', creatorScope: scope }, 'usd'), scope).toBe(
      0 - sum(all.filter((row) => row.scope === scope)),
    );
  expect(await readBalance(shop.db, { kind: 'creator_shares' }, 'usd')).toBe(sum(shares));
  expect(await readBalance(shop.db, { kind: 'marketing_fees' }, 'usd')).toBe(sum(all) - sum(shares));
  expect(await findDifferences(shop.db)).toEqual([]);
  const { rows } = await sql<{ day: string }>`select day::text as day from revenue_days where day >= ${since}`.execute(
    shop.db,
  );
  for (const { day } of rows) expect(await recomputeDay(shop.server.services, day), day).toEqual([]);
};

test('WAL-013 D-348 D-351 a month that was paid is divided over its days, each night the day before', async () => {
  const one = await shop.creator('tennis', 3);
  const two = await shop.creator('tennis', 1);
  await shop.sell({ sport: 'tennis', price: 399, tax: 52, fee: 43, ...monthOf('2031-01') });
  await shop.watch(two.published[0]!, '2031-01-01', 5);
  await accrueUntil('2031-01-02');
  const first = await entries();
  // 399 - 43 = 356 cents in 31 days: 11 on the first. 70 % are 8: 2 for publishing, 6 for views.
  expect(first).toEqual([
    { day: '2031-01-01', scope: one.person.scope, type: 'content_base', amount: 2, isTakenBack: false },
    { day: '2031-01-01', scope: two.person.scope, type: 'views_base', amount: 6, isTakenBack: false },
  ]);
  for (let day = 1; day <= 30; day += 1) await shop.watch(one.published[0]!, addDays('2031-01-01', day), 1);
  // The server was away for a month: every day is caught up, and none twice.
  await accrueUntil('2031-02-05');
  await accrueUntil('2031-02-05');
  const all = await entries('tennis');
  expect(all.slice(0, 2)).toEqual(first);
  const { received, platform, carried } = await totals('tennis');
  expect({ received, carried }).toEqual({ received: 356, carried: 0 });
  expect(sum(all)).toBe(356 - platform);
  expect(new Set(all.map(({ day }) => day)).size).toBe(31);
  await expectRight();
});

test('several processes at once accrue a day once', async () => {
  await shop.creator('golf', 1);
  await shop.sell({ sport: 'golf', price: 4_000, ...monthOf('2031-03') });
  shop.at('2031-03-06T00:30:00Z');
  await Promise.all([1, 2, 3].map(() => accrueRevenue(shop.server.services)));
  const { rows } = await sql`select 1 from revenue_days where day >= '2031-03-01'`.execute(shop.db);
  expect(rows).toHaveLength(5);
  await expectRight('2031-03-01');
});

interface TestCode {
  fee_unit: string;
  fee_value: number;
  is_custom: boolean;
}
/** A member who was referred by a code, and pays for April. @returns The earner's scope. */
const refer = async (code: TestCode, months = 12, at = '2031-03-20'): Promise<string> => {
  const [sender, member] = [await shop.person(), await shop.person()];
  const name = `C${sender.userId.slice(-8).toUpperCase()}`;
  const program = { name, discountAmountUnit: 'percent', discountAmountValue: 0, durationInMonths: months };
  await shop.db
    .insertInto('shareable_codes')
    .values({
      code: name,
      kind: 'affiliate',
      sender_id: sender.userId,
      recipient_type: 'learner',
      program: JSON.stringify(program),
      ...code,
    })
    .execute();
  await shop.db
    .insertInto('redeemed_codes')
    .values({ user_id: member.userId, code: name, redeemed_at: new Date(at) })
    .execute();
  await shop.sell({ sport: 'rugby', price: 399, fee: 41, ...monthOf('2031-04'), userId: member.userId });
  return sender.scope;
};

test('D-350 WAL-013 a standard code earns 10 % of what a referred member pays, a custom code what was agreed, never above the platform’s share', async () => {
  await shop.creator('rugby', 1);
  const scopes = [
    await refer({ fee_unit: 'percent', fee_value: 10, is_custom: false }),
    await refer({ fee_unit: 'currency', fee_value: 50, is_custom: true }),
    await refer({ fee_unit: 'currency', fee_value: 9_999, is_custom: true }),
    await refer({ fee_unit: 'percent', fee_value: 10, is_custom: false }, 1, '2031-02-20'),
  ];
  await accrueUntil('2031-05-02');
  const all = await entries('rugby');
  const ofScope = (wanted: string | undefined) => all.filter(({ scope }) => scope === wanted);
  expect(scopes.map((scope) => sum(ofScope(scope)))).toEqual([36, 50, 358 - percentOf(358, 7_000), 0]);
  expect(new Set(ofScope(scopes[0]).map(({ type }) => type))).toEqual(new Set(['standard_marketing_fee']));
  expect(new Set(ofScope(scopes[1]).map(({ type }) => type))).toEqual(new Set(['custom_marketing_fee']));
  await expectRight('2031-04-01');
});

test('D-351 a refund takes back what was earned by rows of its own, and a dispute larger than the payment no more than that', async () => {
  const { person, published } = await shop.creator('soccer', 1);
  const refunded = await shop.sell({ sport: 'soccer', price: 3_100, ...monthOf('2031-07') });
  for (let day = 0; day < 10; day += 1) await shop.watch(published[0]!, addDays('2031-07-01', day), 1);
  await accrueUntil('2031-07-11');
  expect(sum(await entries('soccer'))).toBe(700);
  await shop.move(refunded, 'refund', -3_100, 0, new Date('2031-07-11T12:00:00Z'));
  await accrueUntil('2031-07-12');
  const back = (await entries('soccer')).filter(({ isTakenBack }) => isTakenBack);
  expect(back.map(({ day, type, amount }) => [day, type, amount])).toEqual([
    ['2031-07-11', 'content_base', -180],
    ['2031-07-11', 'views_base', -520],
  ]);
  expect(sum(await entries('soccer'))).toBe(0);
  await expectRight('2031-07-01');

  const disputed = await shop.sell({
    sport: 'soccer',
    price: 3_100,
    ...monthOf('2031-07'),
    paidAt: new Date('2031-07-12T10:00:00Z'),
  });
  await accrueUntil('2031-07-13');
  await shop.move(disputed, 'dispute', -9_000, 1_500, new Date('2031-07-13T10:00:00Z'));
  await accrueUntil('2031-07-14');
  expect(sum((await entries('soccer')).filter(({ scope }) => scope === person.scope))).toBe(0);
  await expectRight('2031-07-01');
});

test('D-186 an unpaid month is divided once the invoice that carries it is paid', async () => {
  await shop.creator('volleyball', 1);
  const paidAt = new Date('2031-09-02T00:00:00Z');
  const [old, next] = [
    await shop.sell({ sport: 'volleyball', price: 300, tax: 30, ...monthOf('2031-08') }),
    await shop.sell({ sport: 'volleyball', price: 300, tax: 30, ...monthOf('2031-09'), paidAt }),
  ];
  await sql`delete from invoice_movements where invoice_id in (${old.invoiceId}, ${next.invoiceId})`.execute(shop.db);
  await sql`update invoices set status = 'unpaid', paid_at = null, carried_to = ${next.invoiceId} where id = ${old.invoiceId}`.execute(
    shop.db,
  );
  await sql`update invoices set debt = 330, total = 660 where id = ${next.invoiceId}`.execute(shop.db);
  await shop.move(next, 'charge', 660, 60, paidAt);
  await accrueUntil('2031-10-02');
  // 600 without taxes, less 60 of fees: 270 for each month. That of August comes in one day, with the payment.
  const { rows } = await sql<{ received: number }>`select received from revenue_sport_days
    where sport_id = 'volleyball' order by day limit 1`.execute(shop.db);
  expect(rows[0]!.received).toBe(270 + Math.floor((270 * 2) / 30));
  expect((await totals('volleyball')).received).toBe(540);
  await expectRight('2031-08-01');
});

/** What happens to a sale after it was paid. */
const story = fc.record({
  sport: fc.constantFrom('tennis', 'golf'),
  price: fc.integer({ min: 1, max: 997 }),
  tax: fc.integer({ min: 0, max: 97 }),
  fee: fc.integer({ min: 0, max: 61 }),
  startsOn: fc.nat(12),
  days: fc.integer({ min: 1, max: 31 }),
  paidLate: fc.nat(9),
  moves: fc.array(
    fc.record({
      after: fc.nat(20),
      kind: fc.constantFrom('refund', 'dispute', 'dispute_reversal'),
      part: fc.integer({ min: 1, max: 150 }),
      fee: fc.constantFrom(0, 0, 1_500),
    }),
    { maxLength: 2 },
  ),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

const DAYS = 34;
/** Days of a play. The last that counts is the 43rd: a period of 31 days from day 12 on; a payment 9 days late is moved by day 41. */
const PLAY_DAYS = 50;

/** Sells as a story says. @returns Net receipts in the end, by the rules and not by the code. */
const tell = async (
  first: string,
  { sport, price, tax, fee, startsOn, days, paidLate, moves }: Story,
): Promise<number> => {
  const from = startOf(addDays(first, startsOn));
  const at = (after: number) => new Date(startOf(addDays(first, startsOn + paidLate + after)).getTime() + 43_200_000);
  const to = startOf(addDays(first, startsOn + days));
  const sold: Sold = await shop.sell({ sport, price, tax, fee, from, to, paidAt: at(0) });
  let [paid, fees] = [price + tax, fee];
  for (const move of moves) {
    const amount = Math.round(((price + tax) * move.part) / 100) * (move.kind === 'dispute_reversal' ? 1 : -1);
    if (amount === 0) continue;
    await shop.move(sold, move.kind, amount, move.fee, at(move.after));
    paid += amount;
    fees += move.fee;
  }
  return paid <= 0 ? 0 : Math.max(0, shareOf(paid, price, price + tax) - fees);
};

const watching = fc.array(
  fc.record({ day: fc.nat(DAYS - 1), item: fc.nat(3), paying: fc.integer({ min: 1, max: 7 }) }),
  { maxLength: 20 },
);

test(
  'D-348 D-351 after any sales, late payments, refunds, disputes and views: all parts sum up to what was received, to the cent',
  async () => {
    const made = [await shop.creator('tennis', 2), await shop.creator('golf', 1), await shop.creator('tennis', 0)];
    const items = made.flatMap(({ published }) => published);
    let first = '2032-01-01';
    await fc.assert(
      fc.asyncProperty(
        fc.array(story, { minLength: 1, maxLength: 8 }),
        watching,
        fc.array(fc.nat(DAYS), { maxLength: 5 }),
        async (stories, views, runsOn) => {
          // Each play has days of its own, behind those of the plays before.
          first = addDays(first, PLAY_DAYS);
          let expected = 0;
          for (const each of stories) expected += await tell(first, each);
          for (const { day, item, paying } of views)
            await shop.watch(items[item % items.length]!, addDays(first, day), paying);
          for (const day of runsOn.toSorted((one, two) => one - two)) await accrueUntil(addDays(first, day));
          // All periods are over and all movements known.
          await accrueUntil(addDays(first, PLAY_DAYS - 1));
          const { rows } = await sql<{
            received: number;
          }>`select coalesce(sum(received - given_back), 0)::bigint as received
            from revenue_sport_days where day >= ${first}`.execute(shop.db);
          expect(rows[0]!.received).toBe(expected);
          await expectRight(first);
        },
      ),
      { ...runs, numRuns: Math.max(5, Math.round(RUNS / 10)) },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
