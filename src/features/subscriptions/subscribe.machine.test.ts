import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { PaymentResult } from '#contract/payments.ts';
import type { Subscription } from '#contract/rows.ts';
import { NOTHING_KEPT, PayProblem, type Discount, type KeptSubscribe, type Preview } from './subscribe-form.ts';
import type { Outcome } from '#app/payments/card-port.ts';
import type { Tried } from './subscribe.actors.ts';
import { subscribeMachine, type SubscribeContext, type SubscribeEvent } from './subscribe.machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PAID: Preview = {
  amountWithoutTaxes: 150,
  subtotalWithoutTaxes: 150,
  total: 170,
  taxes: [],
  trialSubscription: false,
  isFree: false,
  trialEndsAt: null,
  firstPaymentAt: null,
  firstPaymentAmount: 170,
  discountEndDate: null,
  quotedAt: '2030-01-01T00:00:00.000Z',
};
const TRIAL: Preview = { ...PAID, trialSubscription: true, total: 0 };
const CODE: Discount = {
  code: 'KICKOFF26',
  type: 'promotional',
  creator: 'Sideline',
  sports: [],
  discountAmountUnit: 'percent',
  discountAmountValue: 50,
  durationInMonths: 3,
  discountEndDate: null,
  expiredAt: null,
};
const own = (subscriptionType: Subscription['subscriptionType']) => ({ subscriptionType }) as Subscription;
const payment = (status: PaymentResult['status'], clientSecret: string | null = null): Tried => ({
  payment: { invoiceId: 'inv-1', status, clientSecret },
  subscription: status === 'succeeded' ? own('subscribed') : null,
});
const DONE: Tried = { payment: null, subscription: own('subscribed') };
const NONE: Tried = { payment: null, subscription: null };

interface Work {
  quote?: Preview;
  confirm?: Tried;
  find?: Tried;
  refresh?: Tried;
  bank?: 'succeeded' | 'failed';
}

/** A flow whose steps answer as set in `work`; `fail` makes the next run of a step fail. */
const start = (work: Work = {}, kept: Partial<KeptSubscribe> = {}) => {
  const timeline: string[] = [];
  const keys: string[] = [];
  const failures = new Map<string, Error>();
  const step = <O>(name: string, output: (context: SubscribeContext) => O) =>
    fromPromise<O, SubscribeContext>(async ({ input }) => {
      timeline.push(name);
      if (name === 'confirm') keys.push(input.key);
      const failure = failures.get(name);
      failures.delete(name);
      if (failure) throw failure;
      return output(input);
    });
  const actor = createActor(
    subscribeMachine.provide({
      actors: {
        quote: step('quote', () => work.quote ?? PAID),
        'check code': step('check', () => CODE),
        confirm: step('confirm', () => work.confirm ?? payment('succeeded')),
        'ask bank': step('bank', (): Outcome => ({ status: work.bank ?? 'succeeded', message: null })),
        refresh: step('refresh', () => work.refresh ?? payment('succeeded')),
        find: step('find', () => work.find ?? NONE),
      },
    }),
    { input: { sportId: 'tennis', sportName: 'Tennis', kind: 'create', kept: { ...NOTHING_KEPT, ...kept } } },
  );
  actor.start();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const say = async (event: SubscribeEvent) => {
    actor.send(event);
    await settle();
  };
  return {
    timeline,
    keys,
    settle,
    say,
    work,
    fail: (name: string, error: Error) => void failures.set(name, error),
    context: () => actor.getSnapshot().context,
    where: () => actor.getSnapshot().value,
    ready: async () => {
      await settle();
      await say({ type: 'cards', preferredId: 'pm_1', ids: ['pm_1', 'pm_2'] });
      await say({ type: 'agree', agrees: true });
    },
  };
};

describe('subscribing', () => {
  test('SUB-051 without the consent nothing is confirmed', async () => {
    const flow = start();
    await flow.ready();
    await flow.say({ type: 'agree', agrees: false });
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('reviewing');
    expect(flow.context().isConsentMissing).toBe(true);
    expect(flow.timeline).toEqual(['quote']);
    await flow.say({ type: 'agree', agrees: true });
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('done');
  });

  test('SUB-049 a trial asks for neither card nor consent', async () => {
    const flow = start({ quote: TRIAL, confirm: { payment: null, subscription: own('trial-free') } });
    await flow.settle();
    await flow.say({ type: 'confirm' });
    expect([flow.where(), flow.context().success]).toEqual(['done', 'trial']);
  });

  test('without a card nothing is confirmed; a card that was added is the chosen one', async () => {
    const flow = start();
    await flow.settle();
    await flow.say({ type: 'agree', agrees: true });
    await flow.say({ type: 'confirm' });
    expect(flow.context().problem).toEqual({ place: 'card', message: 'Choose or add a card.' });
    await flow.say({ type: 'add card' });
    await flow.say({ type: 'card added', cardId: 'pm_9', isPreferred: true });
    await flow.settle();
    // Once more with the card: the taxes are those of its address.
    expect(flow.timeline).toEqual(['quote', 'quote']);
    await flow.say({ type: 'confirm' });
    expect([flow.where(), flow.context().cardId]).toEqual(['done', 'pm_9']);
  });

  test('D-193 the bank is asked, and what became of the payment is read afterwards', async () => {
    const flow = start({ confirm: payment('requires_action', 'secret') });
    await flow.ready();
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('done');
    expect(flow.timeline).toEqual(['quote', 'confirm', 'bank', 'refresh']);
  });

  test('a bank that refuses leads back with its sentence; the same invoice is paid then', async () => {
    const flow = start({
      confirm: payment('requires_action', 'secret'),
      bank: 'failed',
      refresh: payment('requires_action', 'secret'),
    });
    await flow.ready();
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('reviewing');
    expect(flow.context()).toMatchObject({
      isDeclined: true,
      invoiceId: 'inv-1',
      problem: { place: 'card', message: 'Your bank did not confirm it. Nothing was charged.' },
    });
  });

  test('a bank that confirmed although its answer was lost has confirmed', async () => {
    const flow = start({ confirm: payment('requires_action', 'secret'), bank: 'failed' });
    await flow.ready();
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('done');
  });

  test('SUB-096 a refused card has its sentence, and another card goes on with a new key', async () => {
    const flow = start();
    await flow.ready();
    flow.fail('confirm', new PayProblem('declined', 'Your card has insufficient funds.', 'card'));
    await flow.say({ type: 'confirm' });
    expect(flow.context()).toMatchObject({
      isDeclined: true,
      agrees: true,
      problem: { place: 'card', message: 'Your card has insufficient funds.' },
    });
    await flow.say({ type: 'choose card', cardId: 'pm_2' });
    expect(flow.context()).toMatchObject({ isDeclined: false, problem: null });
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('done');
    expect(new Set(flow.keys).size).toBe(2);
  });

  test('a payment on which the bank still works is asked for again', async () => {
    const flow = start({ confirm: payment('processing'), refresh: payment('processing') });
    await flow.ready();
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('waiting');
    await vi.advanceTimersByTimeAsync(3000);
    flow.work.refresh = payment('succeeded');
    await vi.advanceTimersByTimeAsync(3000);
    expect(flow.where()).toBe('done');
    expect(flow.timeline).toEqual(['quote', 'confirm', 'refresh', 'refresh']);
  });

  test('an amount that has changed is shown again before anything is paid', async () => {
    const flow = start();
    await flow.ready();
    flow.fail('confirm', new PayProblem('changed', 'x'));
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('reviewing');
    expect(flow.timeline).toEqual(['quote', 'confirm', 'quote']);
    expect(flow.context().problem?.message).toMatch(/^The amount has changed/);
  });
});

describe('an answer that was lost', () => {
  test('is looked for, not paid again', async () => {
    const flow = start({ find: DONE });
    await flow.ready();
    flow.fail('confirm', new PayProblem('lost', ''));
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('done');
    expect(flow.timeline).toEqual(['quote', 'confirm', 'find']);
  });

  test('without an answer to that either, the person asks again', async () => {
    const flow = start({ find: DONE });
    await flow.ready();
    flow.fail('confirm', new PayProblem('lost', ''));
    flow.fail('find', new PayProblem('lost', ''));
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('unknown');
    await flow.say({ type: 'retry' });
    expect(flow.where()).toBe('done');
    expect(flow.timeline.filter((name) => name === 'confirm')).toHaveLength(1);
  });

  test('a page that was left while it paid asks first', async () => {
    const flow = start({ find: payment('requires_action', 'secret') }, { isPaying: true, invoiceId: 'inv-1' });
    await flow.settle();
    expect(flow.where()).toBe('done');
    expect(flow.timeline).toEqual(['find', 'bank', 'refresh']);
  });

  test('a payment that turns out to be refused leads back with its sentence', async () => {
    const flow = start();
    await flow.ready();
    flow.fail('confirm', new PayProblem('lost', ''));
    flow.fail('find', new PayProblem('declined', 'Your card was declined.', 'card'));
    await flow.say({ type: 'confirm' });
    expect(flow.where()).toBe('reviewing');
    expect(flow.context()).toMatchObject({ isDeclined: true, problem: { message: 'Your card was declined.' } });
  });

  test('SUB-093 nothing was charged: the page says so, the amount is shown, and Confirm pays', async () => {
    const flow = start({}, { isPaying: true, cardId: 'pm_2' });
    await flow.ready();
    expect(flow.where()).toBe('reviewing');
    expect(flow.context().cardId).toBe('pm_2');
    expect(flow.context().problem?.message).toBe('Sorry, subscriptions was not created. Try again.');
    await flow.say({ type: 'confirm' });
    expect(flow.timeline).toEqual(['find', 'quote', 'confirm']);
  });
});

describe('the code of a discount', () => {
  test('SUB-055 SUB-056 SUB-057 has at least 9 characters without its separators, in any case', async () => {
    const flow = start();
    await flow.settle();
    for (const [code, says] of [
      ['kick off', 'must be at least 9 characters'],
      ['kick-off-2', 'must be at least 9 characters'],
      ['kick_off_26', 'incorrect code'],
    ] as const) {
      await flow.say({ type: 'apply code', code });
      expect(flow.context().problem).toEqual({ place: 'code', message: says });
    }
    expect(flow.timeline).toEqual(['quote']);
    await flow.say({ type: 'apply code', code: ' kick-off 26 ' });
    expect(flow.timeline).toEqual(['quote', 'check', 'quote']);
    expect(flow.context()).toMatchObject({ problem: null, code: 'KICKOFF26', discount: CODE });
  });

  test('SUB-101 a refused code says why, and the amount is without it', async () => {
    const flow = start();
    await flow.settle();
    flow.fail('check', new PayProblem('code', 'This code has expired or was used up.', 'code'));
    await flow.say({ type: 'apply code', code: 'KICKOFF26' });
    expect(flow.context()).toMatchObject({
      discount: null,
      problem: { place: 'code', message: 'This code has expired or was used up.' },
    });
  });

  test('a kept code is applied again, and can be removed', async () => {
    const flow = start({}, { code: 'KICKOFF26' });
    await flow.settle();
    expect(flow.timeline).toEqual(['check', 'quote']);
    await flow.say({ type: 'remove code' });
    expect(flow.context()).toMatchObject({ code: '', discount: null });
  });
});

test('what is typed or ticked while the amount is read is kept', async () => {
  const flow = start();
  // Not settled: the amount is on its way.
  expect(flow.where()).toBe('quoting');
  await Promise.all([flow.say({ type: 'type code', code: 'KICKOFF26' }), flow.say({ type: 'agree', agrees: true })]);
  expect(flow.where()).toBe('reviewing');
  expect(flow.context()).toMatchObject({ code: 'KICKOFF26', agrees: true });
});

test('SUB-103 without a price there is nothing to confirm; Retry asks again', async () => {
  const flow = start();
  await flow.settle();
  flow.fail('quote', new PayProblem('shown', ''));
  await flow.say({ type: 'remove code' });
  expect(flow.where()).toBe('priceless');
  await flow.say({ type: 'retry' });
  expect(flow.where()).toBe('reviewing');
});
