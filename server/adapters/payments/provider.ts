// What the product needs of a payment provider. Two adapters implement it: Stripe, and a sandbox for development and
// tests; one conformance suite runs against both. Our server keeps the schedule, the invoices and the ledger; the provider
// keeps cards and moves money. Amounts are integer minor units. Source: decision 0072.

/** Lower-case ISO 4217, as Stripe writes it. */
export type Currency = string;

export interface ProviderCard {
  id: string;
  customerId: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Equal for the same card number; null if the provider gives none. */
  fingerprint: string | null;
  address: {
    line1: string;
    line2: string | null;
    city: string;
    state: string;
    postalCode: string;
    country: string;
  } | null;
}

export interface ProviderSetup {
  id: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'canceled'
    | 'succeeded';
  customerId: string;
  cardId: string | null;
}

/** What the provider booked, from its balance transaction: the ledger books these and not our own formula for fees. */
export interface ProviderMovement {
  id: string;
  /** Signed: a charge is positive, a refund and a dispute negative. `net = amount - fee`. */
  amount: number;
  fee: number;
  net: number;
  currency: Currency;
  /** `refund_failure` gives a refund back; `transfer_reversal` what was to be paid out. */
  kind:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'dispute'
    | 'dispute_reversal'
    | 'transfer'
    | 'transfer_reversal'
    | 'other';
  /** Payment, refund, dispute or payout that it belongs to. */
  sourceId: string | null;
  /** The payment that it belongs to, also for refunds and disputes. */
  paymentId: string | null;
  createdAt: Date;
}

export interface ProviderFailure {
  /** `card_declined`, `insufficient_funds`, `expired_card`, `incorrect_cvc`, `processing_error`, `authentication_required` and so on. */
  code: string;
  /** The provider's sentence for the person. */
  message: string;
}

export interface ProviderPayment {
  id: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'canceled' | 'succeeded';
  amount: number;
  currency: Currency;
  cardId: string | null;
  clientSecret: string | null;
  failure: ProviderFailure | null;
  /** Of the charge; null before it has succeeded. */
  movement: ProviderMovement | null;
  metadata: Readonly<Record<string, string>>;
}

export interface ProviderRefund {
  id: string;
  paymentId: string;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  amount: number;
  movement: ProviderMovement | null;
  /** Gives the amount back after the refund has failed. */
  reversal: ProviderMovement | null;
}

export interface ProviderDispute {
  id: string;
  paymentId: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'warning';
  /** May be larger than the payment. */
  amount: number;
  movements: ProviderMovement[];
}

/** Of a person or organization to whom money is paid out. */
export interface ProviderAccount {
  id: string;
  /** Two letters. */
  country: string;
  /** All that the provider asks for is there, and there is a bank account: money can be paid out. */
  isReady: boolean;
  /** Last digits of the bank account; null without one. */
  last4: string | null;
}

/**
 * Money on its way to a bank: first to the account at the provider, from there to the bank. Its id is that of the first step, which
 * is the one that moves our money.
 */
export interface ProviderPayout {
  id: string;
  accountId: string;
  /** Of what leaves our money; the provider converts it. */
  amount: number;
  currency: Currency;
  /** `unsent`: it is at the account, and nothing is on its way to the bank. A payout that was `paid` may still fail. */
  status: 'unsent' | 'pending' | 'paid' | 'failed' | 'canceled';
  failure: ProviderFailure | null;
  metadata: Readonly<Record<string, string>>;
  /** It is part of our money again. */
  isTakenBack: boolean;
  /** What was booked: the way to the account, and back. */
  movements: ProviderMovement[];
}

export interface ProviderEvent {
  id: string;
  /** Stripe's name, such as `payment_intent.succeeded`. */
  type: string;
  createdAt: Date;
  /** Id of the object that changed. Handlers fetch it again: events come late, twice and in any order. */
  objectId: string;
  objectKind: 'payment' | 'setup' | 'card' | 'refund' | 'dispute' | 'customer' | 'account' | 'payout' | 'other';
  /** The payment that it concerns, if the event names it. */
  paymentId: string | null;
}

export interface TaxLine {
  /** GST, HST, PST, QST, VAT or sales_tax. */
  type: string;
  amount: number;
  percentage: number;
}

/** A page of the provider's history, oldest first. `cursor` continues behind its last entry. */
export interface ProviderPage<T> {
  entries: T[];
  cursor: string | null;
  hasMore: boolean;
}

/**
 * Every function throws `ProviderProblem`. Functions with `key` may be repeated with the same key and arguments: they act
 * once and answer the same.
 */
export interface PaymentProvider {
  readonly name: 'stripe' | 'sandbox';
  /** For the page; null for the sandbox. */
  readonly publishableKey: string | null;
  createCustomer(customer: { userId: string; email: string | null; name: string }, key: string): Promise<string>;
  createSetup(customerId: string, key: string): Promise<{ id: string; clientSecret: string }>;
  readSetup(id: string): Promise<ProviderSetup>;
  readCard(id: string): Promise<ProviderCard>;
  listCards(customerId: string): Promise<ProviderCard[]>;
  setAddress(cardId: string, address: NonNullable<ProviderCard['address']>): Promise<void>;
  /** A card that is already detached stays so. */
  detachCard(id: string): Promise<void>;
  /** Charges are confirmed at once. `isOffSession`: the person is not there to answer the bank. */
  charge(
    charge: {
      customerId: string;
      cardId: string;
      amount: number;
      currency: Currency;
      description: string;
      isOffSession: boolean;
      metadata: Readonly<Record<string, string>>;
    },
    key: string,
  ): Promise<ProviderPayment>;
  readPayment(id: string): Promise<ProviderPayment>;
  /** A payment that has succeeded stays so; read what it answers. */
  cancelPayment(id: string): Promise<ProviderPayment>;
  /** A repeat with the same key finds what was done before, after any time. */
  refund(
    refund: { paymentId: string; amount: number; metadata: Readonly<Record<string, string>> },
    key: string,
  ): Promise<ProviderRefund>;
  readRefund(id: string): Promise<ProviderRefund>;
  readDispute(id: string): Promise<ProviderDispute>;
  /** Taxes on top of the amounts of an invoice, per line rounded. Empty where none are due. */
  taxes(invoice: {
    address: NonNullable<ProviderCard['address']>;
    currency: Currency;
    lines: { reference: string; amount: number }[];
  }): Promise<TaxLine[]>;
  /** Countries to whose banks it pays out, two letters each. */
  listPayoutCountries(): Promise<string[]>;
  createAccount(account: { scope: string; country: string; email: string | null }, key: string): Promise<string>;
  readAccount(id: string): Promise<ProviderAccount>;
  /** A page of the provider where the person registers. It can be opened once and not for long. */
  createRegistrationLink(
    accountId: string,
    pages: {
      /** Where the person comes back to. */
      returnUrl: string;
      /** Where the person is sent when the link is over. */
      refreshUrl: string;
    },
  ): Promise<string>;
  /**
   * Pays out to the bank of an account. A repeat with the same key finds what was done before, after any time.
   *
   * @throws ProviderProblem `refused`: no money has left, or all of it is back.
   */
  payOut(
    payout: { accountId: string; amount: number; currency: Currency; metadata: Readonly<Record<string, string>> },
    key: string,
  ): Promise<ProviderPayout>;
  readPayout(id: string): Promise<ProviderPayout>;
  /** Brings the money of a failed payout back. One that is back already stays so. @throws ProviderProblem `refused` while it may arrive. */
  takeBack(payoutId: string): Promise<ProviderPayout>;
  /** Checks the signature and its age. @throws ProviderProblem `signature`. */
  readEvent(body: string, signature: string): ProviderEvent;
  listEvents(cursor: string | null): Promise<ProviderPage<ProviderEvent>>;
  listMovements(cursor: string | null): Promise<ProviderPage<ProviderMovement>>;
}

/**
 * `unavailable`: no answer, or trouble of the provider; the same call with the same key may be repeated. `refused`: the
 * provider understood and refuses, a repeat is refused as well. `signature`: an event that the provider did not sign.
 */
export class ProviderProblem extends Error {
  readonly kind: 'unavailable' | 'refused' | 'not_found' | 'signature';
  readonly code: string | null;
  constructor(kind: ProviderProblem['kind'], message: string, code: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderProblem';
    this.kind = kind;
    this.code = code;
  }
}

export const isProviderProblem = (error: unknown, kind: ProviderProblem['kind']): boolean =>
  error instanceof ProviderProblem && error.kind === kind;
