import type Stripe from 'stripe';
import type { ProviderCard, ProviderMovement, ProviderSetup } from '#server/adapters/payments/index.ts';

/*
 * Stripe's objects as its HTTP API answers them, made from what the sandbox knows. The types are those of the SDK, so that
 * the compiler compares them; a test compares their keys with Stripe's own examples.
 */

/** What is sent: the SDK adds the response to it. */
export type Wire<T> = Omit<T, 'lastResponse'>;
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
/** When the stand-in's objects were made. No test looks at it. */
export const CREATED = 1_764_000_000;
export const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
/** A charge of a payment intent: the sandbox knows only payments. */
export const chargeId = (paymentId: string): string => paymentId.replace(/^pi_/, 'ch_');

export const toStripeCustomer = (id: string): Wire<Stripe.Customer> => ({
  id,
  object: 'customer',
  address: null,
  balance: 0,
  created: CREATED,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: 'TEST',
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
  customer_account: null,
});

export const toStripeMethod = (card: ProviderCard): Wire<Stripe.PaymentMethod> => ({
  id: card.id,
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: {
    address: card.address
      ? {
          city: card.address.city,
          country: card.address.country,
          line1: card.address.line1,
          line2: card.address.line2,
          postal_code: card.address.postalCode,
          state: card.address.state,
        }
      : NO_ADDRESS,
    email: null,
    name: null,
    phone: null,
    tax_id: null,
  },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: null,
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: CREATED,
  customer: card.customerId,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

export const toStripeSetup = (setup: ProviderSetup, clientSecret: string): Wire<Stripe.SetupIntent> => ({
  id: setup.id,
  object: 'setup_intent',
  allowed_payment_method_types: ['card'],
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: clientSecret,
  created: CREATED,
  customer: setup.customerId,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  managed_payments: null,
  mandate: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: setup.cardId,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  single_use_mandate: null,
  status: setup.status,
  usage: 'off_session',
});

const TYPES: Readonly<Record<ProviderMovement['kind'], [type: string, category: string]>> = {
  charge: ['charge', 'charge'],
  refund: ['refund', 'refund'],
  refund_failure: ['refund_failure', 'refund_failure'],
  dispute: ['adjustment', 'dispute'],
  dispute_reversal: ['adjustment', 'dispute_reversal'],
  transfer: ['transfer', 'transfer'],
  transfer_reversal: ['transfer_refund', 'transfer_reversal'],
  other: ['adjustment', 'other_adjustment'],
};

/** @param source The charge, refund or dispute, if it is wanted instead of its id. */
export const toStripeTransaction = (
  movement: ProviderMovement,
  source?: Stripe.BalanceTransactionSource,
): Wire<Stripe.BalanceTransaction> => ({
  id: movement.id,
  object: 'balance_transaction',
  amount: movement.amount,
  available_on: seconds(movement.createdAt),
  balance_type: 'payments',
  created: seconds(movement.createdAt),
  currency: movement.currency,
  description: null,
  exchange_rate: null,
  fee: movement.fee,
  fee_details: [],
  net: movement.net,
  reporting_category: TYPES[movement.kind][1],
  source: source ?? (movement.kind === 'charge' ? chargeId(movement.sourceId ?? '') : movement.sourceId),
  status: 'available',
  type: TYPES[movement.kind][0],
});
