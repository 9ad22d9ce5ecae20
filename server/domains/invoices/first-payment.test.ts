import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { Db } from '#server/db/database.ts';
import { hasShape, problemOf } from '../auth/people.fixtures.ts';
import { ASKS_BANK, FAILS_LATER, startTill, type Till } from './billing.fixtures.ts';

let till: Till;
beforeAll(async () => {
  till = await startTill();
});
afterAll(() => till.server.close());

const MIDDLE = '2031-06-16T00:00:00Z';
/** Somebody who has had the trial of tennis and has a card. */
const payer = async (number?: string, address?: Record<string, string>) => {
  till.at(MIDDLE);
  const person = await till.person();
  await till.hadTrial(person, 'tennis');
  await till.addCard(person, number, address);
  return person;
};
const BERLIN = { line1: 'Torstr. 1', city: 'Berlin', state: 'BE', postal_code: '10119', country: 'DE' };
const isRight = async () => {
  const { differences, sum, ours, theirs } = await till.books();
  expect({ differences, sum, ours }).toEqual({ differences: [], sum: 0, ours: theirs });
};

test('SUB-006, D-344, SUB-074: the first payment is the rest of the month, and gives access to its end', async () => {
  const ana = await payer();
  const seen = await till.call('POST /subscription-preview/tennis', {}, { as: ana });
  expect(seen.body).toMatchObject({ total: 200, trialSubscription: false, isFree: false });
  till.at('2031-06-16T00:40:00Z');
  const paid = await till.subscribe(ana, 'tennis', { quotedAt: seen.body.quotedAt });
  expect(hasShape('subscriptions.create', paid)).toBe(true);
  expect(paid.body).toMatchObject({
    subscription: { subscriptionType: 'subscribed', subscriptionStatus: null },
    payment: { status: 'succeeded', clientSecret: null },
  });
  expect(await till.row(ana, 'tennis')).toMatchObject({ paid_to: new Date('2031-07-01T00:00:00Z') });
  expect(await till.taken(ana)).toBe(200);
  expect(await till.invoices(ana)).toMatchObject([{ kind: 'first', status: 'paid', subtotal: 200, total: 200 }]);
  expect(await till.hasAccess(ana, 'tennis')).toBe(true);
  expect(problemOf(await till.subscribe(ana, 'tennis'))).toMatchObject({ code: 'subscription.exists' });
  expect(await till.notices(ana)).toContain('invoice_ready');
  await isRight();
});

test('SUB-028, SUB-035, SUB-072, SUB-077, D-346: taxes are on top, per line, by the address of the card, in preview, invoice and books', async () => {
  const ana = await payer(undefined, BERLIN);
  const seen = await till.call('POST /subscription-preview/tennis', {}, { as: ana });
  expect(seen.body).toMatchObject({
    amountWithoutTaxes: 200,
    subtotalWithoutTaxes: 200,
    total: 238,
    taxes: [{ type: 'VAT', amount: 38, percentage: 19 }],
    months: [{ from: '2031-07-01T00:00:00.000Z', amount: 399, tax: 76 }],
  });
  const summary = await till.call('GET /subscriptions/payment-summary?sportId=tennis', undefined, { as: ana });
  expect(hasShape('subscriptions.paymentSummary', summary)).toBe(true);
  expect(summary.body).toMatchObject({ total: 238 });
  const price = await till.call('GET /product-price/tennis', undefined, { as: ana });
  expect(price.body).toEqual({ id: 'tennis', amount: 399, currency: 'usd' });
  expect((await till.call('GET /product-price/chess', undefined, { as: ana })).status).toBe(404);
  const { quotedAt } = seen.body;
  // The total was shown before there was a card, so without its taxes: it is shown again instead of charging more.
  const low = await till.subscribe(ana, 'tennis', { quotedAt, total: 237 });
  expect(problemOf(low).code).toBe('subscription.quote_over');
  expect(await till.invoices(ana)).toEqual([]);
  await till.subscribe(ana, 'tennis', { quotedAt, total: 238 });
  const [made] = await till.invoices(ana);
  expect(made).toMatchObject({ subtotal: 200, tax: 38, total: 238 });
  const read = await till.call(`GET /invoices/${made!.id}`, undefined, { as: ana });
  expect(read.body.taxes).toEqual([{ type: 'VAT', amount: 38, percentage: 19 }]);
  expect(await till.taken(ana)).toBe(238);
  till.at('2031-07-01T00:10:00Z');
  await till.bill();
  expect(await till.invoices(ana)).toMatchObject([{ total: 238 }, { subtotal: 399, tax: 76, total: 475 }]);
  await isRight();
});

test('without a card, without consent, with an old quote or one of the month before nothing is charged', async () => {
  const ana = await payer();
  const code = async (body: Record<string, unknown>) => problemOf(await till.subscribe(ana, 'tennis', body)).code;
  expect(await code({ consent: false })).toBe('subscription.consent_needed');
  expect(await code({ quotedAt: '2031-06-15T22:59:59Z' })).toBe('subscription.quote_over');
  expect(await code({ quotedAt: '2031-06-16T00:00:01Z' })).toBe('subscription.quote_over');
  till.at('2031-07-01T00:10:00Z');
  expect(await code({ quotedAt: '2031-06-30T23:50:00Z' })).toBe('subscription.quote_over');
  expect(await till.taken(ana)).toBe(0);
  expect(await till.invoices(ana)).toEqual([]);
});

test('an amount and a currency of the sender’s own choice count for nothing: what the server works out is charged, in its currency', async () => {
  const ana = await payer();
  const paid = await till.subscribe(ana, 'tennis', { currency: 'eur', amount: 1, amountWithoutTaxes: 1, price: 1 });
  expect(paid.status).toBe(200);
  expect(await till.taken(ana)).toBe(200);
  const [invoice] = await till.invoices(ana);
  const read = await till.call(`GET /invoices/${invoice!.id}`, undefined, { as: ana });
  expect(read.body).toMatchObject({ currency: 'usd', total: 200 });
  await isRight();
});

test('while the provider is away nothing is charged and nothing begins, with a sentence; afterwards it is charged once', async () => {
  const ana = await payer();
  const { quotedAt } = (await till.call('POST /subscription-preview/tennis', {}, { as: ana })).body;
  till.sandbox.faults.setAway(true);
  const away = await till.subscribe(ana, 'tennis', { quotedAt });
  expect([away.status, problemOf(away).code]).toEqual([503, 'payment.unavailable']);
  expect(away.body.errors[0].message).toBe('Sorry, we have problem with Stripe integration.');
  expect(await till.hasAccess(ana, 'tennis')).toBe(false);
  till.at('2031-06-16T00:59:00Z');
  till.sandbox.faults.setAway(false);
  expect((await till.subscribe(ana, 'tennis', { quotedAt })).status).toBe(200);
  await till.bill();
  expect(await till.taken(ana)).toBe(200);
  expect(await till.hasAccess(ana, 'tennis')).toBe(true);
  await isRight();
});

test('a card and an invoice of another person are as if they did not exist, and charge nothing', async () => {
  const [ana, ben] = [await payer(), await payer()];
  await till.subscribe(ana, 'tennis');
  const [invoice] = await till.invoices(ana);
  const [card] = (await till.call('GET /payment-methods', undefined, { as: ana })).body.results;
  for (const [line, body] of [
    [`GET /invoices/${invoice!.id}`, undefined],
    [`POST /invoices/${invoice!.id}/pay`, {}],
    [`POST /invoices/${invoice!.id}/refresh`, {}],
    ['POST /payment-method/set-preferred', { payment_method_id: card.id }],
    ['POST /payment-method/delete', { payment_method_id: card.id }],
  ] as const)
    expect((await till.call(line, body, { as: ben })).status, line).toBe(404);
  expect([await till.taken(ana), await till.taken(ben)]).toEqual([200, 0]);
});

test('D-279: the database shows and changes the rows of the person only, whatever is asked, and the calls read by it', async () => {
  const [ana, ben] = [await payer(undefined, BERLIN), await payer(undefined, BERLIN)];
  for (const as of [ana, ben]) await till.subscribe(as, 'tennis');
  const { db } = till.server.services.database;
  const own = ['payment_methods', 'payment_customers', 'payment_setups', 'subscriptions', 'invoices', 'invoice_items'];
  const ofInvoice = ['invoice_taxes', 'invoice_attempts', 'invoice_movements'];
  const count = async (on: Db, table: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(on)).rows[0]!.n;
  for (const table of [...own, ...ofInvoice]) {
    expect(await asPerson(db, ana.userId, (on) => count(on, table)), table).toBe(1);
    expect(await count(db, table), table).toBeGreaterThan(1);
  }
  const changed = await asPerson(db, ana.userId, (on) =>
    sql`update payment_methods set error_code = 'x'`.execute(on).then(({ numAffectedRows }) => Number(numAffectedRows)),
  );
  expect(changed).toBe(1);
  const moved = sql`update payment_methods set user_id = ${ben.userId}, is_default = false, fingerprint = null`;
  await expect(asPerson(db, ana.userId, (on) => moved.execute(on))).rejects.toThrow('row-level security');
  for (const table of ['ledger_entries', 'users', 'sessions'])
    await expect(
      asPerson(db, ana.userId, (on) => count(on, table)),
      table,
    ).rejects.toThrow('permission denied');
  // Afterwards the connection has its own rights again.
  expect(await count(db, 'ledger_entries')).toBeGreaterThan(0);

  const invoice = (await till.invoices(ana))[0]!.id;
  const reads = async () => {
    const read = (line: string) => till.call(`GET ${line}`, undefined, { as: ana });
    return [
      (await read('/invoices/history')).body.years.length,
      (await read('/invoices/monthly/2031/6')).body.invoices.length,
      (await read(`/invoices/${invoice}`)).status,
      (await till.call(`POST /invoices/${invoice}/refresh`, {}, { as: ana })).status,
      (await read('/payment-methods')).body.count,
    ];
  };
  expect(await reads()).toEqual([1, 1, 200, 200, 1]);
  for (const table of ['invoices', 'payment_methods'])
    await sql`create policy closed on ${sql.table(table)} as restrictive using (false)`.execute(db);
  expect(await reads()).toEqual([0, 0, 404, 404, 0]);
  for (const table of ['invoices', 'payment_methods']) await sql`drop policy closed on ${sql.table(table)}`.execute(db);
});

test('two tabs at once, and repeats of a request whose answer was lost, charge once', async () => {
  const ana = await payer();
  const answers = await Promise.all([1, 2, 3].map(() => till.subscribe(ana, 'tennis')));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await till.taken(ana)).toBe(200);

  const ben = await payer();
  const key = newId();
  const send = () => till.call('POST /subscriptions/tennis/create', { consent: true }, { as: ben, key });
  till.sandbox.faults.meets('dropped');
  expect((await send()).status).toBe(503);
  expect(await till.hasAccess(ben, 'tennis')).toBe(false);
  const [again, last] = [await send(), await send()];
  expect(again.body.payment).toMatchObject({ status: 'succeeded' });
  expect(last.body).toEqual(again.body);
  expect(await till.taken(ben)).toBe(200);
  await isRight();
});

test('a server that was killed between charging and its answer is caught up by the job, with the same key', async () => {
  const ana = await payer();
  till.sandbox.faults.meets('dropped');
  await till.subscribe(ana, 'tennis');
  till.at('2031-06-16T00:10:00Z');
  await till.bill();
  expect(await till.taken(ana)).toBe(200);
  expect(await till.row(ana, 'tennis')).toMatchObject({ type: 'subscribed' });
  await isRight();
});

test('a declined card charges nothing, begins nothing, and another card can be tried; the provider’s sentence is shown', async () => {
  const ana = await payer(FAILS_LATER);
  const declined = await till.subscribe(ana, 'tennis');
  expect(problemOf(declined)).toMatchObject({ status: 402, code: 'payment.declined' });
  expect(declined.body.errors[0].message).toBe('Your card was declined.');
  expect(await till.row(ana, 'tennis')).toMatchObject({ type: 'expired' });
  expect(await till.invoices(ana)).toMatchObject([{ status: 'void' }]);
  const cards = await till.call('GET /payment-methods', undefined, { as: ana });
  expect(cards.body.results).toMatchObject([{ errorCode: 'card_declined', hasActiveSubscriptions: false }]);
  await till.addCard(ana);
  expect((await till.subscribe(ana, 'tennis')).body.payment).toMatchObject({ status: 'succeeded' });
  expect(await till.taken(ana)).toBe(200);
  await isRight();
});

test('D-193: a bank that asks gives no access until the person has confirmed; a repeat gets the same payment', async () => {
  const ana = await payer(ASKS_BANK);
  const [first, second] = [await till.subscribe(ana, 'tennis'), await till.subscribe(ana, 'tennis')];
  expect(first.body.payment).toMatchObject({ status: 'requires_action' });
  expect(second.body.payment).toEqual(first.body.payment);
  expect(await till.hasAccess(ana, 'tennis')).toBe(false);
  const { invoiceId, clientSecret } = first.body.payment;
  await till.call('POST /sandbox-payments/authenticate', { clientSecret, agrees: true }, { as: ana });
  const refreshed = await till.call(`POST /invoices/${invoiceId}/refresh`, {}, { as: ana });
  expect(refreshed.body).toEqual({ invoiceId, status: 'succeeded', clientSecret: null });
  expect(await till.hasAccess(ana, 'tennis')).toBe(true);
  expect(await till.taken(ana)).toBe(200);

  // Refused, and left without an answer: nothing is charged.
  const ben = await payer(ASKS_BANK);
  const asked = (await till.subscribe(ben, 'tennis')).body.payment;
  await till.call(
    'POST /sandbox-payments/authenticate',
    { clientSecret: asked.clientSecret, agrees: false },
    { as: ben },
  );
  expect(problemOf(await till.call(`POST /invoices/${asked.invoiceId}/refresh`, {}, { as: ben })).code).toBe(
    'payment.declined',
  );
  await till.subscribe(ben, 'tennis');
  till.at('2031-06-16T01:10:00Z');
  await till.bill();
  expect(await till.invoices(ben)).toMatchObject([{ status: 'void' }, { status: 'void' }]);
  expect(await till.taken(ben)).toBe(0);
  expect(problemOf(await till.call(`POST /invoices/${invoiceId}/refresh`, {}, { as: ben })).status).toBe(404);
  await isRight();
});

test('D-344: a first payment under 50 cents gives access and is charged with the next month', async () => {
  const ana = await payer();
  till.at('2031-06-30T00:00:00Z');
  const seen = await till.call('POST /subscription-preview/tennis', {}, { as: ana });
  expect(seen.body).toMatchObject({ total: 412, firstPaymentAt: '2031-07-01T00:00:00.000Z' });
  const begun = await till.subscribe(ana, 'tennis');
  // What waits is in the next preview, and charged with it.
  await till.hadTrial(ana, 'soccer');
  const other = await till.call('POST /subscription-preview/soccer', {}, { as: ana });
  expect(other.body).toMatchObject({ waiting: 13, total: 13 + 412 });
  expect(begun.body).toMatchObject({ payment: null, subscription: { subscriptionType: 'subscribed' } });
  expect(await till.taken(ana)).toBe(0);
  till.at('2031-07-01T00:05:00Z');
  await till.bill();
  expect(await till.invoices(ana)).toMatchObject([{ kind: 'month', status: 'paid', total: 399 + 13 }]);
  const [invoice] = await till.invoices(ana);
  const read = await till.call(`GET /invoices/${invoice!.id}`, undefined, { as: ana });
  expect(hasShape('invoices.read', read)).toBe(true);
  expect(read.body.items.map(({ reason, fullAmount }: never) => [reason, fullAmount])).toEqual([
    ['carried', 13],
    ['month', 399],
  ]);
  expect(await till.taken(ana)).toBe(412);
  await isRight();
});

test('a trial can be paid for before it ends; it keeps its access until then', async () => {
  till.at(MIDDLE);
  const ana = await till.person();
  await till.subscribe(ana, 'soccer', { consent: false });
  const upgrade = (body: Record<string, unknown> = { consent: true }) =>
    till.call('POST /subscriptions/soccer/upgrade', body, { as: ana });
  expect(problemOf(await upgrade()).code).toBe('subscription.card_needed');
  await till.addCard(ana, FAILS_LATER);
  expect(problemOf(await upgrade()).code).toBe('payment.declined');
  expect(await till.row(ana, 'soccer')).toMatchObject({ type: 'trial-free' });
  await till.addCard(ana);
  expect((await upgrade()).body).toMatchObject({ subscription: { subscriptionType: 'subscribed' } });
  expect(problemOf(await upgrade()).code).toBe('subscription.not_upgradable');
  expect(await till.taken(ana)).toBe(200);
  await isRight();
});

test('SUB-035, D-184, D-191: the 50 % of an invitation are kept with the subscription and taken off every month that was promised', async () => {
  till.at(MIDDLE);
  const { db } = till.server.services.database;
  await sql`insert into shareable_codes (code, kind, recipient_type, program) values ('KICKOFF26', 'invitation', 'learner',
    '{"name":"Bring a teammate","discountAmountUnit":"percent","discountAmountValue":50,"durationInMonths":3}')`.execute(
    db,
  );
  const ana = await payer();
  await till.call(
    'POST /invitation-codes/check-shareable-code',
    { recipientType: 'learner', code: 'KICKOFF26' },
    { as: ana },
  );
  const seen = await till.call('POST /subscription-preview/tennis', {}, { as: ana });
  expect(seen.body).toMatchObject({ amountWithoutTaxes: 200, total: 100, discountEndDate: '2031-10-01T00:00:00.000Z' });
  expect(seen.body.months).toEqual([
    { from: '2031-07-01T00:00:00.000Z', amount: 199, tax: null },
    { from: '2031-10-01T00:00:00.000Z', amount: 399, tax: null },
  ]);
  await till.subscribe(ana, 'tennis');
  for (const month of ['07', '08', '09', '10']) {
    till.at(`2031-${month}-01T00:10:00Z`);
    await till.bill();
  }
  const made = await till.invoices(ana);
  expect(made.map(({ total }) => total)).toEqual([100, 199, 199, 199, 399]);
  const read = await till.call(`GET /invoices/${made[0]!.id}`, undefined, { as: ana });
  expect(read.body.items).toMatchObject([{ fullAmount: 200, discountAmount: 100, discountCodeValue: 'KICKOFF26' }]);
  expect(await till.notices(ana)).not.toContain('payment_failed');
  await isRight();
});
