import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { startStandIn } from '#tests/support/payment-subjects.ts';
import { ADDRESS } from '#tests/support/payment-cards.ts';
import { STRIPE_KEYS, type StripeFault } from '#tests/support/stripe-server.ts';
import { signEvent } from '../signature.ts';
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
  stripe.server.calm();
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
const newAccount = async (): Promise<string> => {
  const id = await stripe.provider.createAccount({ scope: 'user:x', country: 'DE', email: null }, newId());
  await stripe.sandbox.register(id, '000123456789');
  return id;
};
const payOut = (accountId: string, key: string) =>
  stripe.provider.payOut({ accountId, amount: 1_000, currency: 'usd', metadata: {} }, key);
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

test.each<[string, StripeFault[]]>([
  ['the transfer', ['none', 'lost', 'lost']],
  ['the payout', ['none', 'none', 'none', 'none', 'lost', 'lost']],
])('a payout whose answer to %s was lost is found again, also when Stripe has forgotten the key', async (_, faults) => {
  const accountId = await newAccount();
  const key = newId();
  stripe.server.meets(...faults);
  expect(await problemOf(payOut(accountId, key))).toMatchObject({ kind: 'unavailable' });
  const found = await payOut(accountId, key);
  expect(found).toMatchObject({ status: 'pending' });
  expect((await payOut(accountId, key)).id).toBe(found.id);
  const { entries } = await stripe.sandbox.listMovements(null);
  expect(entries.filter(({ sourceId }) => sourceId === found.id)).toHaveLength(1);
});

test('when Stripe refuses the way to the bank, what is at the account is taken back, and stays so', async () => {
  const accountId = await newAccount();
  const key = newId();
  stripe.server.meets('none', 'none', 'none', 'none', 'refused');
  expect(await problemOf(payOut(accountId, key))).toMatchObject({ kind: 'refused', code: 'balance_insufficient' });
  expect(await problemOf(payOut(accountId, key))).toMatchObject({ kind: 'refused', code: 'transfer_reversed' });
  const back = (await stripe.provider.listMovements(null)).entries
    .filter(({ kind }) => kind.startsWith('transfer'))
    .slice(-2);
  expect(back.map(({ kind }) => kind)).toEqual(['transfer', 'transfer_reversal']);
  expect(back[0]!.sourceId).toBe(back[1]!.sourceId);
});

test('events of connected accounts are signed by another secret', async () => {
  const connectWebhookSecret = 'whsec_connected0';
  const provider = createStripe({ ...STRIPE_KEYS, url: stripe.server.url, connectWebhookSecret }, () => new Date());
  const object = { id: 'po_1', object: 'payout', metadata: { transfer: 'tr_1' } };
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'payout.paid', created: 1, data: { object } });
  expect(provider.readEvent(body, signEvent(connectWebhookSecret, body, new Date()))).toMatchObject({
    objectKind: 'payout',
    objectId: 'tr_1',
  });
  expect(() => provider.readEvent(body, signEvent('whsec_another000', body, new Date()))).toThrow(
    expect.objectContaining({ kind: 'signature' }),
  );
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
  const account = await newAccount();
  const payout = await payOut(account, newId());
  await sandbox.decidePayout(payout.id, 'failed');
  await provider.takeBack(payout.id);
  await provider.createRegistrationLink(account, { returnUrl: 'https://a.example', refreshUrl: 'https://a.example' });
  await provider.listPayoutCountries();
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
