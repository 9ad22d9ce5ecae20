import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import { ADDRESS, type TestCard } from '#tests/support/payment-cards.ts';
import type { PaymentSubject } from '#tests/support/payment-subjects.ts';
import { stageOf, SUBJECTS, walk, type Stage } from './conformance.fixtures.ts';
import type { PaymentSandbox } from './index.ts';
import type { PaymentProvider, ProviderEvent, ProviderMovement } from './provider.ts';

/*
 * What the product counts on, of every provider: the sandbox, the Stripe adapter against a stand-in that speaks Stripe's
 * HTTP API, and, if STRIPE_SECRET_KEY is a test key, the real Stripe.
 */

const testCards = (stage: Stage) => {
  const { newCustomer, begin, newCard, charge } = stage;
  let subject: PaymentSubject;
  let provider: PaymentProvider;
  beforeAll(() => {
    ({ subject, provider } = stage);
  });

  test('a setup takes a card, which then belongs to its customer', async () => {
    const customerId = await newCustomer();
    const setup = await begin(customerId);
    expect(await provider.readSetup(setup.id)).toEqual({
      id: setup.id,
      status: 'requires_payment_method',
      customerId,
      cardId: null,
    });
    expect(setup.clientSecret.split('_secret_')[0]).toBe(setup.id);
    expect(await subject.confirm(setup, 'visa')).toBe('succeeded');
    const done = await provider.readSetup(setup.id);
    expect(done).toMatchObject({ status: 'succeeded', customerId });
    const card = await provider.readCard(done.cardId!);
    expect(card).toMatchObject({ customerId, brand: 'visa', last4: '4242' });
    expect(await provider.listCards(customerId)).toEqual([card]);
  });

  test.each<TestCard>(['declined', 'insufficient', 'expired', 'wrongCvc', 'processing'])(
    'a card that the bank refuses (%s) is not kept, and the setup may be tried again',
    async (card) => {
      const customerId = await newCustomer();
      const setup = await begin(customerId);
      expect(await subject.confirm(setup, card)).toBe('failed');
      expect(await provider.readSetup(setup.id)).toMatchObject({ status: 'requires_payment_method' });
      expect(await provider.listCards(customerId)).toEqual([]);
      expect(await subject.confirm(setup, 'mastercard')).toBe('succeeded');
    },
  );

  test('the same number has the same fingerprint, another number another one', async () => {
    const one = await newCard('visa');
    const same = await newCard('visa');
    const other = await newCard('mastercard');
    const [first, again, third] = await Promise.all(
      [one, same, other].map(async ({ cardId }) => (await provider.readCard(cardId)).fingerprint),
    );
    expect(first).toBe(again);
    expect(third).not.toBe(first);
  });

  test('an address is kept with the card; a card that is detached stays so and is charged no more', async () => {
    const card = await newCard('visa');
    await provider.setAddress(card.cardId, ADDRESS);
    expect((await provider.readCard(card.cardId)).address).toEqual(ADDRESS);
    await provider.detachCard(card.cardId);
    await provider.detachCard(card.cardId);
    expect((await provider.readCard(card.cardId)).customerId).toBeNull();
    expect(await provider.listCards(card.customerId)).toEqual([]);
    await expect(charge(card)).rejects.toMatchObject({ name: 'ProviderProblem', kind: 'refused' });
  });
};

const testMoney = (stage: Stage) => {
  const { newCustomer, newCard, charge, refund } = stage;
  let subject: PaymentSubject;
  let provider: PaymentProvider;
  beforeAll(() => {
    ({ subject, provider } = stage);
  });
  const isConsistent = ({ amount, fee, net }: ProviderMovement) => amount - fee === net;

  test('a charge succeeds at once and names what was booked', async () => {
    const card = await newCard('visa');
    const payment = await charge(card);
    expect(payment).toMatchObject({
      status: 'succeeded',
      amount: 399,
      currency: 'usd',
      cardId: card.cardId,
      failure: null,
      metadata: { invoice: 'one' },
    });
    expect(payment.movement).toMatchObject({
      kind: 'charge',
      amount: 399,
      currency: 'usd',
      sourceId: payment.id,
      paymentId: payment.id,
    });
    expect(isConsistent(payment.movement!)).toBe(true);
    expect(await provider.readPayment(payment.id)).toEqual(payment);
    expect(await provider.cancelPayment(payment.id)).toMatchObject({ status: 'succeeded' });
  });

  test('the same key charges once and answers the same; with another amount it is refused', async () => {
    const card = await newCard('visa');
    const key = `pay:${newId()}`;
    const first = await charge(card, { key });
    expect((await charge(card, { key })).id).toBe(first.id);
    await expect(charge(card, { key, amount: 400 })).rejects.toMatchObject({ kind: 'refused' });
    expect((await provider.readPayment(first.id)).amount).toBe(399);
  });

  test('a card that was attached may be refused later, with a code and a sentence for the person', async () => {
    const payment = await charge(await newCard('chargeFails'));
    expect(payment).toMatchObject({ status: 'requires_payment_method', movement: null });
    expect(payment.failure).toMatchObject({ code: 'card_declined', message: expect.stringContaining('declined') });
    expect(await provider.readPayment(payment.id)).toMatchObject({ status: 'requires_payment_method' });
  });

  test('what is no amount, and what nobody knows, is refused', async () => {
    const card = await newCard('visa');
    await expect(charge(card, { amount: 1 })).rejects.toMatchObject({ kind: 'refused' });
    await expect(charge({ ...card, customerId: await newCustomer() })).rejects.toMatchObject({ kind: 'refused' });
    await expect(provider.readPayment('pi_unknown')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(provider.readCard('pm_unknown')).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('refunds add up to the charge and no further', async () => {
    const payment = await charge(await newCard('visa'), { amount: 1_000 });
    const key = `refund:${newId()}`;
    const first = await refund(payment.id, 300, key);
    expect((await refund(payment.id, 300, key)).id).toBe(first.id);
    expect(first).toMatchObject({ paymentId: payment.id, amount: 300, status: 'succeeded', reversal: null });
    expect(first.movement).toMatchObject({ kind: 'refund', amount: -300, sourceId: first.id, paymentId: payment.id });
    await expect(refund(payment.id, 701)).rejects.toMatchObject({ kind: 'refused' });
    await refund(payment.id, 700);
    await expect(refund(payment.id, 1)).rejects.toMatchObject({ kind: 'refused' });
    expect(await provider.readRefund(first.id)).toMatchObject({ amount: 300, status: 'succeeded' });
  });

  test('D-346 taxes are rounded per line, and none are due where none are known', async () => {
    const lines = [
      { reference: 'a', amount: 399 },
      { reference: 'b', amount: 133 },
    ];
    const taxes = await provider.taxes({ address: ADDRESS, currency: 'cad', lines });
    const us = { ...ADDRESS, state: 'CA', city: 'San Francisco', postalCode: '94102', country: 'US' };
    expect(await provider.taxes({ address: us, currency: 'usd', lines })).toEqual([]);
    // A real account has taxes only where its owner has registered.
    if (subject.sandbox) expect(taxes).toEqual([{ type: 'HST', amount: 52 + 17, percentage: 13 }]);
    else for (const tax of taxes) expect(tax).toMatchObject({ type: 'HST', percentage: 13 });
  });

  test('the history is walked from a cursor, oldest first, without gap or repeat', async () => {
    const before = await walk((cursor) => provider.listMovements(cursor), null);
    const payment = await charge(await newCard('visa'), { amount: 500 });
    const { movement } = await refund(payment.id, 200);
    const next = await walk((cursor) => provider.listMovements(cursor), before.cursor);
    expect(next.entries.map(({ id }) => id)).toEqual([payment.movement!.id, movement!.id]);
    expect(next.entries.map(({ paymentId }) => paymentId)).toEqual([payment.id, payment.id]);
    expect((await walk((cursor) => provider.listMovements(cursor), next.cursor)).entries).toEqual([]);
  });

  test('events tell which object changed', async () => {
    const before = await walk((cursor) => provider.listEvents(cursor), null);
    const card = await newCard('visa');
    const payment = await charge(card);
    const made = await refund(payment.id, 100);
    const { entries } = await walk((cursor) => provider.listEvents(cursor), before.cursor);
    const told = (kind: ProviderEvent['objectKind'], id: string) =>
      entries.filter((event) => event.objectKind === kind && event.objectId === id);
    expect(told('card', card.cardId).map(({ type }) => type)).toContain('payment_method.attached');
    expect(told('payment', payment.id)).toContainEqual(
      expect.objectContaining({ type: 'payment_intent.succeeded', paymentId: payment.id }),
    );
    expect(told('refund', made.id)).toContainEqual(expect.objectContaining({ paymentId: payment.id }));
  });
};

/** What the bank, its customers and time do: only the sandbox can be made to do it. */
const testBank = (stage: Stage) => {
  const { newCard, charge, refund } = stage;
  let provider: PaymentProvider;
  let bank: PaymentSandbox;
  beforeAll(() => {
    provider = stage.provider;
    bank = stage.subject.sandbox!;
  });
  const sumOf = (movements: ProviderMovement[]) => movements.reduce((sum, { amount }) => sum + amount, 0);

  test('a setup that the bank asks about waits for the person, who agrees or refuses', async () => {
    const customerId = await stage.newCustomer();
    const setup = await stage.begin(customerId);
    expect(await stage.subject.confirm(setup, 'authenticates')).toBe('requires_action');
    expect(await provider.readSetup(setup.id)).toMatchObject({ status: 'requires_action' });
    expect(await bank.authenticate(setup.clientSecret, false)).toMatchObject({ status: 'failed' });
    expect(await provider.readSetup(setup.id)).toMatchObject({ status: 'requires_payment_method' });
    expect(await provider.listCards(customerId)).toEqual([]);
  });

  test('without the person the bank’s question is a refusal, with the person it is asked', async () => {
    const card = await newCard('authenticates');
    const alone = await charge(card);
    expect(alone).toMatchObject({ status: 'requires_payment_method', failure: { code: 'authentication_required' } });
    expect(alone.cardId).toBe(card.cardId);
    const asked = await charge(card, { isOffSession: false });
    expect(asked).toMatchObject({ status: 'requires_action', movement: null, failure: null });
    expect(await bank.authenticate(asked.clientSecret!, true)).toEqual({ status: 'succeeded', failure: null });
    expect(await provider.readPayment(asked.id)).toMatchObject({ status: 'succeeded', movement: { amount: 399 } });
    const refused = await charge(card, { isOffSession: false });
    await bank.authenticate(refused.clientSecret!, false);
    expect(await provider.readPayment(refused.id)).toMatchObject({
      status: 'requires_payment_method',
      failure: { code: 'authentication_failure' },
    });
    const left = await charge(card, { isOffSession: false });
    expect(await provider.cancelPayment(left.id)).toMatchObject({ status: 'canceled' });
    expect(await bank.authenticate(left.clientSecret!, true)).toMatchObject({ status: 'failed' });
  });

  test('a dispute takes the money and its fee; when it is won, the money comes back', async () => {
    const before = await walk((cursor) => provider.listEvents(cursor), null);
    const payment = await charge(await newCard('disputes'));
    const { entries } = await walk((cursor) => provider.listEvents(cursor), before.cursor);
    const told = entries.find(({ objectKind }) => objectKind === 'dispute')!;
    expect(told).toMatchObject({ type: 'charge.dispute.created', paymentId: payment.id });
    const dispute = await provider.readDispute(told.objectId);
    expect(dispute).toMatchObject({ paymentId: payment.id, status: 'needs_response', amount: 399 });
    expect(dispute.movements).toMatchObject([{ kind: 'dispute', amount: -399, fee: 1_500, net: -1_899 }]);
    await expect(refund(payment.id, 100)).rejects.toMatchObject({ kind: 'refused' });
    await bank.closeDispute(dispute.id, 'won');
    const won = await provider.readDispute(dispute.id);
    expect(won).toMatchObject({ status: 'won', movements: [{ kind: 'dispute' }, { kind: 'dispute_reversal' }] });
    expect(sumOf(won.movements)).toBe(0);
  });

  test('a dispute may be larger than the payment', async () => {
    const payment = await charge(await newCard('visa'));
    const id = await bank.openDispute(payment.id, 450);
    await bank.closeDispute(id, 'lost');
    expect(await provider.readDispute(id)).toMatchObject({
      amount: 450,
      status: 'lost',
      movements: [{ amount: -450 }],
    });
  });

  test('a refund that fails later gives the money back, once, and may be made again', async () => {
    const payment = await charge(await newCard('refundFails'));
    const { id } = await refund(payment.id, 399);
    await bank.failRefund(id);
    await bank.failRefund(id);
    const failed = await provider.readRefund(id);
    expect(failed).toMatchObject({ status: 'failed', movement: { amount: -399 } });
    expect(failed.reversal).toMatchObject({ kind: 'refund_failure', amount: 399, sourceId: id, paymentId: payment.id });
    expect(await refund(payment.id, 399)).toMatchObject({ status: 'succeeded' });
  });

  test('a card that ends during the subscription is refused as expired', async () => {
    const card = await newCard('visa');
    vi.useFakeTimers({ now: Date.UTC(2041, 0, 1), toFake: ['Date'] });
    try {
      expect(await charge(card)).toMatchObject({
        status: 'requires_payment_method',
        failure: { code: 'expired_card' },
      });
    } finally {
      vi.useRealTimers();
    }
  });
};

const testEvents = (stage: Stage) => {
  test('an event is read only with its signature, and not when it is old', () => {
    const { provider, subject } = stage;
    const object = { id: 're_1', object: 'refund', payment_intent: 'pi_1' };
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'refund.updated',
      created: 1_764_000_000,
      data: { object },
    });
    const at = (secondsAgo: number) => subject.sign(body, new Date(Date.now() - secondsAgo * 1000));
    expect(provider.readEvent(body, at(0))).toEqual({
      id: 'evt_1',
      type: 'refund.updated',
      createdAt: new Date(1_764_000_000_000),
      objectId: 're_1',
      objectKind: 'refund',
      paymentId: 'pi_1',
    });
    const signature = expect.objectContaining({ kind: 'signature' });
    for (const [text, header] of [
      [body.replace('re_1', 're_2'), at(0)],
      [body, ''],
      [body, at(400)],
      [body, at(0).replace(/v1=.{4}/, 'v1=0000')],
    ] as const)
      expect(() => provider.readEvent(text, header)).toThrow(signature);
    expect(provider.readEvent(body, at(200)).id).toBe('evt_1');
  });
};

describe.each(SUBJECTS)('SUB-052 %s', (name, start) => {
  const stage = stageOf(start);
  testCards(stage);
  testMoney(stage);
  testEvents(stage);
  if (name !== 'Stripe') testBank(stage);
});
