import type Stripe from 'stripe';
import type {
  PaymentProvider,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  TaxLine,
} from '#server/adapters/payments/index.ts';
import { CREATED, NO_ADDRESS, chargeId, toStripeTransaction, type Wire } from './stripe-objects.ts';

// Payments, refunds, disputes and taxes as Stripe's HTTP API answers them.

/** The charge of a payment; null before one has succeeded. */
export const toStripeCharge = (payment: ProviderPayment): Wire<Stripe.Charge> | null =>
  payment.movement && {
    id: chargeId(payment.id),
    object: 'charge',
    amount: payment.amount,
    amount_captured: payment.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: toStripeTransaction(payment.movement),
    billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: CREATED,
    currency: payment.currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: payment.id,
    payment_method: payment.cardId,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };

/** A decline as Stripe names it: one code for all declines of the bank, and why in another. */
const DECLINES = new Set(['card_declined', 'insufficient_funds']);
const errorOf = ({ failure, cardId }: ProviderPayment): Stripe.PaymentIntent['last_payment_error'] =>
  failure && {
    type: 'card_error',
    code: DECLINES.has(failure.code) ? 'card_declined' : failure.code,
    decline_code: failure.code === 'card_declined' ? 'generic_decline' : failure.code,
    message: failure.message,
    // Stripe sends the card itself; the adapter reads its id.
    payment_method: cardId as never,
  };

/** @param hasParts Whether the charge is wanted with its balance transaction, and not only its id. */
export const toStripePayment = (payment: ProviderPayment, hasParts: boolean): Wire<Stripe.PaymentIntent> => ({
  id: payment.id,
  object: 'payment_intent',
  allowed_payment_method_types: ['card'],
  amount: payment.amount,
  amount_capturable: 0,
  amount_received: payment.movement ? payment.amount : 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  client_secret: payment.clientSecret,
  confirmation_method: 'automatic',
  created: CREATED,
  currency: payment.currency,
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: errorOf(payment),
  latest_charge: hasParts
    ? (toStripeCharge(payment) as Stripe.Charge | null)
    : payment.movement && chargeId(payment.id),
  livemode: false,
  managed_payments: null,
  metadata: payment.metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: payment.failure ? null : payment.cardId,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: payment.status,
  transfer_group: null,
});

export const toStripeRefund = (
  refund: ProviderRefund,
  { currency = 'usd', metadata = {} }: { currency?: string; metadata?: Record<string, string> } = {},
): Wire<Stripe.Refund> => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: refund.movement && (toStripeTransaction(refund.movement) as Stripe.BalanceTransaction),
  ...(refund.reversal && {
    failure_balance_transaction: toStripeTransaction(refund.reversal) as Stripe.BalanceTransaction,
    failure_reason: 'unknown',
  }),
  charge: chargeId(refund.paymentId),
  created: CREATED,
  currency,
  customer: null,
  customer_account: null,
  destination_details: { type: 'card' },
  metadata,
  payment_intent: refund.paymentId,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
});

export const toStripeDispute = (dispute: ProviderDispute, currency = 'usd'): Wire<Stripe.Dispute> => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: dispute.movements.map((one) => toStripeTransaction(one) as Stripe.BalanceTransaction),
  charge: chargeId(dispute.paymentId),
  created: CREATED,
  currency,
  enhanced_eligibility_types: [],
  evidence: {} as Stripe.Dispute['evidence'],
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_applicable',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: dispute.paymentId,
  reason: 'fraudulent',
  status: dispute.status,
});

type TaxedInvoice = Parameters<PaymentProvider['taxes']>[0];
export const toStripeTaxes = (
  { address, currency, lines }: TaxedInvoice,
  taxes: readonly TaxLine[],
): Wire<Stripe.Tax.Calculation> => {
  const net = lines.reduce((sum, { amount }) => sum + amount, 0);
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const { country, state } = address;
  return {
    id: 'taxcalc_standin',
    object: 'tax.calculation',
    amount_total: net + tax,
    currency,
    customer: null,
    customer_details: {
      address: {
        city: address.city,
        country,
        line1: address.line1,
        line2: address.line2,
        postal_code: address.postalCode,
        state,
      },
      address_source: 'billing',
      ip_address: null,
      tax_ids: [],
      taxability_override: 'none',
    },
    expires_at: null,
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: taxes.map(({ type, amount, percentage }) => ({
      amount,
      inclusive: false,
      tax_rate_details: {
        country,
        flat_amount: null,
        percentage_decimal: String(percentage),
        rate_type: 'percentage',
        state,
        tax_type: type.toLowerCase(),
      },
      taxability_reason: 'standard_rated',
      taxable_amount: net,
    })),
    tax_date: CREATED,
  };
};
