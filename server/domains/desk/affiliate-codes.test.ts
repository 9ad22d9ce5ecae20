import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CodeOfDesk } from '#contract/desk.ts';
import { hasShape, problemOf } from '../auth/people.fixtures.ts';
import { START, startCodes, type TestCodes } from './codes.fixtures.ts';

let codes: TestCodes;
beforeAll(async () => {
  codes = await startCodes();
});
beforeEach(() => {
  codes.till.at(START);
});
afterAll(() => codes.till.server.close());

test('D-291 a Creator does not lift an operator’s pause, nor an operator the Creator’s', async () => {
  const { till, ana, db, call, promote, agree, issued, read, set, check, actsOn } = codes;
  const code = await issued(agree({ discountAmountUnit: 'percent', discountAmountValue: 25 }));
  const mia = await till.person();
  const own = async () =>
    (await call('GET /affiliate-codes/my', undefined, ana)).body.results.find(({ id }: CodeOfDesk) => id === code.id);
  const turn = (status: 'Active' | 'Suspended') =>
    call(`PATCH /affiliate-codes/my/update-status/${code.id}`, { status }, ana);
  expect((await check(mia, code.codeValue)).body).toMatchObject({ type: 'affiliate', creator: 'Ana Test' });
  const paused = await set(code, { isPaused: true });
  expect(hasShape('desk.setAffiliateCode', paused)).toBe(true);
  expect(paused.body).toMatchObject({ status: 'Suspended', isPaused: true, isPausedByCreator: false });
  expect(await own()).toMatchObject({ status: 'Suspended', isPausedByOperator: true });
  const refused = await turn('Active');
  expect([refused.status, refused.body.errors[0].message]).toEqual([
    409,
    'Sideline has paused this code. Write to us under Help & Support to ask why.',
  ]);
  expect(problemOf(await check(mia, code.codeValue)).code).toBe('discount.expired');
  expect(problemOf(await call('POST /affiliate-code/apply', { code: code.codeValue }, mia)).code).toBe(
    'affiliate.paused',
  );
  expect((await set(paused.body, { isPaused: false })).body).toMatchObject({ status: 'Active', isPaused: false });
  expect(await own()).toMatchObject({ status: 'Active', isPausedByOperator: false });
  expect((await turn('Suspended')).body).toMatchObject({ status: 'Suspended' });
  expect(await read(code.id)).toMatchObject({ status: 'Suspended', isPaused: false, isPausedByCreator: true });
  await set(await read(code.id), { isPaused: true });
  await set(await read(code.id), { isPaused: false });
  expect(await read(code.id)).toMatchObject({ status: 'Suspended', isPausedByCreator: true });
  expect((await turn('Active')).body).toMatchObject({ status: 'Active' });
  expect((await actsOn(code)).map(({ act }) => act)).toEqual([
    'code.issued',
    'code.paused',
    'code.activated',
    'code.paused',
    'code.activated',
  ]);
  // A promotional code that a command switched off is activated too.
  const promotion = await issued(promote());
  await db().updateTable('shareable_codes').set({ is_active: false }).where('id', '=', promotion.id).execute();
  const off = await read(promotion.id);
  expect(off).toMatchObject({ status: 'Suspended', isPaused: true, isPausedByCreator: false });
  expect((await set(off, { isPaused: false })).body).toMatchObject({ status: 'Active', isPaused: false });
});

test('D-219 D-350 a code by agreement is issued to an approved Creator, by username or email, with a fee within the platform’s share', async () => {
  const { till, ana, db, call, usernameOf, agree, read, set } = codes;
  const { username, email } = await usernameOf(ana);
  const code = await agree({ creator: email.toUpperCase(), code: 'ANASCAMP2031', expiryDate: '2031-12-31' });
  expect(hasShape('desk.issueAffiliateCode', code)).toBe(true);
  expect(code.body).toMatchObject({
    codeValue: 'ANASCAMP2031',
    kind: 'affiliate',
    isStandard: false,
    name: 'Summer camp',
    creator: { name: 'Ana Test', username, state: 'active' },
    customerMarketingFeeUnit: 'percent',
    customerMarketingFeeValue: 20,
    discountAmountValue: 0,
    durationInMonths: 6,
    expiryDate: '2031-12-31',
    sports: [],
  });
  expect((await call('GET /affiliate-codes/my', undefined, ana)).body.results).toContainEqual(
    expect.objectContaining({ codeValue: 'ANASCAMP2031', type: 'other', name: 'Summer camp', status: 'Active' }),
  );
  const mia = await till.person();
  expect((await call('POST /affiliate-code/apply', { code: 'anas camp 2031' }, mia)).body).toEqual({
    sender: 'Ana Test',
  });
  expect(await read(code.body.id)).toMatchObject({ used: 0, usageRate: 1 });

  const suspended = await till.person({ isEducator: true });
  await db().updateTable('users').set({ is_suspended: true }).where('id', '=', suspended.userId).execute();
  for (const creator of ['nobody', (await usernameOf(mia)).username, (await usernameOf(suspended)).email])
    expect(problemOf(await agree({ creator })), creator).toEqual({
      status: 422,
      code: 'code.no_creator',
      field: 'creator',
    });
  const fee = async (unit: string, value: number) => {
    const { body } = await agree({ customerMarketingFeeUnit: unit, customerMarketingFeeValue: value });
    return body.errors?.[0]?.message ?? 'ok';
  };
  expect(await fee('percent', 31)).toBe('The fee is at most 30 %: it is paid from the platform’s share.');
  expect(await fee('currency', 121)).toBe('The fee is at most $1.20: it is paid from the platform’s share.');
  expect([await fee('percent', 30), await fee('currency', 120)]).toEqual(['ok', 'ok']);
  expect(problemOf(await agree({ discountAmountUnit: 'percent', discountAmountValue: 101 })).code).toBe(
    'code.discount_too_high',
  );
  // Without a discount there is nothing that a maximum counts.
  expect(problemOf(await agree({ maximumQuantityOfCodes: 5 }))).toMatchObject({
    status: 422,
    code: 'code.maximum_unused',
    field: 'maximumQuantityOfCodes',
  });
  expect(problemOf(await set(code.body, { maximumQuantityOfCodes: 5 })).code).toBe('code.maximum_unused');
  const limited = { discountAmountUnit: 'percent', discountAmountValue: 10, maximumQuantityOfCodes: 5 };
  expect((await agree(limited)).body).toMatchObject({ maximumQuantityOfCodes: 5, discountAmountValue: 10 });
});

test('decision 0129: the code of a Creator who is suspended or has left is not redeemed, and the desk says so', async () => {
  const { till, db, usernameOf, agree, issued, read, check, payer } = codes;
  const creator = await till.person({ isEducator: true });
  const { username } = await usernameOf(creator);
  const code = await issued(agree({ creator: username, discountAmountUnit: 'percent', discountAmountValue: 50 }));
  const mia = await payer();
  await till.subscribe(mia, 'tennis', { code: code.codeValue });
  const leo = await till.person();
  const set = (facts: { is_suspended?: boolean; deleted_at?: Date; deletion?: string }) =>
    db().updateTable('users').set(facts).where('id', '=', creator.userId).execute();
  await set({ is_suspended: true });
  expect(await read(code.id)).toMatchObject({
    status: 'Suspended',
    isPaused: false,
    isPausedByCreator: false,
    creator: { state: 'suspended' },
  });
  expect(problemOf(await check(leo, code.codeValue)).code).toBe('discount.expired');
  await set({ is_suspended: false });
  expect((await check(leo, code.codeValue)).status).toBe(200);
  await set({ deleted_at: new Date(START), deletion: '{}' });
  expect(await read(code.id)).toMatchObject({ status: 'Suspended', creator: { state: 'deleted' } });
  expect(problemOf(await check(leo, code.codeValue)).code).toBe('discount.unknown');
  // Who has it on a subscription keeps its discount.
  till.at('2031-07-01T00:05:00Z');
  await till.bill();
  expect((await till.invoices(mia)).map(({ total }) => total)).toEqual([100, 199]);
  const { differences, sum } = await till.books();
  expect({ differences, sum }).toEqual({ differences: [], sum: 0 });
});
