import { afterAll, beforeAll } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestCard } from '#tests/support/payment-cards.ts';
import { startRealStripe, startSandbox, startStandIn, type PaymentSubject } from '#tests/support/payment-subjects.ts';
import type { PaymentProvider, ProviderPage } from './provider.ts';

/** The providers that must all behave the same. */
export const SUBJECTS: [name: string, start: () => Promise<PaymentSubject>][] = [
  ['the sandbox', () => startSandbox()],
  ['the Stripe adapter at a stand-in', () => startStandIn()],
];
const realKey = process.env['STRIPE_SECRET_KEY'];
if (realKey?.startsWith('sk_test_')) SUBJECTS.push(['Stripe', () => startRealStripe(realKey)]);

/** All entries behind a cursor. */
export const walk = async <T>(list: (cursor: string | null) => Promise<ProviderPage<T>>, from: string | null) => {
  const entries: T[] = [];
  for (let cursor = from; ;) {
    const page = await list(cursor);
    entries.push(...page.entries);
    cursor = page.cursor;
    if (!page.hasMore) return { entries, cursor };
  }
};

/** What the tests of one subject do again and again. */
export const stageOf = (start: () => Promise<PaymentSubject>) => {
  const stage = {
    subject: undefined as unknown as PaymentSubject,
    provider: undefined as unknown as PaymentProvider,
    newCustomer: () => {
      const userId = newId();
      const customer = { userId, email: `${userId}@example.org`, name: 'Ana Test' };
      return stage.provider.createCustomer(customer, `customer:${userId}`);
    },
    begin: (customerId: string) => stage.provider.createSetup(customerId, `setup:${newId()}`),
    newCard: async (card: TestCard) => {
      const customerId = await stage.newCustomer();
      const setup = await stage.begin(customerId);
      const status = await stage.subject.confirm(setup, card);
      if (status === 'requires_action') await stage.subject.sandbox!.authenticate(setup.clientSecret, true);
      const { cardId } = await stage.provider.readSetup(setup.id);
      return { customerId, cardId: cardId! };
    },
    charge: (
      { customerId, cardId }: { customerId: string; cardId: string },
      { amount = 399, isOffSession = true, key = `pay:${newId()}` } = {},
    ) => {
      const metadata = { invoice: 'one' };
      const facts = { customerId, cardId, amount, currency: 'usd', description: 'Sideline', isOffSession, metadata };
      return stage.provider.charge(facts, key);
    },
    refund: (paymentId: string, amount: number, key = `refund:${newId()}`) =>
      stage.provider.refund({ paymentId, amount, metadata: { invoice: 'one' } }, key),
  };
  beforeAll(async () => {
    stage.subject = await start();
    stage.provider = stage.subject.provider;
  });
  afterAll(() => stage.subject.close());
  return stage;
};
export type Stage = ReturnType<typeof stageOf>;
