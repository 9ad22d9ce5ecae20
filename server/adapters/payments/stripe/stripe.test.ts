import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { startStandIn } from '#tests/support/payment-subjects.ts';
import { ADDRESS } from '#tests/support/payment-cards.ts';
import { STRIPE_KEYS, type StripeFault } from '#tests/support/stripe-server.ts';
import { checkStripe } from './ask.ts';
import { createStripe } from './stripe.ts';

// What only the way to Stripe can do wrong; what every provider must do is in conformance.test.ts.

let stripe: Awaited<ReturnType<typeof startStandIn>>;
let card: { customerId: string; cardId: string };
beforeAll(async () => {
  stripe = await startStandIn();
  const { provider } = stripe;
  const customerId = await provider.createCustomer({ userId: newId(), email: null, name: 'Ana Test' }, newId());
  const setup = await provider.createSetup(customerId, newId());
  await stripe.confirm(setup, 'visa');
  card = { customerId, cardId: (await provider.readSetup(setup.id)).cardId! };
});
let before: number;
beforeEach(() => {
  before = stripe.server.requests.length;
});
afterAll(() => stripe.close());

const charge = (key: string) =>
  stripe.provider.charge(
    { ...card, amount: 399, currency: 'usd', description: 'x', isOffSession: true, metadata: {} },
    key,
  );
const charges = async (): Promise<number> => {
  const { entries } = await stripe.sandbox.listMovements(null);
  return entries.filter(({ kind }) => kind === 'charge').length;
};
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('It was answered'),
    (error: { kind: string; code: string | null; message: string }) => error,
  );

test.each<StripeFault>(['lost', 'unavailable', 'locked'])(
  'after a first try that ended with "%s" the same key is sent again, and the card is charged once',
  async (fault) => {
    const count = await charges();
    const key = newId();
    stripe.server.meets(fault);
    expect(await charge(key)).toMatchObject({ status: 'succeeded' });
    expect(stripe.server.requests.length - before).toBeLessThanOrEqual(2);
    await charge(key);
    expect((await charges()) - count).toBe(1);
  },
);

test('two tries without an answer are "unavailable", and the same key may be used again', async () => {
  const count = await charges();
  const key = newId();
  stripe.server.meets('unavailable', 'lost');
  expect(await problemOf(charge(key))).toMatchObject({ kind: 'unavailable' });
  expect(await charge(key)).toMatchObject({ status: 'succeeded' });
  expect((await charges()) - count).toBe(1);
  stripe.server.meets('too_many', 'too_many');
  expect(await problemOf(stripe.provider.readCard(card.cardId))).toMatchObject({ kind: 'unavailable' });
});

test('no server at all, and a key that Stripe does not take, are "unavailable" too: our settings are wrong', async () => {
  const read = (keys: object) =>
    problemOf(createStripe({ ...STRIPE_KEYS, url: stripe.server.url, ...keys }, () => new Date()).readCard('pm_1'));
  expect(await read({ url: 'http://127.0.0.1:1' })).toMatchObject({ kind: 'unavailable' });
  const refused = await read({ secretKey: 'sk_test_another0000' });
  expect(refused).toMatchObject({ kind: 'unavailable' });
  expect(refused.message).not.toContain('another0000');
});

test('the check at the start names the setting that is wrong', async () => {
  const keys = { ...STRIPE_KEYS, url: stripe.server.url };
  expect(await checkStripe(keys)).toBeUndefined();
  expect(await checkStripe({ ...keys, secretKey: 'sk_test_another0000' })).toContain('STRIPE_SECRET_KEY');
  expect(await checkStripe({ ...keys, url: 'http://127.0.0.1:1' })).toContain('STRIPE_URL');
});

test('a cursor that Stripe has forgotten begins at its oldest entry', async () => {
  await charge(newId());
  const { entries } = await stripe.provider.listEvents('evt_forgotten');
  const [oldest] = (await stripe.sandbox.listEvents(null)).entries;
  expect(entries[0]!.id).toBe(oldest!.id);
});

test('more entries than a page has are walked oldest first', async () => {
  const { cursor } = await stripe.provider.listEvents(null);
  for (let count = 0; count < 120; count += 1)
    await stripe.sandbox.setAddress(card.cardId, { ...ADDRESS, line1: `${count} Pitch Lane` });
  const page = await stripe.provider.listEvents(cursor);
  expect([page.entries.length, page.hasMore]).toEqual([100, true]);
  const rest = await stripe.provider.listEvents(page.cursor);
  expect([rest.entries.length, rest.hasMore]).toEqual([20, false]);
});

/** Keys that the examples of August 2026 do not have yet, and those that API 2026-10-28 has no more or sends only at times. */
const NEWER: Record<string, string[]> = {
  setup_intent: ['allowed_payment_method_types', 'customer_account', 'managed_payments'],
  payment_intent: ['allowed_payment_method_types', 'payment_record'],
  customer: ['customer_account'],
  dispute: ['intended_submission_method'],
};
const AT_TIMES: Record<string, string[]> = {
  charge: ['refunds'],
  payment_intent: ['amount_details', 'transfer_data'],
  dispute: ['payment_method_details'],
};

test('the stand-in answers with the keys of Stripe’s own examples', async () => {
  const { provider, server, sandbox } = stripe;
  const payment = await charge(newId());
  await provider.readPayment(payment.id);
  await provider.refund({ paymentId: payment.id, amount: 100, metadata: {} }, newId());
  await provider.readDispute(await sandbox.openDispute((await charge(newId())).id));
  await provider.taxes({ address: ADDRESS, currency: 'usd', lines: [{ reference: 'a', amount: 399 }] });
  await provider.setAddress(card.cardId, ADDRESS);
  await provider.createSetup(
    await provider.createCustomer({ userId: newId(), email: null, name: 'x' }, newId()),
    newId(),
  );
  await provider.listEvents(null);
  await provider.listMovements(null);
  const { keys } = JSON.parse(
    readFileSync(new URL('../../../../tests/fixtures/stripe-keys.json', import.meta.url), 'utf8'),
  ) as { keys: Record<string, string[]> };
  const answered = new Map(server.answers);
  const intent = answered.get('payment_intent') as { latest_charge?: object };
  if (intent.latest_charge) answered.set('charge', intent.latest_charge);
  for (const [name, wanted] of Object.entries(keys)) {
    const answer = answered.get(name);
    expect(answer, name).toBeDefined();
    const given = Object.keys(answer!).filter((key) => !NEWER[name]?.includes(key));
    expect(given.toSorted(), name).toEqual(wanted.filter((key) => !AT_TIMES[name]?.includes(key)).toSorted());
  }
});
