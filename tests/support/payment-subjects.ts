import type { PaymentProvider, PaymentSandbox } from '#server/adapters/payments/index.ts';
import { createSandbox } from '#server/adapters/payments/sandbox/sandbox.ts';
import { signEvent } from '#server/adapters/payments/signature.ts';
import type { SandboxWork } from '#server/adapters/payments/sandbox/state.ts';
import { openDatabase } from '#server/db/database.ts';
import Stripe from 'stripe';
import { createStripe } from '#server/adapters/payments/stripe/stripe.ts';
import { TEST_CARDS, typed, type TestCard } from './payment-cards.ts';
import { testDatabase } from './postgres.ts';
import { startStripeServer, STRIPE_KEYS, type StripeServer } from './stripe-server.ts';

/** A provider under the conformance suite. */
export interface PaymentSubject {
  provider: PaymentProvider;
  /** What the provider's script does in the page. */
  confirm(
    setup: { id: string; clientSecret: string },
    card: TestCard,
  ): Promise<'succeeded' | 'requires_action' | 'failed'>;
  /** What the bank, its customers and time do; undefined where the suite cannot make them. */
  sandbox: PaymentSandbox | undefined;
  /** Signs a body as the provider would. */
  sign(body: string, at: Date): string;
  close(): Promise<void>;
}

const SECRET = 'whsec_of_the_tests';

export interface SandboxSubject extends PaymentSubject {
  sandbox: PaymentSandbox;
  /** Work that it would do by jobs. */
  waiting: SandboxWork[];
}

/** The sandbox over a database of its own. */
export const startSandbox = async (now: () => Date = () => new Date()): Promise<SandboxSubject> => {
  const database = await testDatabase();
  const { db, close } = openDatabase(database.poolConfig);
  const waiting: SandboxWork[] = [];
  const sandbox = createSandbox({
    db,
    secret: SECRET,
    now,
    later: async (_, work) => void waiting.push(work),
  });
  return {
    provider: sandbox,
    sandbox,
    waiting,
    sign: (body, at) => signEvent(SECRET, body, at),
    confirm: async ({ clientSecret }, card) => (await sandbox.confirmSetup(clientSecret, typed(card))).status,
    async close() {
      await close();
      await database.drop();
    },
  };
};

/** The Stripe adapter, at a stand-in that speaks Stripe's HTTP API over a sandbox. */
export const startStandIn = async (): Promise<SandboxSubject & { server: StripeServer }> => {
  const behind = await startSandbox();
  const server = await startStripeServer(behind.sandbox);
  return {
    ...behind,
    server,
    provider: createStripe({ ...STRIPE_KEYS, url: server.url }, () => new Date()),
    sign: server.sign,
    async close() {
      await server.close();
      await behind.close();
    },
  };
};

/** The real Stripe with a test key. Cards are confirmed by the API, as Stripe's script would do in a page. */
export const startRealStripe = async (secretKey: string): Promise<PaymentSubject> => {
  const url = 'https://api.stripe.com';
  const stripe = new Stripe(secretKey);
  return {
    provider: createStripe({ ...STRIPE_KEYS, secretKey, url }, () => new Date()),
    sandbox: undefined,
    sign: (body, at) => signEvent(STRIPE_KEYS.webhookSecret, body, at),
    async confirm({ id }, card) {
      try {
        const { status } = await stripe.setupIntents.confirm(id, {
          payment_method: TEST_CARDS[card].method,
          return_url: 'https://example.org/',
        });
        return status === 'succeeded' ? 'succeeded' : 'requires_action';
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return 'failed';
        throw error;
      }
    },
    close: async () => {},
  };
};
