import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { makeHash } from '../auth/index.ts';
import { hasShape, PASSWORD, problemOf } from '../auth/people.fixtures.ts';
import { applyDispute, applyRefund } from '../invoices/index.ts';
import { BERLIN, MIDDLE, startPlans, type PlanStage } from './plans.fixtures.ts';

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

test('STO-033, D-20, D-353: a refund is made above $5.00 only, with its tax and without the part of the fee', async () => {
  const ana = await stage.owner(2, 'month', BERLIN);
  const seen = await stage.ask(ana, 'preview', { action: 'cancel', planIndex: 0 });
  // All of 10.00 is unused; 1.90 is tax; the provider keeps 2.9 % of 11.90 and 0.30.
  expect(seen.body).toMatchObject({
    unusedFees: 1_000,
    refundTax: 190,
    transactionFee: 65,
    refund: 1_125,
    refundable: true,
  });
  expect(seen.body.explanation).toContain('The payment provider keeps $0.65 of its fee, so that much is taken off.');
  expect(seen.body.refundCards).toMatchObject([{ last4: '4242' }]);
  const cancelled = await stage.ask(ana, 'cancel', {});
  expect(hasShape('storage.cancel', cancelled)).toBe(true);
  expect(cancelled.body).toMatchObject({
    plan: { index: 0 },
    refund: { tax: 190, transactionFee: 65, refund: 1_125, status: 'pending' },
  });
  await stage.bill();
  expect(await stage.taken(ana)).toBe(1_190 - 1_125);

  const bob = await stage.owner(1);
  const small = await stage.ask(bob, 'preview', { action: 'cancel', planIndex: 0 });
  expect(small.body).toMatchObject({ unusedFees: 500, refundable: false });
  expect(small.body.explanation.join(' ')).toContain('Refunds must be greater than $5.00');
  expect((await stage.ask(bob, 'cancel', {})).body.refund).toBeUndefined();
  const none = await stage.ask(bob, 'refund', { action: 'cancel', planIndex: 0 });
  expect(none.status).toBe(409);
  expect(problemOf(none).code).toBe('storage.refund_too_small');
  await stage.bill();
  expect(await stage.taken(bob)).toBe(500);
  await stage.areBooksRight();
});

test('STO-024, D-354: a refund goes to the chosen card as far as it has paid, and else to the cards that did', async () => {
  const ana = await stage.owner(1, 'year');
  const [{ id: first }] = (await stage.ask(ana, 'preview', { action: 'cancel', planIndex: 0 })).body.refundCards;
  const second = await stage.addCard(ana);
  await stage.ask(ana, 'upgrade', { planIndex: 3, period: 'year', paymentMethodId: second });
  expect(await stage.taken(ana)).toBe(29_999);
  const smaller = { planIndex: 1, period: 'year' };
  /** What goes back to each card, before the provider's fee is taken off. */
  const shown = async (refundPaymentMethodId?: string) => {
    const seen = await stage.ask(ana, 'preview', { action: 'downgrade', ...smaller, refundPaymentMethodId });
    expect(seen.body.unusedFees - seen.body.credit - seen.body.transactionFee).toBe(seen.body.refund);
    const cards: { id: string; amount: number }[] = seen.body.refundCards;
    expect(cards.reduce((sum, { amount }) => sum + amount, 0)).toBe(seen.body.refund);
    return [first, second].map((id) => cards.find((card) => card.id === id)!.amount);
  };
  const [one, two] = [await shown(first), await shown(second)];
  // 99.99 pay for the smaller plan. They are taken from the other card, so the chosen one gets back all that it has paid.
  expect(one[0]).toBeGreaterThan(9_600);
  expect(two).toEqual([0, expect.any(Number)]);
  expect(two[1]).toBeGreaterThan(19_300);
  // A card that has not paid gets nothing: the payments are drawn on as without a choice.
  const bob = await creator();
  const foreign = (await stage.call('GET /payment-methods', undefined, { as: bob })).body.results[0].id;
  expect(await shown(foreign)).toEqual(await shown());
  expect(await shown()).not.toEqual(one);
  const made = await stage.ask(ana, 'downgrade', { ...smaller, refundPaymentMethodId: first });
  expect(hasShape('storage.downgrade', made)).toBe(true);
  const amounts = Object.fromEntries(
    made.body.refund.cards.map(({ id, amount }: { id: string; amount: number }) => [id, amount]),
  );
  expect([amounts[first], amounts[second]]).toEqual(one);
  await stage.bill();
  expect(await stage.taken(ana)).toBe(29_999 - one[0]! - one[1]!);
  // The confirmation moves nothing: it names the cards that the money went to, whatever card it asks about.
  const said = await stage.ask(ana, 'refund', { action: 'downgrade', planIndex: 1, refundPaymentMethodId: second });
  expect(said.body).toEqual({ ...made.body.refund, status: 'succeeded' });
  await stage.areBooksRight();
});

test('D-354: an upgrade whose credit is above the price gives back to the chosen card first', async () => {
  const ana = await stage.owner(1, 'year');
  const second = await stage.addCard(ana);
  await stage.ask(ana, 'upgrade', { planIndex: 2, period: 'year', paymentMethodId: second });
  const wanted = { planIndex: 3, period: 'month', refundPaymentMethodId: second };
  const seen = await stage.ask(ana, 'preview', { action: 'upgrade', ...wanted });
  const bought = await stage.ask(ana, 'upgrade', wanted);
  expect(bought.body.refund.refund).toBe(seen.body.refund);
  // Half a month of Gold, 15.00, is taken from the first card.
  expect(bought.body.refund.cards[0]).toMatchObject({ id: second, amount: expect.any(Number) });
  expect(bought.body.refund.cards[0].amount).toBeGreaterThan(9_600);
  await stage.bill();
  expect(await stage.taken(ana)).toBe(19_999 - seen.body.refund);
  await stage.areBooksRight();
});

test('PRO-073 D-90, D-20: with the account its plan ends and what is left of it is given back, once; an undo finds Starter', async () => {
  const ana = await stage.owner(2, 'month', BERLIN);
  const files = [await stage.addFile(ana.scope, 3, '2031-01-01'), await stage.addFile(ana.scope, 2, '2031-02-01')];
  await sql`update users set password_hash = ${await makeHash(PASSWORD)} where id = ${ana.userId}`.execute(db());
  const remove = (password: string) => stage.server.call('DELETE /account', { password }, { as: ana });
  expect((await remove('Wrong-Flag-27!')).status).toBe(403);
  expect(await stage.refunds(ana.scope)).toEqual([]);
  expect((await remove(PASSWORD)).status).toBe(200);
  expect(await stage.refunds(ana.scope)).toMatchObject([{ amount: 1_125, state: 'due' }]);
  await stage.bill();
  await stage.bill();
  expect(await stage.taken(ana)).toBe(1_190 - 1_125);
  const { username } = await db()
    .selectFrom('users')
    .select('username')
    .where('id', '=', ana.userId)
    .executeTakeFirstOrThrow();
  const restored = await stage.server.call('POST /account/restore', { username, password: PASSWORD });
  expect(restored.status).toBe(204);
  // The oldest file waits for its download in the archive.
  expect(await stage.room(ana.scope)).toMatchObject({ used: 2 * GB, size: 4 * GB });
  const { rows } = await sql<{ id: string }>`select id from contents where archived_until is not null
    and scope = ${ana.scope}`.execute(db());
  expect(rows).toEqual([{ id: files[0] }]);
  stage.at('2031-07-02T00:00:00Z');
  await stage.bill();
  expect(await stage.taken(ana)).toBe(1_190 - 1_125);
  await stage.areBooksRight();
});

test('a refund while the provider is away stays due and is made once', async () => {
  const ana = await stage.owner(3, 'year');
  const key = newId();
  const first = await stage.ask(ana, 'cancel', {}, { key });
  stage.sandbox.faults.meets('dropped');
  await stage.bill();
  expect(await stage.refunds(ana.scope)).toMatchObject([{ state: 'due' }]);
  const second = await stage.ask(ana, 'cancel', {}, { key });
  expect(second.body).toEqual(first.body);
  await stage.bill();
  await stage.bill();
  const [refund] = await stage.refunds(ana.scope);
  expect(refund!.state).toBe('succeeded');
  expect(await stage.taken(ana)).toBe(29_999 - refund!.amount);
  expect(await stage.refunds(ana.scope)).toHaveLength(1);
  await stage.areBooksRight();
});

/** An operator gives back a part of the charge of a plan, at the provider. */
const giveBack = async (as: TestPerson, amountOf: (charged: number) => number, { isTold = true } = {}) => {
  const { rows } = await sql<{ id: string; amount: number }>`select p.id, p.amount from sandbox_payments p
    join payment_customers c on c.customer_id = p.customer_id where c.user_id = ${as.userId}`.execute(db());
  const [charge] = rows;
  const amount = amountOf(charge!.amount);
  const refund = await stage.sandbox.refund({ paymentId: charge!.id, amount, metadata: {} }, newId());
  if (isTold) await applyRefund(stage.server.services, refund);
  return { paymentId: charge!.id, refund };
};

test('STO-026: what an operator gave back meanwhile is not given back again, and a refund that is not possible delays no other', async () => {
  const [part, whole, other] = [
    await stage.owner(3, 'year'),
    await stage.owner(3, 'year'),
    await stage.owner(3, 'year'),
  ];
  for (const person of [part, whole, other]) await stage.ask(person, 'cancel', {});
  await giveBack(part, (charged) => charged - 1_000);
  await giveBack(whole, (charged) => charged);
  await stage.bill();
  expect(await stage.refunds(part.scope)).toMatchObject([{ state: 'succeeded', amount: 1_000 }]);
  expect(await stage.refunds(whole.scope)).toMatchObject([{ state: 'failed' }]);
  expect(await stage.refunds(other.scope)).toMatchObject([{ state: 'succeeded' }]);
  expect([await stage.taken(part), await stage.taken(whole)]).toEqual([0, 0]);
  const said = await stage.ask(whole, 'refund', { action: 'cancel', planIndex: 0 });
  expect(said.body).toMatchObject({ status: 'failed' });
  await stage.areBooksRight();
});

test('a refund that is refused for what our books do not know yet waits for them', async () => {
  const ana = await stage.owner(3, 'year');
  await stage.ask(ana, 'cancel', {});
  const { refund } = await giveBack(ana, (charged) => charged - 1_000, { isTold: false });
  await stage.bill();
  expect(await stage.refunds(ana.scope)).toMatchObject([{ state: 'due' }]);
  await applyRefund(stage.server.services, refund);
  await stage.bill();
  expect(await stage.refunds(ana.scope)).toMatchObject([{ state: 'succeeded', amount: 1_000 }]);
  expect(await stage.taken(ana)).toBe(0);
  await stage.areBooksRight();
});

test('a refund of a disputed charge waits for the bank, and fails if it stays refused', async () => {
  const ana = await stage.owner(3, 'year');
  await stage.ask(ana, 'cancel', {});
  const { rows } = await sql<{ id: string }>`select p.id from sandbox_payments p
    join payment_customers c on c.customer_id = p.customer_id where c.user_id = ${ana.userId}`.execute(db());
  const dispute = await stage.sandbox.openDispute(rows[0]!.id);
  await applyDispute(stage.server.services, await stage.sandbox.readDispute(dispute));
  await stage.bill();
  expect(await stage.refunds(ana.scope)).toMatchObject([{ state: 'due' }]);
  stage.at('2031-11-01T00:00:00Z');
  await stage.bill();
  expect(await stage.refunds(ana.scope)).toMatchObject([{ state: 'failed' }]);
  await stage.areBooksRight();
});
