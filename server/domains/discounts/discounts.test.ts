import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape, problemOf } from '../auth/people.fixtures.ts';
import { startTill, type Till } from '../invoices/billing.fixtures.ts';

let till: Till;
beforeAll(async () => {
  till = await startTill();
  till.at('2031-06-16T00:00:00Z');
});
afterAll(() => till.server.close());

const db = () => till.server.services.database.db;
interface Facts {
  kind?: string;
  unit?: string;
  value?: number;
  months?: number;
  sports?: string[];
  maxUses?: number | null;
  expiresAt?: string | null;
  isActive?: boolean;
  senderId?: string | null;
}
const addCode = async (code: string, facts: Facts = {}): Promise<void> => {
  const { kind = 'promotional', unit = 'percent', value = 50, months = 2, sports = [], maxUses = null } = facts;
  const { expiresAt = null, isActive = true, senderId = null } = facts;
  const program = JSON.stringify({
    name: 'Summer',
    discountAmountUnit: unit,
    discountAmountValue: value,
    durationInMonths: months,
  });
  await sql`insert into shareable_codes (code, kind, sender_id, recipient_type, program, is_active, expires_at, sports, max_uses)
    values (${code}, ${kind}, ${senderId}, 'learner', ${program}, ${isActive}, ${expiresAt}, ${sql.val(sports)}::text[], ${maxUses})`.execute(
    db(),
  );
};
const give = (to: TestPerson, code: string) =>
  sql`insert into redeemed_codes (user_id, code) values (${to.userId}, ${code})`.execute(db());
const check = (as: TestPerson, code: string, sport = 'tennis') =>
  till.call(`GET /discount-codes/${code}/${sport}/check`, undefined, { as });

test('SUB-025, SUB-026, SUB-027, SUB-085, SUB-089: a code is checked for a sport, in any case, with all that it gives', async () => {
  const ana = await till.person();
  await addCode('SUMMER2031', {
    unit: 'currency',
    value: 150,
    months: 3,
    sports: ['tennis', 'golf'],
    expiresAt: '2031-12-31T00:00:00Z',
  });
  const checked = await check(ana, 'summer-2031');
  expect(hasShape('discounts.check', checked)).toBe(true);
  expect(checked.body).toEqual({
    code: 'SUMMER2031',
    type: 'promotional',
    creator: 'Sideline',
    sports: ['tennis', 'golf'],
    discountAmountUnit: 'currency',
    discountAmountValue: 150,
    durationInMonths: 3,
    discountEndDate: '2031-10-01T00:00:00.000Z',
    expiredAt: '2031-12-31T00:00:00.000Z',
  });
});

test('a code that is unknown, of another sport or one’s own answers 404; one that has ended or was used up 410', async () => {
  const [ana, ben] = [await till.person(), await till.person()];
  await addCode('OWNCODE31', { kind: 'affiliate', senderId: ana.userId });
  await addCode('ONLYGOLF31', { sports: ['golf'] });
  await addCode('ENDED20311', { expiresAt: '2031-06-15T00:00:00Z' });
  await addCode('PAUSED2031', { isActive: false });
  await addCode('ONEUSE2031', { maxUses: 1 });
  await addCode('INVITED31', { kind: 'invitation' });
  for (const code of ['NOTHING31', 'OWNCODE31', 'ONLYGOLF31', 'INVITED31'])
    expect(problemOf(await check(ana, code)), code).toEqual({ status: 404, code: 'discount.unknown', field: 'code' });
  for (const code of ['ENDED20311', 'PAUSED2031'])
    expect(problemOf(await check(ana, code)), code).toEqual({ status: 410, code: 'discount.expired', field: 'code' });
  // Two people take the last use at once: one gets it.
  const both = await Promise.all(
    [ana, ben].map((as) => till.subscribe(as, 'tennis', { code: 'ONEUSE2031', consent: false })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  const cleo = await till.person();
  expect(problemOf(await check(cleo, 'ONEUSE2031')).code).toBe('discount.expired');
});

test('SUB-084, SUB-086, SUB-087, SUB-088: the codes that a person was given are listed for a sport, and gone after their use', async () => {
  const ana = await till.person();
  await addCode('GIVEN20311');
  await addCode('FRIEND2031', { kind: 'affiliate', senderId: (await till.person()).userId });
  for (const code of ['GIVEN20311', 'FRIEND2031']) await give(ana, code);
  const read = (path: string) => till.call(`GET ${path}?sportId=tennis`, undefined, { as: ana });
  const [all, affiliate, promotional] = [
    await read('/discount-codes'),
    await read('/affiliate-codes/retrieve'),
    await read('/promotional-codes/retrieve'),
  ];
  expect(hasShape('discounts.list', all) && hasShape('discounts.affiliate', affiliate)).toBe(true);
  expect(all.body.results.map(({ code }: { code: string }) => code).toSorted()).toEqual(['FRIEND2031', 'GIVEN20311']);
  expect(affiliate.body.affiliateCode).toMatchObject({ code: 'FRIEND2031', type: 'affiliate', creator: 'Ana Test' });
  expect(promotional.body.results).toMatchObject([{ code: 'GIVEN20311', type: 'promotional' }]);
  await till.subscribe(ana, 'tennis', { code: 'FRIEND2031', consent: false });
  expect((await read('/affiliate-codes/retrieve')).body.affiliateCode).toBeNull();
  const ben = await till.person();
  expect((await till.call('GET /discount-codes?sportId=tennis', undefined, { as: ben })).body.count).toBe(0);
});

test('D-190: one code per subscription; its end is announced 7 days before', async () => {
  const ana = await till.person();
  await addCode('SHORT20311', { months: 1 });
  await till.hadTrial(ana, 'tennis');
  await till.addCard(ana);
  expect((await till.subscribe(ana, 'tennis', { code: 'short 20311' })).body.subscription).toMatchObject({
    discountCodeEndAt: '2031-08-01T00:00:00.000Z',
  });
  till.at('2031-07-01T00:05:00Z');
  await till.bill();
  expect(await till.notices(ana)).not.toContain('discount_ending');
  till.at('2031-07-26T00:05:00Z');
  await till.bill();
  await till.bill();
  expect((await till.notices(ana)).filter((kind) => kind === 'discount_ending')).toHaveLength(1);
  expect((await till.invoices(ana)).map(({ total }) => total)).toEqual([100, 199]);
});
