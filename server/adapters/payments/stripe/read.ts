import type Stripe from 'stripe';
import type {
  ProviderAccount,
  ProviderCard,
  ProviderDispute,
  ProviderFailure,
  ProviderMovement,
  ProviderPayment,
  ProviderPayout,
  ProviderRefund,
  ProviderSetup,
  TaxLine,
} from '../provider.ts';

// Stripe's objects in the port's form. Everything that names another object may be its id or the object itself.

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
/** The object; null for one that was not sent along. */
const objectOf = <T extends { id: string }>(value: string | T | null | undefined): T | null =>
  typeof value === 'object' ? value : null;

export const toCard = ({ id, customer, card, billing_details: { address } }: Stripe.PaymentMethod): ProviderCard => ({
  id,
  customerId: idOf(customer),
  brand: card?.brand ?? 'unknown',
  last4: card?.last4 ?? '',
  expMonth: card?.exp_month ?? 0,
  expYear: card?.exp_year ?? 0,
  fingerprint: card?.fingerprint ?? null,
  address: address?.country
    ? {
        line1: address.line1 ?? '',
        line2: address.line2 || null,
        city: address.city ?? '',
        state: address.state ?? '',
        postalCode: address.postal_code ?? '',
        country: address.country,
      }
    : null,
});

export const toSetup = ({ id, status, customer, payment_method: card }: Stripe.SetupIntent): ProviderSetup => ({
  id,
  status: status as ProviderSetup['status'],
  customerId: idOf(customer) ?? '',
  cardId: idOf(card),
});

/** Movements by Stripe's type, and those that it only calls adjustments by its category of reports. */
const kindOf = ({ type, reporting_category: category }: Stripe.BalanceTransaction): ProviderMovement['kind'] => {
  if (type === 'charge' || type === 'payment') return 'charge';
  if (type === 'refund' || type === 'payment_refund') return 'refund';
  if (type === 'transfer') return 'transfer';
  if (type === 'transfer_refund') return 'transfer_reversal';
  if (type === 'refund_failure' || type === 'payment_failure_refund') return 'refund_failure';
  return category === 'dispute' || category === 'dispute_reversal' ? category : 'other';
};

/**
 * @param owner What it belongs to, if the transaction was sent without it. A charge is the port's payment: its id there is
 *   that of the payment intent.
 */
export const toMovement = (
  transaction: Stripe.BalanceTransaction,
  owner?: { sourceId: string; paymentId: string | null },
): ProviderMovement => {
  const kind = kindOf(transaction);
  const source = objectOf(
    transaction.source as string | { id: string; payment_intent?: unknown; transfer?: string | { id: string } } | null,
  );
  const paymentId = owner?.paymentId ?? idOf((source?.payment_intent ?? null) as string | { id: string } | null);
  // A payout is known by its transfer, and a transfer's way back names it.
  const ownId = kind === 'transfer_reversal' ? idOf(source?.transfer) : idOf(transaction.source as string | null);
  const sourceId = kind === 'charge' ? paymentId : (owner?.sourceId ?? ownId);
  return {
    id: transaction.id,
    kind,
    amount: transaction.amount,
    fee: transaction.fee,
    net: transaction.net,
    currency: transaction.currency,
    sourceId,
    paymentId,
    createdAt: new Date(transaction.created * 1000),
  };
};

/** A decline says more in its own code than in the code of all declines. */
const failureCode = (code = 'card_declined', declineCode?: string): string =>
  code === 'card_declined' && declineCode && declineCode !== 'generic_decline' ? declineCode : code;

const failureOf = (error: Stripe.PaymentIntent['last_payment_error']): ProviderFailure | null =>
  error && {
    code: failureCode(error.code, error.decline_code),
    message: error.message ?? 'Your card was declined.',
  };

export const toPayment = (intent: Stripe.PaymentIntent): ProviderPayment => {
  const charge = objectOf<Stripe.Charge>(intent.latest_charge);
  const transaction = objectOf<Stripe.BalanceTransaction>(charge?.balance_transaction);
  const failure = failureOf(intent.last_payment_error);
  return {
    id: intent.id,
    status:
      intent.status === 'requires_confirmation'
        ? 'requires_payment_method'
        : (intent.status as ProviderPayment['status']),
    amount: intent.amount,
    currency: intent.currency,
    // After a refusal the intent names its card no more.
    cardId: idOf(intent.payment_method) ?? idOf(intent.last_payment_error?.payment_method),
    clientSecret: intent.client_secret,
    failure: intent.status === 'requires_payment_method' ? failure : null,
    movement:
      transaction && intent.status === 'succeeded'
        ? toMovement(transaction, { sourceId: intent.id, paymentId: intent.id })
        : null,
    metadata: intent.metadata,
  };
};

export const toRefund = (refund: Stripe.Refund): ProviderRefund => {
  const paymentId = idOf(refund.payment_intent) ?? '';
  const movementOf = (value: string | Stripe.BalanceTransaction | null | undefined) => {
    const transaction = objectOf(value);
    return transaction && toMovement(transaction, { sourceId: refund.id, paymentId });
  };
  return {
    id: refund.id,
    paymentId,
    status: (refund.status ?? 'pending') as ProviderRefund['status'],
    amount: refund.amount,
    movement: movementOf(refund.balance_transaction),
    reversal: movementOf(refund.failure_balance_transaction),
  };
};

const DISPUTE_STATES: Readonly<Record<string, ProviderDispute['status']>> = {
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'needs_response',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

export const toDispute = (dispute: Stripe.Dispute): ProviderDispute => {
  const paymentId = idOf(dispute.payment_intent);
  return {
    id: dispute.id,
    paymentId: paymentId ?? '',
    // An inquiry, or one that was prevented: no money has moved.
    status: DISPUTE_STATES[dispute.status] ?? 'warning',
    amount: dispute.amount,
    movements: dispute.balance_transactions.map((one) => toMovement(one, { sourceId: dispute.id, paymentId })),
  };
};

const TAX_TYPES = new Set(['gst', 'hst', 'pst', 'qst', 'vat']);

/** Taxes of a calculation by type and rate. Source: D-346. */
export const toTaxes = ({ tax_breakdown: parts }: Stripe.Tax.Calculation): TaxLine[] => {
  const lines = new Map<string, TaxLine>();
  for (const { amount, tax_rate_details: rate } of parts) {
    const name = rate.tax_type ?? 'sales_tax';
    const type = TAX_TYPES.has(name) ? name.toUpperCase() : name;
    const percentage = Number(rate.percentage_decimal);
    const line = lines.get(`${type} ${percentage}`) ?? { type, amount: 0, percentage };
    lines.set(`${type} ${percentage}`, { ...line, amount: line.amount + amount });
  }
  return [...lines.values()].filter(({ amount }) => amount !== 0);
};

/** Source: decision 0102. */
export const toAccount = (account: Stripe.Account): ProviderAccount => {
  const bank = account.external_accounts?.data.find((one) => one.object === 'bank_account');
  const isComplete = account.details_submitted && account.payouts_enabled;
  return {
    id: account.id,
    country: account.country ?? '',
    isReady: isComplete && account.capabilities?.transfers === 'active' && bank !== undefined,
    last4: bank?.last4 ?? null,
  };
};

/** @param payout The way to the bank; undefined before it has begun. */
export const toPayout = (transfer: Stripe.Transfer, payout: Stripe.Payout | undefined): ProviderPayout => {
  const movements = [transfer, ...(transfer.reversals?.data ?? [])].flatMap(({ balance_transaction: one }) => {
    const transaction = objectOf<Stripe.BalanceTransaction>(one);
    return transaction ? [toMovement(transaction, { sourceId: transfer.id, paymentId: null })] : [];
  });
  const status = payout?.status ?? 'unsent';
  return {
    id: transfer.id,
    accountId: idOf(transfer.destination) ?? '',
    amount: transfer.amount,
    currency: transfer.currency,
    status: status === 'in_transit' ? 'pending' : (status as ProviderPayout['status']),
    failure: payout?.failure_code
      ? { code: payout.failure_code, message: payout.failure_message ?? payout.failure_code }
      : null,
    metadata: transfer.metadata,
    isTakenBack: transfer.reversed,
    movements,
  };
};
