import type Stripe from 'stripe';
import type { ProviderAccount, ProviderMovement, ProviderPayout } from '#server/adapters/payments/index.ts';
import { CREATED, toStripeTransaction, type Wire } from './stripe-objects.ts';

// Connected accounts, transfers and payouts as Stripe's HTTP API answers them.

const list = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url });

const bankOf = (account: ProviderAccount): Stripe.BankAccount =>
  ({
    id: 'ba_standin',
    object: 'bank_account',
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    bank_name: 'STRIPE TEST BANK',
    country: account.country,
    currency: 'usd',
    customer: null,
    fingerprint: null,
    last4: account.last4,
    metadata: {},
    routing_number: '110000000',
    status: 'new',
  }) as unknown as Stripe.BankAccount;

/** As far as the adapter reads it, with the keys of Stripe's example. */
export const toStripeAccount = (account: ProviderAccount): Wire<Stripe.Account> =>
  ({
    id: account.id,
    object: 'account',
    business_profile: null,
    business_type: null,
    capabilities: { transfers: account.isReady ? 'active' : 'inactive' },
    charges_enabled: false,
    controller: {},
    country: account.country,
    created: CREATED,
    default_currency: 'usd',
    details_submitted: account.isReady,
    email: null,
    external_accounts: list(
      account.last4 === null ? [] : [bankOf(account)],
      `/v1/accounts/${account.id}/external_accounts`,
    ),
    future_requirements: {},
    metadata: {},
    payouts_enabled: account.isReady,
    requirements: {},
    settings: {},
    tos_acceptance: {},
    type: 'express',
  }) as unknown as Wire<Stripe.Account>;

export const toStripeLink = (url: string): Wire<Stripe.AccountLink> => ({
  object: 'account_link',
  created: CREATED,
  expires_at: CREATED + 300,
  url,
});

const movementOf = ({ movements }: ProviderPayout, kind: ProviderMovement['kind']) =>
  movements.find((one) => one.kind === kind);

export const toStripeReversal = (payout: ProviderPayout): Wire<Stripe.TransferReversal> => ({
  id: payout.id.replace(/^tr_/, 'trr_'),
  object: 'transfer_reversal',
  amount: payout.amount,
  balance_transaction: toStripeTransaction(movementOf(payout, 'transfer_reversal')!) as Stripe.BalanceTransaction,
  created: CREATED,
  currency: payout.currency,
  destination_payment_refund: null,
  metadata: {},
  source_refund: null,
  transfer: payout.id,
});

export const toStripeTransfer = (payout: ProviderPayout, group: string | null): Wire<Stripe.Transfer> => {
  const isBack = payout.isTakenBack;
  return {
    id: payout.id,
    object: 'transfer',
    amount: payout.amount,
    amount_reversed: isBack ? payout.amount : 0,
    balance_transaction: toStripeTransaction(movementOf(payout, 'transfer')!) as Stripe.BalanceTransaction,
    created: CREATED,
    currency: payout.currency,
    description: null,
    destination: payout.accountId,
    destination_payment: payout.id.replace(/^tr_/, 'py_'),
    livemode: false,
    metadata: payout.metadata,
    reversals: list(isBack ? [toStripeReversal(payout)] : [], `/v1/transfers/${payout.id}/reversals`) as never,
    reversed: isBack,
    source_transaction: null,
    source_type: 'card',
    transfer_group: group,
  };
};

/** What arrived at the connected account, which has the currency of the platform here. */
export const toStripeArrival = (payout: ProviderPayout): object => ({
  id: payout.id.replace(/^tr_/, 'py_'),
  object: 'charge',
  balance_transaction: {
    id: 'txn_arrived',
    object: 'balance_transaction',
    net: payout.amount,
    currency: payout.currency,
  },
});

export const toStripePayout = (payout: ProviderPayout): Wire<Stripe.Payout> =>
  ({
    id: payout.id.replace(/^tr_/, 'po_'),
    object: 'payout',
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: CREATED,
    automatic: false,
    balance_transaction: null,
    created: CREATED,
    currency: payout.currency,
    description: null,
    destination: 'ba_standin',
    failure_balance_transaction: null,
    failure_code: payout.failure?.code ?? null,
    failure_message: payout.failure?.message ?? null,
    livemode: false,
    metadata: { ...payout.metadata, transfer: payout.id },
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: payout.status,
    trace_id: null,
    type: 'bank_account',
  }) as Wire<Stripe.Payout>;
