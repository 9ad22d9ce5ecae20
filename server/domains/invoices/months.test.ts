import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape, problemOf } from '../auth/people.fixtures.ts';
import { applyPayment } from './index.ts';
import { FAILS_LATER, GOOD, startTill, type Till } from './billing.fixtures.ts';

let till: Till;
beforeAll(async () => {
  till = await startTill();
});
afterAll(() => till.server.close());

const db = () => till.server.services.database.db;
const isRight = async () => {
  const { differences, sum, ours, theirs } = await till.books();
  expect({ differences, sum, ours }).toEqual({ differences: [], sum: 0, ours: theirs });
};
/** Somebody who pays for sports since the middle of June. */
const member = async (...sports: string[]) => {
  till.at('2031-06-16T00:00:00Z');
  const person = await till.person();
  await till.addCard(person);
  for (const sport of sports) {
    await till.hadTrial(person, sport);
    expect((await till.subscribe(person, sport)).status).toBe(200);
  }
  return person;
};
const billAt = async (text: string) => {
  till.at(text);
  await till.bill();
};
const leave = (as: TestPerson, sport: string) => till.call(`DELETE /subscriptions/${sport}/remove`, undefined, { as });
const stateOf = async (as: TestPerson, sport: string) => {
  const { type, status } = await till.row(as, sport);
  return [type, status, await till.hasAccess(as, sport)];
};
const lastInvoice = async (as: TestPerson) => (await till.invoices(as)).at(-1)!;

test('SUB-005, D-345: the first of the month brings one invoice with all sports, charged once, also after a week away', async () => {
  const ana = await member('tennis', 'golf');
  await billAt('2031-06-30T23:59:00Z');
  expect(await till.invoices(ana)).toHaveLength(2);
  till.at('2031-07-08T12:00:00Z');
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', null, true]);
  await Promise.all([till.bill(), till.bill()]);
  await till.bill();
  expect((await till.invoices(ana)).slice(2)).toMatchObject([{ kind: 'month', status: 'paid', total: 798 }]);
  expect(await till.row(ana, 'golf')).toMatchObject({ paid_to: new Date('2031-08-01T00:00:00Z') });
  expect(await till.taken(ana)).toBe(400 + 798);
  // A month that nothing ran in is not billed.
  await billAt('2031-09-20T00:00:00Z');
  expect((await till.invoices(ana)).slice(3)).toMatchObject([{ total: 798 }]);
  await isRight();
});

test('SUB-024, SUB-035, D-186: a failed renewal keeps access for retries after 3, 5 and 7 days, then suspends, and ends after 30 days; the debt is on the next invoice', async () => {
  const ana = await member('tennis');
  await till.addCard(ana, FAILS_LATER);
  await billAt('2031-07-01T00:00:00Z');
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', 'payment_error', true]);
  for (const [time, tries] of [
    ['2031-07-03T23:00:00Z', 1],
    ['2031-07-04T00:00:00Z', 2],
    ['2031-07-06T00:10:00Z', 3],
    ['2031-07-07T23:50:00Z', 3],
  ] as const) {
    await billAt(time);
    const { id } = await lastInvoice(ana);
    const { rows } = await sql`select 1 from invoice_attempts where invoice_id = ${id}`.execute(db());
    expect(rows, time).toHaveLength(tries);
    expect(await till.hasAccess(ana, 'tennis')).toBe(true);
  }
  await billAt('2031-07-08T00:00:00Z');
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', 'suspended', false]);
  expect(await lastInvoice(ana)).toMatchObject({ status: 'unpaid', total: 399 });
  expect((await till.notices(ana)).filter((kind) => kind === 'payment_failed')).toHaveLength(4);
  await billAt('2031-08-01T00:10:00Z');
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', 'suspended', false]);
  await billAt('2031-08-07T00:10:00Z');
  expect(await stateOf(ana, 'tennis')).toEqual(['expired', null, false]);
  await till.addCard(ana);
  till.at('2031-08-16T12:00:00Z');
  const seen = await till.call('POST /subscription-preview/tennis', {}, { as: ana });
  expect(seen.body).toMatchObject({ debt: 399, total: 200 + 399 });
  await till.subscribe(ana, 'tennis', { quotedAt: seen.body.quotedAt });
  const last = await lastInvoice(ana);
  expect(last).toMatchObject({ debt: 399, total: 599, status: 'paid' });
  const read = await till.call(`GET /invoices/${last.id}`, undefined, { as: ana });
  expect(read.body).toMatchObject({ items: [{ fullAmount: 200 }], debt: 399, total: 599 });
  expect((await till.invoices(ana)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  expect(await till.taken(ana)).toBe(200 + 599);
  await isRight();
});

test('D-188: a failed renewal is paid at once by its person or after another card was kept, and never twice', async () => {
  const ana = await member('tennis');
  const bad = await till.addCard(ana, FAILS_LATER);
  await billAt('2031-07-01T00:00:00Z');
  const { id } = await lastInvoice(ana);
  const pay = () => till.call(`POST /invoices/${id}/pay`, {}, { as: ana });
  expect(problemOf(await pay()).code).toBe('payment.declined');
  expect((await till.call('GET /payment-methods', undefined, { as: ana })).body.results[0]).toMatchObject({
    id: bad,
    errorCode: 'card_declined',
    hasActiveSubscriptions: true,
  });
  await till.addCard(ana, '5555555555554444');
  const paid = await Promise.all([pay(), pay(), pay()]);
  expect(paid.some(({ status }) => status === 200)).toBe(true);
  expect(problemOf(await pay()).code).toBe('invoice.not_open');
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', null, true]);
  await billAt('2031-07-04T00:10:00Z');
  expect(await till.taken(ana)).toBe(200 + 399);
  const ben = await till.person();
  expect((await till.call(`POST /invoices/${id}/pay`, {}, { as: ben })).status).toBe(404);
  expect((await till.call(`GET /invoices/${id}`, undefined, { as: ben })).status).toBe(404);
  await isRight();
});

test('SUB-019, D-189: the preferred card is in use while a subscription is paid, and free after it was cancelled', async () => {
  const ana = await member('tennis');
  const listed = async () => (await till.call('GET /payment-methods', undefined, { as: ana })).body.results;
  const [card] = await listed();
  expect(card).toMatchObject({ hasActiveSubscriptions: true, isDefaultMethod: true });
  const remove = () => till.call('POST /payment-method/delete', { payment_method_id: card.id }, { as: ana });
  const refused = await remove();
  expect([refused.status, problemOf(refused).code]).toEqual([409, 'payment.method_in_use']);
  expect(await listed()).toEqual([card]);
  await leave(ana, 'tennis');
  expect((await remove()).status).toBe(204);
  expect(await listed()).toEqual([]);
});

test('SUB-007, SUB-075, D-185: a paid subscription that is left runs until its paid month ends; it can be taken back until then', async () => {
  const [ana, ben] = [await member('tennis'), await member('tennis')];
  for (const as of [ana, ben]) {
    const left = await leave(as, 'tennis');
    expect(hasShape('subscriptions.remove', left)).toBe(true);
    expect(left.body).toMatchObject({
      subscriptionStatus: 'cancellation',
      subscriptionCanceledAt: '2031-06-16T00:00:00.000Z',
    });
  }
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', 'cancellation', true]);
  const back = (consent: boolean) => till.call('POST /subscriptions/tennis/resubscribe', { consent }, { as: ben });
  expect(problemOf(await back(false)).code).toBe('subscription.consent_needed');
  expect((await back(true)).body).toMatchObject({ subscription: { subscriptionStatus: null }, payment: null });
  expect(problemOf(await back(true)).code).toBe('subscription.not_cancelled');
  await billAt('2031-07-01T00:00:00Z');
  expect(await stateOf(ana, 'tennis')).toEqual(['expired', null, false]);
  expect(await stateOf(ben, 'tennis')).toEqual(['subscribed', null, true]);
  expect([await till.taken(ana), await till.taken(ben)]).toEqual([200, 200 + 399]);
  await isRight();
});

test('SUB-075: a sport that is left while the payment of its new month is on its way runs on, as long as that is tried', async () => {
  const ana = await member('tennis');
  till.at('2031-07-01T00:10:00Z');
  till.sandbox.faults.setAway(true);
  await till.bill();
  await leave(ana, 'tennis');
  await till.bill();
  till.sandbox.faults.reset();
  expect(await till.hasAccess(ana, 'tennis')).toBe(true);
  await billAt('2031-07-01T01:10:00Z');
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', 'cancellation', true]);
  expect(await till.taken(ana)).toBe(200 + 399);
  await billAt('2031-08-01T00:10:00Z');
  expect(await stateOf(ana, 'tennis')).toEqual(['expired', null, false]);
  expect(await till.taken(ana)).toBe(200 + 399);
  await isRight();
});

test('SUB-003, D-183, D-273: a Beta sport that is launched becomes a trial; a trial ends, charged if the person has agreed, and every change is in the row', async () => {
  till.at('2031-06-02T00:00:00Z');
  const [ana, ben, cleo] = [await till.person(), await till.person(), await till.person()];
  for (const as of [ana, ben]) await till.subscribe(as, 'rugby', { consent: false });
  await sql`update sports set sport_type = 'Launched' where id = 'rugby'`.execute(db());
  await till.bill();
  expect(await stateOf(ana, 'rugby')).toEqual(['trial-free', null, true]);
  expect(await till.notices(ana)).toContain('sport_launched');
  await till.subscribe(cleo, 'soccer', { consent: false });
  await till.addCard(cleo);
  // Ben agrees to be charged, by paying for another sport; Cleo has a card and has never agreed.
  await till.addCard(ben);
  await till.hadTrial(ben, 'golf');
  await till.subscribe(ben, 'golf');
  const before = await till.taken(ben);
  await billAt('2031-06-13T00:10:00Z');
  expect(await till.notices(ana)).toContain('trial_ending');
  const version = async () =>
    (await sql<{ version: number }>`select version from subscriptions where user_id = ${ana.userId}`.execute(db()))
      .rows[0]!.version;
  const former = await version();
  await billAt('2031-06-16T00:05:00Z');
  expect(await stateOf(ana, 'rugby')).toEqual(['expired', null, false]);
  expect(await version()).toBeGreaterThan(former);
  expect(await till.notices(ana)).toContain('trial_ended');
  expect(await stateOf(cleo, 'soccer')).toEqual(['expired', null, false]);
  expect(await till.taken(cleo)).toBe(0);
  expect(await stateOf(ben, 'rugby')).toEqual(['subscribed', null, true]);
  expect((await till.taken(ben)) - before).toBe(200);
  await isRight();
});

test('decision 0120 a suspended person is not charged: the trial ends, and the paid sport is not renewed', async () => {
  till.at('2031-06-02T00:00:00Z');
  const operator = await till.server.addPerson({ isSuperadmin: true });
  const [dan, eve] = [await till.person(), await till.person()];
  for (const as of [dan, eve]) {
    await till.subscribe(as, 'soccer', { consent: false });
    await till.addCard(as);
    await till.hadTrial(as, 'golf');
    // Agrees to be charged.
    expect((await till.subscribe(as, 'golf')).status).toBe(200);
  }
  const path = `PUT /admin/people/${dan.userId}/suspended`;
  const suspended = await till.call(path, { suspended: true, reason: 'Insults in comments.' }, { as: operator });
  expect(suspended.status).toBe(200);
  const before = await till.taken(dan);
  expect(before).toBe(await till.taken(eve));
  await billAt('2031-06-16T00:05:00Z');
  expect(await stateOf(eve, 'soccer')).toEqual(['subscribed', null, true]);
  expect(await stateOf(dan, 'soccer')).toEqual(['expired', null, false]);
  // Paid until the end of the month.
  expect(await stateOf(dan, 'golf')).toEqual(['subscribed', 'cancellation', true]);
  await billAt('2031-07-01T00:10:00Z');
  expect(await stateOf(eve, 'golf')).toEqual(['subscribed', null, true]);
  expect(await stateOf(dan, 'golf')).toEqual(['expired', null, false]);
  expect(await till.taken(dan)).toBe(before);
  expect(await till.taken(eve)).toBeGreaterThan(before);
  await isRight();
});

test('a payment event that comes late, twice or before the answer changes nothing more; a refund and a dispute are booked', async () => {
  const ana = await member('tennis');
  const { rows } = await sql<{
    id: string;
  }>`select a.payment_id as id from invoice_attempts a join invoices i on i.id = a.invoice_id
    where i.user_id = ${ana.userId}`.execute(db());
  const paymentId = rows[0]!.id;
  const { services } = till.server;
  const payment = await till.sandbox.readPayment(paymentId);
  const before = await till.invoices(ana);
  for (const status of ['succeeded', 'requires_action', 'requires_payment_method'] as const)
    await applyPayment(services, { ...payment, status });
  expect(await till.invoices(ana)).toEqual(before);
  expect(await applyPayment(services, { ...payment, metadata: {} })).toBe(false);

  const { applyDispute, applyRefund } = await import('./index.ts');
  const refund = await till.sandbox.refund({ paymentId, amount: 70, metadata: {} }, 'a-refund');
  for (let times = 0; times < 2; times += 1) await applyRefund(services, refund);
  expect(await till.taken(ana)).toBe(130);
  // A dispute may be larger than what is left of the payment.
  const disputeId = await till.sandbox.openDispute(paymentId, 210);
  for (let times = 0; times < 2; times += 1) await applyDispute(services, await till.sandbox.readDispute(disputeId));
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', 'suspended', false]);
  await till.sandbox.closeDispute(disputeId, 'won');
  await applyDispute(services, await till.sandbox.readDispute(disputeId));
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', null, true]);
  await isRight();
});

test('a dispute after the subscription has ended is booked, closes nothing else, and a win gives nothing back that has ended', async () => {
  const ana = await member('tennis', 'soccer');
  const { rows } = await sql<{ id: string; invoiceId: string }>`select a.payment_id as id, i.id as "invoiceId"
    from invoice_attempts a join invoices i on i.id = a.invoice_id join invoice_items t on t.invoice_id = i.id
    where i.user_id = ${ana.userId} and t.sport_id = 'tennis' order by i.created_at limit 1`.execute(db());
  await leave(ana, 'tennis');
  await billAt('2031-07-01T00:00:00Z');
  const ended = ['expired', null, false];
  const running = ['subscribed', null, true];
  const states = async () => [await stateOf(ana, 'tennis'), await stateOf(ana, 'soccer')];
  expect(await states()).toEqual([ended, running]);
  const taken = await till.taken(ana);
  const disputeId = await till.sandbox.openDispute(rows[0]!.id, 200);
  const { applyDispute } = await import('./index.ts');
  const tell = async () => applyDispute(till.server.services, await till.sandbox.readDispute(disputeId));
  await tell();
  expect(await states()).toEqual([ended, running]);
  expect(await till.taken(ana)).toBe(taken - 200);
  const read = await till.call(`GET /invoices/${rows[0]!.invoiceId}`, undefined, { as: ana });
  expect(read.body.payments).toMatchObject([
    { kind: 'charge', amount: 200 },
    { kind: 'dispute', amount: -200 },
  ]);
  await till.sandbox.closeDispute(disputeId, 'won');
  await tell();
  expect(await states()).toEqual([ended, running]);
  expect(await till.taken(ana)).toBe(taken);
  await isRight();
});

test('the provider is away for an hour on the first of the month: access goes on, and everybody is charged once', async () => {
  const ana = await member('tennis');
  till.at('2031-07-01T00:00:00Z');
  till.sandbox.faults.setAway(true);
  await till.bill();
  expect(await stateOf(ana, 'tennis')).toEqual(['subscribed', null, true]);
  till.sandbox.faults.setAway(false);
  await billAt('2031-07-01T01:00:00Z');
  await billAt('2031-07-01T01:10:00Z');
  expect(await till.taken(ana)).toBe(200 + 399);
  await isRight();
});

test('D-90: a person who deletes the account is not charged any more; a paid time runs on', async () => {
  const ana = await member('tennis');
  await till.addCard(ana, FAILS_LATER);
  await billAt('2031-07-01T00:00:00Z');
  await sql`update users set deleted_at = '2031-07-02', deletion = '{}' where id = ${ana.userId}`.execute(db());
  await billAt('2031-07-02T00:10:00Z');
  expect((await till.invoices(ana)).map(({ status }) => status)).toEqual(['paid', 'void']);
  await till.addCard(await till.person(), GOOD);
  await billAt('2031-07-09T00:10:00Z');
  expect(await till.taken(ana)).toBe(200);
  await isRight();
});

test('SUB-033, SUB-034, SUB-035, SUB-090, SUB-091, SUB-092: invoices are read by year and month, each with its reasons and tries', async () => {
  const ana = await member('tennis');
  await billAt('2031-07-01T00:00:00Z');
  const history = await till.call('GET /invoices/history', undefined, { as: ana });
  expect(hasShape('invoices.history', history)).toBe(true);
  expect(history.body.years).toEqual([
    {
      year: 2031,
      invoices: [
        { month: 7, amount: 399, currency: 'usd' },
        { month: 6, amount: 200, currency: 'usd' },
      ],
    },
  ]);
  const until = await till.call('GET /invoices/history?date_from=2031-06-16&date_to=2031-06-16', undefined, {
    as: ana,
  });
  expect(until.body.years[0].invoices).toHaveLength(1);
  const monthly = await till.call('GET /invoices/monthly/2031/7', undefined, { as: ana });
  expect(hasShape('invoices.monthly', monthly)).toBe(true);
  expect(monthly.body).toMatchObject({
    invoices: [{ totalAmount: 399, status: 'paid' }],
    nextMonthFirstDate: '2031-08-01T00:00:00.000Z',
  });
  const read = await till.call(`GET /invoices/${monthly.body.invoices[0].id}`, undefined, { as: ana });
  expect(hasShape('invoices.read', read)).toBe(true);
  expect(read.body).toMatchObject({
    items: [{ sportName: 'Tennis', fullAmount: 399, discountAmount: 0, discountCodeValue: null, reason: 'month' }],
    debt: 0,
    total: 399,
    payments: [{ kind: 'charge', status: 'succeeded', amount: 399, cardLast4: '4242' }],
  });
  const ben = await till.person();
  expect((await till.call('GET /invoices/history', undefined, { as: ben })).body).toEqual({ years: [] });
});
