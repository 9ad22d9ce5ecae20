import Stripe from 'stripe';
import { toProviderEvent, type EventObject } from '../events.ts';
import {
  ProviderProblem,
  type PaymentProvider,
  type ProviderCard,
  type ProviderPage,
  type ProviderRefund,
} from '../provider.ts';
import { SIGNATURE_LIFE_S } from '../signature.ts';
import { ask, openStripe, type StripeKeys } from './ask.ts';
import { stripePayouts } from './payouts.ts';
import { toCard, toDispute, toMovement, toPayment, toRefund, toSetup, toTaxes } from './read.ts';

/** Entries of a page; Stripe's most. */
const PAGE = 100;
const PAYMENT_PARTS = ['latest_charge.balance_transaction'];
const REFUND_PARTS = ['balance_transaction', 'failure_balance_transaction'];

/** An address as Stripe writes it. An empty text removes the former value. */
const toAddress = ({ line1, line2, city, state, postalCode, country }: NonNullable<ProviderCard['address']>) => ({
  line1,
  line2: line2 ?? '',
  city,
  state,
  postal_code: postalCode,
  country,
});

/** Customers, setups and cards. */
const cards = (stripe: Stripe) =>
  ({
    async createCustomer({ userId, email, name }, key) {
      const params = { name, metadata: { userId }, ...(email === null ? {} : { email }) };
      return (await ask(stripe.customers.create(params, { idempotencyKey: key }))).id;
    },
    async createSetup(customerId, key) {
      const params: Stripe.SetupIntentCreateParams = {
        customer: customerId,
        allowed_payment_method_types: ['card'],
        usage: 'off_session',
      };
      const { id, client_secret: secret } = await ask(stripe.setupIntents.create(params, { idempotencyKey: key }));
      return { id, clientSecret: secret ?? '' };
    },
    readSetup: async (id) => toSetup(await ask(stripe.setupIntents.retrieve(id))),
    readCard: async (id) => toCard(await ask(stripe.paymentMethods.retrieve(id))),
    async listCards(customerId) {
      const { data } = await ask(stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: PAGE }));
      return data.map(toCard);
    },
    setAddress: async (cardId, address) =>
      void (await ask(stripe.paymentMethods.update(cardId, { billing_details: { address: toAddress(address) } }))),
    async detachCard(id) {
      try {
        await ask(stripe.paymentMethods.detach(id));
      } catch (error) {
        if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error;
        const { customer } = await ask(stripe.paymentMethods.retrieve(id));
        if (customer !== null) throw error;
      }
    },
  }) satisfies Partial<PaymentProvider>;

/** The most that one payment may have been given back in parts. */
const REFUNDS_MAX = 100;

/** Stripe forgets keys after a day, so what was done under one is looked for among the refunds of the payment first. */
const refundOnce = async (
  stripe: Stripe,
  { paymentId, amount, metadata }: Parameters<PaymentProvider['refund']>[0],
  key: string,
): Promise<ProviderRefund> => {
  const parts = REFUND_PARTS.map((part) => `data.${part}`);
  const { data } = await ask(stripe.refunds.list({ payment_intent: paymentId, limit: REFUNDS_MAX, expand: parts }));
  const made = data.find((one) => one.metadata?.['key'] === key);
  if (made && made.amount !== amount)
    throw new ProviderProblem('refused', 'The key was used for another refund.', 'idempotency_error');
  if (made) return toRefund(made);
  const params = { payment_intent: paymentId, amount, metadata: { ...metadata, key }, expand: REFUND_PARTS };
  return toRefund(await ask(stripe.refunds.create(params, { idempotencyKey: key })));
};

/** Payments, refunds and disputes. */
const money = (stripe: Stripe) =>
  ({
    async charge(charge, key) {
      const params: Stripe.PaymentIntentCreateParams = {
        customer: charge.customerId,
        payment_method: charge.cardId,
        allowed_payment_method_types: ['card'],
        amount: charge.amount,
        currency: charge.currency,
        description: charge.description,
        metadata: { ...charge.metadata },
        confirm: true,
        // Without the person the bank's question is a refusal; with the person, Stripe's script asks it in the page.
        ...(charge.isOffSession ? { off_session: true } : { use_stripe_sdk: true }),
        expand: PAYMENT_PARTS,
      };
      try {
        return toPayment(await stripe.paymentIntents.create(params, { idempotencyKey: key }));
      } catch (error) {
        // A refusal by the bank is an answer: the payment exists and says why.
        const intent = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined;
        return intent ? toPayment(intent) : ask(Promise.reject(error as Error));
      }
    },
    readPayment: async (id) => toPayment(await ask(stripe.paymentIntents.retrieve(id, { expand: PAYMENT_PARTS }))),
    async cancelPayment(id) {
      try {
        return toPayment(await ask(stripe.paymentIntents.cancel(id)));
      } catch (error) {
        if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error;
        return toPayment(await ask(stripe.paymentIntents.retrieve(id, { expand: PAYMENT_PARTS })));
      }
    },
    refund: (refund, key) => refundOnce(stripe, refund, key),
    readRefund: async (id) => toRefund(await ask(stripe.refunds.retrieve(id, { expand: REFUND_PARTS }))),
    readDispute: async (id) => toDispute(await ask(stripe.disputes.retrieve(id))),
    async taxes({ address, currency, lines }) {
      const taxed = lines.filter(({ amount }) => amount > 0);
      if (taxed.length === 0) return [];
      const calculation = await ask(
        stripe.tax.calculations.create({
          currency,
          customer_details: { address: toAddress(address), address_source: 'billing' },
          line_items: taxed.map(({ reference, amount }) => ({ reference, amount, tax_behavior: 'exclusive' as const })),
        }),
      );
      return toTaxes(calculation);
    },
  }) satisfies Partial<PaymentProvider>;

/**
 * A page of a list that Stripe sorts newest first. Behind a cursor Stripe answers the next newer entries; without one the
 * walk goes back to the oldest.
 */
const pageOf = async <T extends { id: string }, R>(
  list: (params: { limit: number; ending_before?: string; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
  cursor: string | null,
  map: (entry: T) => R,
): Promise<ProviderPage<R>> => {
  const newer = cursor === null ? null : await findNewer(list, cursor);
  if (newer) {
    const entries = newer.data.toReversed();
    return { entries: entries.map(map), cursor: entries.at(-1)?.id ?? cursor, hasMore: newer.has_more };
  }
  const all: T[] = [];
  for (let last: string | undefined; ; last = all.at(-1)?.id) {
    const page = await ask(list({ limit: PAGE, ...(last === undefined ? {} : { starting_after: last }) }));
    all.push(...page.data);
    if (!page.has_more) break;
  }
  const entries = all.toReversed();
  return { entries: entries.map(map), cursor: entries.at(-1)?.id ?? null, hasMore: false };
};

/** @returns Null if Stripe knows the cursor no more: it keeps events for 30 days. */
const findNewer = async <T extends { id: string }>(
  list: (params: { limit: number; ending_before: string }) => Promise<Stripe.ApiList<T>>,
  cursor: string,
): Promise<Stripe.ApiList<T> | null> => {
  try {
    return await ask(list({ limit: PAGE, ending_before: cursor }));
  } catch (error) {
    if (error instanceof ProviderProblem && error.code === 'resource_missing') return null;
    throw error;
  }
};

/** Stripe as the payment provider. Source: decision 0081. */
export const createStripe = (keys: StripeKeys, now: () => Date): PaymentProvider => {
  const stripe = openStripe(keys);
  return {
    name: 'stripe',
    publishableKey: keys.publishableKey,
    ...cards(stripe),
    ...money(stripe),
    ...stripePayouts(stripe),
    readEvent(body, signature) {
      const atMs = now().getTime();
      const readWith = (secret: string) =>
        toProviderEvent(
          stripe.webhooks.constructEvent(body, signature, secret, SIGNATURE_LIFE_S, undefined, atMs) as EventObject,
        );
      const { webhookSecret, connectWebhookSecret } = keys;
      try {
        return readWith(webhookSecret);
      } catch (error) {
        const problem = new ProviderProblem('signature', (error as Error).message, null, { cause: error });
        if (connectWebhookSecret === undefined) throw problem;
        try {
          return readWith(connectWebhookSecret);
        } catch {
          throw problem;
        }
      }
    },
    listEvents: (cursor) => pageOf((params) => stripe.events.list(params), cursor, toProviderEvent),
    listMovements: (cursor) =>
      pageOf(
        (params) => stripe.balanceTransactions.list({ ...params, expand: ['data.source'] }),
        cursor,
        (one) => toMovement(one),
      ),
  };
};
