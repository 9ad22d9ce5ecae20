import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CodeOfDesk } from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { hasShape, problemOf } from '../auth/people.fixtures.ts';
import { limitsOf, reason, START, startCodes, type TestCodes } from './codes.fixtures.ts';

let codes: TestCodes;
beforeAll(async () => {
  codes = await startCodes();
});
beforeEach(() => {
  codes.till.at(START);
});
afterAll(() => codes.till.server.close());

test('D-219 INV-021 an operator finds codes of both kinds by code, Creator’s name and email; nobody else does', async () => {
  const { till, ana, call, promote, usernameOf, agree, issued, list, read, set } = codes;
  const { username, email } = await usernameOf(ana);
  const promotion = await issued(promote({ code: 'find-me 2031', sports: ['golf', 'tennis'] }));
  const agreement = await issued(agree({ code: 'FINDANA2031' }));
  const answer = await list();
  expect(hasShape('desk.codes', answer)).toBe(true);
  expect(await read(promotion.id)).toEqual({
    id: expect.any(String),
    codeValue: 'FINDME2031',
    kind: 'promotional',
    isStandard: false,
    name: 'Promotional code',
    creator: null,
    status: 'Active',
    isPaused: false,
    isPausedByCreator: false,
    used: 0,
    usageRate: 0,
    maximumQuantityOfCodes: null,
    customerMarketingFeeUnit: null,
    customerMarketingFeeValue: null,
    discountAmountUnit: 'percent',
    discountAmountValue: 50,
    durationInMonths: 2,
    sports: ['Golf', 'Tennis'],
    startDate: null,
    expiryDate: null,
    creationDate: '2031-06-16T00:00:00.000Z',
  });
  const found = async (query: string) =>
    (await list(query)).body.results.map(({ codeValue }: CodeOfDesk) => codeValue) as string[];
  expect(await found('&kind=promotional')).toEqual(['FINDME2031']);
  expect(await found('&kind=affiliate')).toEqual(['FINDANA2031']);
  expect(await found('&search=findme')).toEqual(['FINDME2031']);
  expect(await found('&search=Find-Me 20')).toEqual(['FINDME2031']);
  for (const words of [username, email, 'ana test', 'findana'])
    expect(await found(`&search=${words}`), words).toEqual(['FINDANA2031']);
  expect(await found('&search=%25')).toEqual([]);
  expect(await found('&search=-')).toEqual([]);
  const second = await call('GET /admin/codes?limit=1&offset=1', undefined);
  expect(second.body).toMatchObject({ count: 2, results: { length: 1 } });
  expect(second.body.most).toEqual({
    discount: { currency: 399, percent: 100 },
    fee: { currency: 120, percent: 30 },
  });
  // An invitation to a friend is none of them.
  await call('POST /invites/friend/email', { email: 'friend@example.net' }, ana);
  expect((await list()).body.count).toBe(2);
  for (const as of [ana, await till.person()]) {
    expect((await list('', as)).status).toBe(404);
    expect((await promote({}, as)).status).toBe(404);
    expect((await agree({}, as)).status).toBe(404);
    expect((await set(promotion, { isPaused: true }, as)).status).toBe(404);
    expect((await set(agreement, { isPaused: true }, as)).status).toBe(404);
  }
});

test('SUB-026 D-191 a promotional code is issued, checked and subscribed with; its discount is on the invoice and the books are right', async () => {
  const { till, operator, promote, issued, read, check, actsOn, payer } = codes;
  const code = await issued(
    promote({ code: 'SPRING20311', discountAmountUnit: 'currency', discountAmountValue: 150, sports: ['tennis'] }),
  );
  expect(await actsOn(code)).toEqual([
    {
      actor_id: operator.userId,
      act: 'code.issued',
      reason,
      detail: {
        before: 'not issued',
        after:
          '$1.50 off the monthly price for 2 full months after the first payment. · Tennis · active, any number of subscriptions, without an end',
      },
    },
  ]);
  const mia = await payer();
  const checked = await check(mia, 'spring-20311');
  expect(hasShape('discounts.check', checked)).toBe(true);
  expect(checked.body).toMatchObject({ type: 'promotional', discountAmountValue: 150, durationInMonths: 2 });
  expect(problemOf(await check(mia, 'SPRING20311', 'golf')).code).toBe('discount.unknown');
  const begun = await till.subscribe(mia, 'tennis', { code: 'SPRING20311' });
  expect(begun.body.subscription).toMatchObject({ discountCodeEndAt: '2031-09-01T00:00:00.000Z' });
  // Half of June, at 399 − 150.
  expect(await till.invoices(mia)).toMatchObject([{ kind: 'first', status: 'paid', total: 125 }]);
  expect(await read(code.id)).toMatchObject({ used: 1, usageRate: 1 });
  till.at('2031-07-01T00:05:00Z');
  await till.bill();
  expect((await till.invoices(mia)).map(({ total }) => total)).toEqual([125, 249]);
  const { differences, sum, ours, theirs } = await till.books();
  expect({ differences, sum }).toEqual({ differences: [], sum: 0 });
  expect(ours).toBe(theirs);
});

test('SUB-026 the last use of a code, taken by two people at once, is given to one; the other reads that it was used up', async () => {
  const { till, promote, issued, read, payer } = codes;
  const code = await issued(promote({ maximumQuantityOfCodes: 1 }));
  const people = [await payer(), await payer()];
  const both = await Promise.all(people.map((as) => till.subscribe(as, 'tennis', { code: code.codeValue })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  const refused = both.find(({ status }) => status === 410)!;
  expect(refused.body.errors[0]).toMatchObject({
    code: 'discount.expired',
    field: 'code',
    message: 'This code has expired or was used up.',
  });
  expect(await read(code.id)).toMatchObject({ used: 1, maximumQuantityOfCodes: 1 });
  const { differences, sum } = await till.books();
  expect({ differences, sum }).toEqual({ differences: [], sum: 0 });
});

test('decision 0131: an affiliate code whose uses are taken is not applied any more; applying takes none, so that of two at the last use one is refused', async () => {
  const { till, agree, issued, read, payer, call } = codes;
  const code = await issued(
    agree({ discountAmountUnit: 'percent', discountAmountValue: 25, maximumQuantityOfCodes: 1 }),
  );
  const apply = (as: Awaited<ReturnType<typeof payer>>) =>
    call('POST /affiliate-code/apply', { code: code.codeValue.toLowerCase() }, as);
  const people = [await payer(), await payer()];
  for (const as of people) expect((await apply(as)).body).toEqual({ sender: 'Ana Test' });
  const both = await Promise.all(people.map((as) => till.subscribe(as, 'tennis', { code: code.codeValue })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  expect(await read(code.id)).toMatchObject({ used: 1, usageRate: 2 });
  for (const as of [...people, await payer()])
    expect((await apply(as)).body.errors[0]).toMatchObject({
      code: 'discount.expired',
      field: 'code',
      message: 'This code has expired or was used up.',
    });
  // Nothing was kept for who was refused.
  expect(await read(code.id)).toMatchObject({ used: 1, usageRate: 2 });
});

test('D-27 a made code has 9 signs, a chosen one 9 to 20 without separators; a code of any kind is taken for ever', async () => {
  const { operator, ana, call, promote, agree, issued, set, actsOn } = codes;
  expect((await issued(promote())).codeValue).toMatch(/^[A-HJ-NP-Z2-9]{9}$/);
  expect((await issued(promote({ code: 'big-club one hundred 10' }))).codeValue).toBe('BIGCLUBONEHUNDRED10');
  for (const code of ['EIGHT234', 'TWENTYONESIGNS2345678', 'CODE_2031!', ''])
    expect(problemOf(await promote({ code })), code).toMatchObject({ status: 400, field: 'code' });
  const invited = await call('POST /invites/friend/email', { email: 'other@example.net' }, ana);
  const deleted = await issued(promote({ code: 'DELETED2031' }));
  expect((await set(deleted, { isDeleted: true })).status).toBe(200);
  await issued(agree({ code: 'AGREED20311' }));
  for (const code of [invited.body.code, 'deleted 2031', 'AGREED20311', 'BIGCLUBONEHUNDRED10']) {
    const refused = await promote({ code });
    expect(refused.body.errors[0], code).toMatchObject({
      code: 'code.exists',
      field: 'code',
      message: 'This code exists already. Choose another one, or leave the field empty for a new one.',
    });
    expect(problemOf(await agree({ code }))).toEqual({ status: 409, code: 'code.exists', field: 'code' });
  }
  // A repeat of the same request is the same code.
  const key = newId();
  const [one, two] = [await promote({}, operator, key), await promote({}, operator, key)];
  expect(two.body).toEqual(one.body);
  expect(await actsOn(one.body)).toHaveLength(1);
});

test('D-191 D-357 what a new code is worth, its months, maximum and days have bounds, each with its words', async () => {
  const { till, promote, issued, payer } = codes;
  const refused = async (facts: Record<string, unknown>) => {
    const { status, body } = await promote(facts);
    return [status, body.errors?.[0]?.field, body.errors?.[0]?.message];
  };
  const field = 'discountAmountValue';
  expect(await refused({ discountAmountValue: 101 })).toEqual([422, field, 'The discount is at most 100 %.']);
  expect(await refused({ discountAmountUnit: 'currency', discountAmountValue: 400 })).toEqual([
    422,
    field,
    'The discount is at most $3.99.',
  ]);
  for (const discountAmountValue of [0, -1, 1.5, null])
    expect((await refused({ discountAmountValue })).slice(0, 2)).toEqual([400, field]);
  for (const durationInMonths of [0, 37, 1.5])
    expect((await refused({ durationInMonths })).slice(0, 2)).toEqual([400, 'durationInMonths']);
  for (const maximumQuantityOfCodes of [0, 1_000_001])
    expect((await refused({ maximumQuantityOfCodes })).slice(0, 2)).toEqual([400, 'maximumQuantityOfCodes']);
  const late = 'Choose today or a later day.';
  expect(await refused({ startDate: '2031-06-15' })).toEqual([422, 'startDate', late]);
  expect(await refused({ expiryDate: '2031-06-15' })).toEqual([422, 'expiryDate', late]);
  expect(await refused({ startDate: '2031-07-02', expiryDate: '2031-07-01' })).toEqual([
    422,
    'expiryDate',
    'A code ends on its first day or later.',
  ]);
  for (const expiryDate of ['2031-02-30', 'soon', '2031-07-01T00:00:00Z'])
    expect((await refused({ expiryDate })).slice(0, 2)).toEqual([400, 'expiryDate']);
  expect((await promote({ sports: ['chess'] })).status).toBe(404);
  expect((await promote({ reason: '' })).status).toBe(400);
  // The whole price may be given away: it costs nothing, and never less.
  const whole = await issued(
    promote({ discountAmountUnit: 'currency', discountAmountValue: 399, durationInMonths: 36 }),
  );
  const mia = await payer();
  const begun = await till.subscribe(mia, 'tennis', { code: whole.codeValue });
  expect([begun.status, begun.body.subscription?.discountCodeEndAt]).toEqual([200, '2034-07-01T00:00:00.000Z']);
  expect(await till.taken(mia)).toBe(0);
});

test('INV-022 a code counts from its first day until its last is over, in UTC', async () => {
  const { till, promote, issued, read, set, check } = codes;
  const code = await issued(promote({ startDate: '2031-06-20', expiryDate: '2031-06-21' }));
  expect(code).toMatchObject({ status: 'Inactive', startDate: '2031-06-20', expiryDate: '2031-06-21' });
  const mia = await till.person();
  const at = async (time: string) => {
    till.at(time);
    const { status, body } = await check(mia, code.codeValue);
    return [(await read(code.id)).status, status === 200 ? 'ok' : body.errors[0].code];
  };
  expect(await at('2031-06-19T23:59:59Z')).toEqual(['Inactive', 'discount.unknown']);
  expect(await at('2031-06-20T00:00:00Z')).toEqual(['Active', 'ok']);
  expect(await at('2031-06-21T23:59:59Z')).toEqual(['Active', 'ok']);
  expect(await at('2031-06-22T00:00:00Z')).toEqual(['Expired', 'discount.expired']);
  // An end that is over can be moved, but only to what is to come.
  const expired = await read(code.id);
  expect(problemOf(await set(expired, { expiryDate: '2031-06-21', maximumQuantityOfCodes: 5 }))).toMatchObject({
    status: 200,
  });
  const later = await read(code.id);
  expect(problemOf(await set(later, { expiryDate: '2031-06-20' })).code).toBe('code.expiry_past');
  expect((await set(later, { expiryDate: '2031-06-22' })).body).toMatchObject({ status: 'Active' });
  expect((await check(mia, code.codeValue)).status).toBe(200);
  till.at('2031-06-16T12:00:00Z');
  const again = await read(code.id);
  expect(problemOf(await set(again, { expiryDate: '2031-06-17' })).code).toBe('code.expiry_before_start');
});

test('decision 0129: the maximum is never below what is used, and what a code is worth is never changed', async () => {
  const { till, operator, call, promote, issued, read, set, check, actsOn, payer } = codes;
  const code = await issued(promote());
  for (const as of [await payer(), await payer()]) await till.subscribe(as, 'tennis', { code: code.codeValue });
  const used = await read(code.id);
  const refused = await set(used, { maximumQuantityOfCodes: 1 });
  expect(refused.body.errors[0]).toMatchObject({
    code: 'code.below_used',
    field: 'maximumQuantityOfCodes',
    message: 'Enter 2 or more: so many subscriptions have begun with this code.',
  });
  const full = await set(used, { maximumQuantityOfCodes: 2, discountAmountValue: 90 });
  expect(hasShape('desk.setPromotionalCode', full)).toBe(true);
  expect(full.body).toMatchObject({ used: 2, maximumQuantityOfCodes: 2, discountAmountValue: 50 });
  const cleo = await payer();
  expect(problemOf(await check(cleo, code.codeValue)).code).toBe('discount.expired');
  expect((await set(full.body, { maximumQuantityOfCodes: null, expiryDate: '2031-12-31' })).status).toBe(200);
  expect((await check(cleo, code.codeValue)).body.expiredAt).toBe('2032-01-01T00:00:00.000Z');
  expect((await actsOn(code)).slice(1)).toEqual([
    {
      actor_id: operator.userId,
      act: 'code.changed',
      reason,
      detail: {
        before: 'active, any number of subscriptions, without an end',
        after: 'active, at most 2 subscriptions, without an end',
      },
    },
    {
      actor_id: operator.userId,
      act: 'code.changed',
      reason,
      detail: {
        before: 'active, at most 2 subscriptions, without an end',
        after: 'active, any number of subscriptions, until 2031-12-31',
      },
    },
  ]);
  const log = await call('GET /admin/acts?about=code&limit=100', undefined);
  const own = log.body.results.filter(({ subject }: { subject: { id: string } }) => subject.id === code.id);
  expect(own[0]).toMatchObject({
    act: 'code.changed',
    subject: { kind: 'code', name: code.codeValue },
    change: { after: 'active, any number of subscriptions, until 2031-12-31' },
    reason,
  });
});

test('decision 0129: of two operators the second is told, and nothing of theirs is undone; what is as asked for stays without an act', async () => {
  const { till, promote, issued, read, set, actsOn } = codes;
  const code = await issued(promote());
  const other = await till.person({ isSuperadmin: true });
  // Both wait for the row: then one after the other, each with what it saw.
  const client = await till.server.services.database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from shareable_codes where id = $1 for update', [code.id]);
  const both = [set(code, { maximumQuantityOfCodes: 10 }), set(code, { isPaused: true }, other)];
  await expect.poll(() => lockWaiters(till.server.services.database.pool), { timeout: 20_000 }).toBe(2);
  await client.query('commit');
  client.release();
  const answers = await Promise.all(both);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(problemOf(answers.find(({ status }) => status === 409)!).code).toBe('code.changed_meanwhile');
  expect(await actsOn(code)).toHaveLength(2);
  const now = await read(code.id);
  expect(await set(code, limitsOf(now), other)).toMatchObject({ status: 200 });
  expect(await actsOn(code)).toHaveLength(2);
  expect((await set({ ...now, id: newId() }, { isPaused: true })).status).toBe(404);
  expect((await set({ ...now, kind: 'affiliate' }, { isPaused: true })).status).toBe(404);
});

test('INV-022 a deleted code is refused for good; who subscribed with it keeps the discount', async () => {
  const { till, promote, issued, read, set, check, actsOn, payer } = codes;
  const code = await issued(promote());
  const mia = await payer();
  await till.subscribe(mia, 'tennis', { code: code.codeValue });
  const deleted = await set(await read(code.id), { isDeleted: true, expiryDate: '2031-12-31' });
  // Only what was asked: its limits stay as they were.
  expect(deleted.body).toMatchObject({ status: 'Deleted', expiryDate: null });
  expect(problemOf(await check(await till.person(), code.codeValue)).code).toBe('discount.expired');
  expect((await set(deleted.body, { isDeleted: true })).status).toBe(200);
  expect(problemOf(await set(deleted.body, { isPaused: true })).code).toBe('code.changed_meanwhile');
  expect(problemOf(await set(deleted.body, {})).code).toBe('code.changed_meanwhile');
  expect((await actsOn(code)).map(({ act }) => act)).toEqual(['code.issued', 'code.deleted']);
  till.at('2031-07-01T00:05:00Z');
  await till.bill();
  expect((await till.invoices(mia)).map(({ total }) => total)).toEqual([100, 199]);
});
