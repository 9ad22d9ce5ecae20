import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { STORAGE_PLANS } from '#contract/storage.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape, problemOf } from '../auth/people.fixtures.ts';
import { ASKS_BANK, FAILS_LATER } from '../invoices/billing.fixtures.ts';
import { BERLIN, MIDDLE, startPlans, type PlanStage } from './plans.fixtures.ts';
import { PRICE_CENTS } from './price.ts';

let stage: PlanStage;
beforeAll(async () => {
  stage = await startPlans();
});
afterAll(() => stage.server.close());

const GB = 1e9;
const db = () => stage.server.services.database.db;

const creator = async (card?: string | null, address?: Record<string, string>) => {
  stage.at(MIDDLE);
  return stage.creator(card, address);
};
const current = async (as: TestPerson) => (await stage.plans(as)).body.plan;

test('STO-010, STO-011, STO-012, STO-013, STO-014, STO-015, STO-034, D-154: the plans, the current one and what is stored are read', async () => {
  const ana = await creator(null);
  await stage.addFile(ana.scope, 1, '2031-01-01');
  const seen = await stage.plans(ana);
  expect(hasShape('storage.plans', seen)).toBe(true);
  expect(seen.body).toMatchObject({
    plans: [
      { name: 'Starter', storageSize: 4, price1: 'Free', yearly: null, capacity: '35 min' },
      { name: 'Bronze', storageSize: 10, price1: '9.99', yearly: '99.99', capacity: '90 min' },
      { name: 'Silver', storageSize: 20, price1: '19.99', yearly: '199.99', capacity: '180 min' },
      { name: 'Gold', storageSize: 30, price1: '29.99', yearly: '299.99', capacity: '180 min' },
    ],
    plan: { index: 0, name: 'Starter', storageSize: 4 * GB, period: null, status: 'active', currentPeriodEnd: null },
    unusedFees: 0,
    mayChange: true,
    storageUsed: GB,
    storageSize: 4 * GB,
  });
});

test('STO-016, D-14, D-19: what is charged is what is shown, and the true saving of a year is said beside it', async () => {
  for (const { index, price1, yearly } of STORAGE_PLANS.slice(1)) {
    expect(PRICE_CENTS[index]).toEqual({
      month: Math.round(Number(price1) * 100),
      year: Math.round(Number(yearly) * 100),
    });
  }
  const { plans } = (await stage.plans(await creator(null))).body;
  expect(plans.map((plan: { yearlySaving: number | null }) => plan.yearlySaving)).toEqual([null, 16.6, 16.6, 16.6]);
});

test('STO-009, D-290: a learner has no plans; of an organization its Owner changes the plan, and an Admin only reads it', async () => {
  stage.at(MIDDLE);
  const mia = await stage.person();
  expect((await stage.plans(mia)).status).toBe(403);
  const [boss, helper] = [await stage.creator(), await stage.creator()];
  const id = newId();
  await sql`insert into organizations (id, name, status) values (${id}, 'Club', 'approved')`.execute(db());
  for (const [person, role] of [
    [boss, 'Owner'],
    [helper, 'Admin'],
  ] as const)
    await sql`insert into organization_admins (organization_id, user_id, role) values (${id}, ${person.userId}, ${role})`.execute(
      db(),
    );
  const scope = `org:${id}`;
  const refused = await stage.ask(helper, 'purchase', { planIndex: 1, period: 'month' }, { scope });
  expect(problemOf(refused).code).toBe('access.denied');
  expect((await stage.plans(helper, scope)).body).toMatchObject({ mayChange: false, plan: { index: 0 } });
  expect((await stage.ask(boss, 'purchase', { planIndex: 1, period: 'month' }, { scope })).body.plan.index).toBe(1);
  expect((await stage.plans(helper, scope)).body).toMatchObject({
    mayChange: false,
    plan: { index: 1, name: 'Bronze' },
  });
  expect(await stage.room(scope)).toMatchObject({ size: 10 * GB });
  // The person's own Library is another one.
  expect(await current(boss)).toMatchObject({ index: 0 });
  await stage.areBooksRight();
});

test('D-155, D-344, STO-034: the preview says the rest of the month in words, the purchase charges exactly it, and the room grows at once', async () => {
  const ana = await creator(undefined, BERLIN);
  const seen = await stage.ask(ana, 'preview', { action: 'purchase', planIndex: 2, period: 'month' });
  expect(hasShape('storage.preview', seen)).toBe(true);
  // Half of June: 999.5 cents, rounded half up, and 19 % on top.
  expect(seen.body).toMatchObject({
    price: 1_000,
    credit: 0,
    amountDue: 1_190,
    taxes: [{ type: 'VAT', amount: 190, percentage: 19 }],
    refundable: false,
    nextBillingDate: '2031-07-01T00:00:00.000Z',
    nextAmount: 1_999,
    archiveBytes: 0,
  });
  expect(seen.body.explanation).toEqual([
    'Silver costs $10.00 for the rest of this month, until June 30, 2031.',
    'VAT of 19% is $1.90.',
    '$11.90 is charged now.',
    'From July 1, 2031 you pay $19.99, plus taxes.',
  ]);
  stage.at('2031-06-16T00:30:00Z');
  const { quotedAt, amountDue } = seen.body;
  const bought = await stage.ask(ana, 'purchase', { planIndex: 2, period: 'month', quotedAt, amountDue });
  expect(hasShape('storage.purchase', bought)).toBe(true);
  expect(bought.body).toMatchObject({
    plan: { index: 2, name: 'Silver', storageSize: 20 * GB, period: 'month', status: 'active' },
    status: 'succeeded',
  });
  expect(await stage.taken(ana)).toBe(1_190);
  expect(await stage.room(ana.scope)).toMatchObject({ size: 20 * GB });
  const invoice = await stage.call(`GET /invoices/${bought.body.invoiceId}`, undefined, { as: ana });
  expect(invoice.body).toMatchObject({
    status: 'paid',
    total: 1_190,
    items: [{ sportName: 'Silver storage plan', fullAmount: 1_000, reason: 'first' }],
  });
  expect(await stage.notices(ana)).toContain('plan_changed');
  await expect.poll(() => stage.mails(ana)).toContainEqual(expect.stringContaining('you have Silver now'));
  await stage.areBooksRight();
});

test('an answer that is given twice, and two devices at once, buy one plan', async () => {
  const ana = await creator();
  const key = newId();
  const body = { planIndex: 1, period: 'year' };
  const [one, two] = await Promise.all([stage.ask(ana, 'purchase', body, { key }), stage.ask(ana, 'purchase', body)]);
  const third = await stage.ask(ana, 'purchase', body, { key });
  expect([one, two].filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  for (const answer of [one, two, third])
    if (answer.status === 200) expect(answer.body.plan).toMatchObject({ index: 1, period: 'year' });
    else expect(problemOf(answer).code).toBe('storage.not_larger');
  expect(await stage.taken(ana)).toBe(9_999);
  expect(await stage.invoices(ana)).toHaveLength(1);
  await stage.areBooksRight();
});

test('a provider that is away, or whose answer is lost, charges once: the same request later finds the payment', async () => {
  const ana = await creator();
  const key = newId();
  stage.sandbox.faults.meets('dropped');
  const lost = await stage.ask(ana, 'purchase', { planIndex: 1, period: 'month' }, { key });
  expect(problemOf(lost).code).toBe('payment.unavailable');
  expect(await current(ana)).toMatchObject({ index: 0 });
  // What is not decided holds everything else up.
  expect(problemOf(await stage.ask(ana, 'cancel', {})).code).toBe('storage.payment_pending');
  const again = await stage.ask(ana, 'purchase', { planIndex: 1, period: 'month' }, { key });
  expect(again.body).toMatchObject({ plan: { index: 1 }, status: 'succeeded' });
  expect(await stage.taken(ana)).toBe(500);
  await stage.areBooksRight();
});

test('STO-034: a declined card, no card, an old amount and another order of plans are refused, and nothing changes', async () => {
  const ana = await creator(null);
  const wanted = { planIndex: 1, period: 'month' };
  expect(problemOf(await stage.ask(ana, 'purchase', wanted)).code).toBe('storage.card_needed');
  await stage.addCard(ana, FAILS_LATER);
  const declined = await stage.ask(ana, 'purchase', wanted);
  expect(declined.status).toBe(402);
  expect(problemOf(declined).code).toBe('payment.declined');
  expect(await current(ana)).toMatchObject({ index: 0 });
  expect(await stage.room(ana.scope)).toMatchObject({ size: 4 * GB });
  const good = await stage.addCard(ana);
  const quoted = { quotedAt: '2031-06-15T20:00:00Z' };
  expect(problemOf(await stage.ask(ana, 'purchase', { ...wanted, ...quoted })).code).toBe('subscription.quote_over');
  expect(problemOf(await stage.ask(ana, 'purchase', { ...wanted, amountDue: 499 })).code).toBe(
    'subscription.quote_over',
  );
  expect(problemOf(await stage.ask(ana, 'upgrade', wanted)).code).toBe('storage.no_plan');
  expect(problemOf(await stage.ask(ana, 'downgrade', { planIndex: 0 })).code).toBe('storage.no_plan');
  expect(problemOf(await stage.ask(ana, 'purchase', { ...wanted, planIndex: 0 })).code).toBe('storage.not_larger');
  // The card of another person is no card.
  const bob = await creator(null);
  const stolen = await stage.ask(bob, 'purchase', { ...wanted, paymentMethodId: good });
  expect(problemOf(stolen).code).toBe('storage.card_needed');
  expect((await stage.ask(ana, 'purchase', { ...wanted, paymentMethodId: good })).status).toBe(200);
  expect(problemOf(await stage.ask(ana, 'purchase', { ...wanted, planIndex: 2 })).code).toBe('storage.not_larger');
  expect(problemOf(await stage.ask(ana, 'upgrade', wanted)).code).toBe('storage.not_larger');
  expect(problemOf(await stage.ask(ana, 'downgrade', { planIndex: 2 })).code).toBe('storage.not_smaller');
  await stage.areBooksRight();
});

test('D-300: a card that asks its holder answers a secret; the plan begins when the bank has agreed', async () => {
  const ana = await creator(ASKS_BANK);
  const asked = await stage.ask(ana, 'purchase', { planIndex: 3, period: 'month' });
  expect(asked.body).toMatchObject({ status: 'requires_action', plan: { index: 3, status: 'pending' } });
  expect(asked.body.clientSecret).toEqual(expect.any(String));
  expect((await stage.plans(ana)).body).toMatchObject({ plan: { index: 0 }, openInvoiceId: asked.body.invoiceId });
  await stage.call(
    'POST /sandbox-payments/authenticate',
    { clientSecret: asked.body.clientSecret, agrees: true },
    { as: ana },
  );
  await stage.call(`POST /invoices/${asked.body.invoiceId}/refresh`, {}, { as: ana });
  expect((await stage.plans(ana)).body).toMatchObject({ plan: { index: 3 }, openInvoiceId: null });
  expect(await stage.room(ana.scope)).toMatchObject({ size: 30 * GB });
});

test('D-156: an upgrade credits the unused part of the old plan; a credit above the new price is given back', async () => {
  const ana = await stage.owner(1, 'year');
  stage.at('2031-06-17T00:00:00Z');
  const seen = await stage.ask(ana, 'preview', { action: 'upgrade', planIndex: 2, period: 'month' });
  // 365 of 366 days of 99.99 are unused (2032 is a leap year); 14 of 30 days of Silver cost 9.33.
  const unused = Math.floor((9_999 * 365) / 366);
  const fee = Math.round((((9_999 * 29) / 1_000 + 30) * (unused - 933)) / 9_999);
  expect(seen.body).toMatchObject({ price: 933, credit: 933, unusedFees: unused, amountDue: 0, refundable: true });
  expect(Math.abs(seen.body.transactionFee - fee)).toBeLessThanOrEqual(1);
  expect(seen.body.refund).toBe(unused - 933 - seen.body.transactionFee);
  const bought = await stage.ask(ana, 'upgrade', { planIndex: 2, period: 'month' });
  expect(bought.body).toMatchObject({ plan: { index: 2, period: 'month' }, credit: 933, status: 'succeeded' });
  expect(bought.body.refund).toMatchObject({ refund: seen.body.refund, status: 'pending' });
  await stage.bill();
  expect(await stage.refunds(ana.scope)).toMatchObject([{ amount: seen.body.refund, state: 'succeeded' }]);
  expect(await stage.taken(ana)).toBe(9_999 - seen.body.refund);
  const confirmed = await stage.ask(ana, 'refund', { action: 'upgrade', planIndex: 2 });
  expect(hasShape('storage.refund', confirmed)).toBe(true);
  expect(confirmed.body).toMatchObject({ refund: seen.body.refund, status: 'succeeded' });
  // What was credited is given back by a later cancellation, and no cent twice.
  await stage.ask(ana, 'cancel', {});
  await stage.bill();
  const taken = await stage.taken(ana);
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(9_999 - seen.body.refund);
  await stage.areBooksRight();
});

test('D-156: an upgrade within a month charges the difference, and the same plan by the year is larger than by the month', async () => {
  const ana = await stage.owner(1);
  stage.at('2031-06-21T00:00:00Z');
  const seen = await stage.ask(ana, 'preview', { action: 'upgrade', planIndex: 3, period: 'month' });
  // 10 of 30 days: Gold 10.00, and of 5.00 for 15 days 3.33 are unused.
  expect(seen.body).toMatchObject({ price: 1_000, credit: 333, amountDue: 667, refund: 0, refundable: false });
  await stage.ask(ana, 'upgrade', { planIndex: 3, period: 'month' });
  expect(await stage.taken(ana)).toBe(500 + 667);
  const yearly = await stage.ask(ana, 'upgrade', { planIndex: 3, period: 'year' });
  expect(yearly.body).toMatchObject({ plan: { period: 'year' }, credit: 1_000 });
  expect(await stage.taken(ana)).toBe(500 + 667 + 28_999);
  await stage.areBooksRight();
});

test('a first payment below 50 cents waits for the next invoice, and the plan begins', async () => {
  stage.at('2031-06-30T00:00:00Z');
  const ana = await stage.creator();
  expect((await stage.ask(ana, 'purchase', { planIndex: 1, period: 'month' })).body).toMatchObject({
    plan: { index: 1, status: 'active' },
    invoiceId: null,
  });
  expect(await stage.taken(ana)).toBe(0);
  stage.at('2031-07-01T00:10:00Z');
  await stage.bill();
  expect(await stage.taken(ana)).toBe(33 + 999);
  await stage.areBooksRight();
});
