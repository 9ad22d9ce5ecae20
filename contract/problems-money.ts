import { kinds } from './problem-kinds.ts';

/** Problems of subscriptions that cost money, payments, discounts and invoices. */
export const moneyProblems = kinds({
  'subscription.consent_needed': { status: 422, field: 'consent', message: () => 'Required' },
  'subscription.quote_over': {
    status: 409,
    message: () => 'The amount has changed since you saw it. Please look at it again.',
  },
  'subscription.not_upgradable': { status: 409, message: () => 'Only a free trial can be upgraded.' },
  'subscription.not_cancelled': { status: 409, message: () => 'This subscription is not cancelled.' },
  'discount.unknown': { status: 404, field: 'code', message: () => 'This code is not valid for this sport.' },
  'discount.expired': { status: 410, field: 'code', message: () => 'This code has expired or was used up.' },

  // Payments and invoices (SUB-095, SUB-096, T-46)
  'payment.unavailable': { status: 503, message: () => 'Sorry, we have problem with Stripe integration.' },
  'payment.provider': {
    status: 502,
    message: () => 'Sorry, there are some problems with Stripe integration. Try it later.',
  },
  /** `message` is the provider's sentence for the person. */
  'payment.declined': {
    status: 402,
    message: (d) => String(d['message'] ?? 'An error occurred please try again later'),
  },
  'payment.setup_unfinished': { status: 409, message: () => 'The card is not confirmed yet. Please try again.' },
  'payment.too_many_methods': { status: 409, message: () => 'You have many cards. Delete one to add another.' },
  'payment.method_in_use': {
    status: 409,
    message: () => 'This card pays for active subscriptions. Choose another preferred card first.',
  },
  // Transfers of Creators (WAL-020, WAL-021, WAL-031 to WAL-034)
  'wallet.country_chosen': { status: 409, field: 'country', message: () => 'You cannot change the country later' },
  'wallet.country_not_enabled': {
    status: 409,
    field: 'country',
    message: () => 'Error on making send country. Please try again',
  },
  'wallet.too_little': {
    status: 400,
    field: 'amountInCents',
    message: () => 'Amount should be $10.00 or more',
  },
  'wallet.too_much': {
    status: 400,
    field: 'amountInCents',
    message: () => 'Amount should not be more than your balance',
  },
  'wallet.not_registered': {
    status: 409,
    message: () => "You can't transfer money until you add your bank account information.",
  },
  'wallet.transfer_open': {
    status: 409,
    message: () => 'A transfer is on its way. You can make the next one when it has arrived.',
  },
  'invoice.not_open': { status: 409, message: () => 'This invoice is not open.' },
});
