import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Slug } from './ids.ts';
import { Instant, Limit, Offset, SafeText, listOf } from './patterns.ts';
import { PaymentResult } from './payments.ts';
import { SportType, Subscription } from './rows.ts';

const Code = v.optional(v.pipe(SafeText, v.maxLength(40, 'must be less than 40')));
/**
 * What a paying person agrees to. `quotedAt` is that of the preview: the amount is worked out for that second, so that
 * the person pays what the screen showed; it may be an hour old. Without `consent` nothing is ever charged.
 */
const Agreement = {
  code: Code,
  consent: v.optional(v.boolean(), false),
  quotedAt: v.optional(Instant),
  /** The preview's total, cents. More, e.g. because the taxes of another card's address apply, is not charged. */
  total: v.optional(v.number()),
};
const PAYMENT_PROBLEMS = [
  'subscription.card_needed',
  'subscription.consent_needed',
  'subscription.quote_over',
  'payment.declined',
  'payment.unavailable',
  'payment.provider',
  'discount.unknown',
  'discount.expired',
  'request.too_often',
] as const;

export const listSubscriptions = defineCall({
  id: 'subscriptions.list',
  method: 'GET',
  path: '/subscriptions/retrieve',
  may: 'signedIn',
  input: v.object({ limit: Limit(600), offset: Offset }),
  output: listOf(Subscription),
  problems: [],
  offline: 'cache',
  summary: 'Subscriptions of the person',
});
const Tax = v.object({ type: v.string(), amount: v.number(), percentage: v.number() });
/** Cents. `amountWithoutTaxes` before and `subtotalWithoutTaxes` after the discount. Source: SUB-028, D-347. */
const PaymentSummary = {
  amountWithoutTaxes: v.number(),
  subtotalWithoutTaxes: v.number(),
  total: v.number(),
  taxes: v.array(Tax),
};
/** Cents. `tax` comes on top, by the address of the card; null while no address is known. */
const MonthlyAmount = v.object({ from: v.string(), amount: v.number(), tax: v.nullable(v.number()) });
export const previewSubscription = defineCall({
  id: 'subscriptions.preview',
  method: 'POST',
  path: '/subscription-preview/{sportId}',
  may: 'signedIn',
  input: v.object({ sportId: Slug, code: Code }),
  output: v.object({
    ...PaymentSummary,
    trialSubscription: v.boolean(),
    isFree: v.boolean(),
    trialEndsAt: v.nullable(Instant),
    firstPaymentAt: v.nullable(Instant),
    firstPaymentAmount: v.number(),
    discountEndDate: v.nullable(v.string()),
    /** For the call that subscribes. Older servers send none. */
    quotedAt: v.optional(Instant),
    /** What a full month costs once the discount has ended, without taxes. */
    monthlyAmount: v.optional(v.number()),
    /** Unpaid amounts that the next invoice carries. */
    debt: v.optional(v.number()),
    /** Earlier amounts that were too small to charge alone, without taxes: they are in the total. */
    waiting: v.optional(v.number()),
    /** What each full month costs from some billing day on. Two entries if a discount ends. Older servers send none. */
    months: v.optional(v.array(MonthlyAmount)),
  }),
  problems: [
    'subscription.exists',
    'subscription.second_beta',
    'affiliate.unknown_code',
    'discount.unknown',
    'discount.expired',
    'payment.unavailable',
    'payment.provider',
  ],
  offline: 'online',
  // It changes nothing and asks the provider for taxes: it runs without a transaction, so its answer is not kept.
  secretAnswer: true,
  summary: 'What a subscription would cost',
});
const Subscribed = v.object({
  trialSubscription: v.boolean(),
  isFree: v.boolean(),
  /** As it is now. Before a payment has succeeded a new one has no access. */
  subscription: Subscription,
  /** Null if nothing is charged now. */
  payment: v.optional(v.nullable(PaymentResult), null),
});
export const subscribe = defineCall({
  id: 'subscriptions.create',
  method: 'POST',
  path: '/subscriptions/{sportId}/create',
  may: 'signedIn',
  input: v.object({
    sportId: Slug,
    ...Agreement,
    /** As the person saw it: what it is by now may cost something. Without it they get what it is. Source: decision 0126. */
    sportType: v.optional(SportType),
  }),
  output: Subscribed,
  problems: [
    'subscription.exists',
    'subscription.second_beta',
    'subscription.sport_changed',
    'affiliate.unknown_code',
    ...PAYMENT_PROBLEMS,
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'Subscribes the person to a sport',
});
export const upgradeSubscription = defineCall({
  id: 'subscriptions.upgrade',
  method: 'POST',
  path: '/subscriptions/{sportId}/upgrade',
  may: 'registered',
  input: v.object({ sportId: Slug, ...Agreement }),
  output: Subscribed,
  problems: ['subscription.not_upgradable', ...PAYMENT_PROBLEMS],
  offline: 'online',
  secretAnswer: true,
  summary: 'Pays for a trial before it ends',
});
/** Within the paid time nothing is charged; the next month is billed again. */
export const resubscribe = defineCall({
  id: 'subscriptions.resubscribe',
  method: 'POST',
  path: '/subscriptions/{sportId}/resubscribe',
  may: 'registered',
  input: v.object({ sportId: Slug, consent: v.optional(v.boolean(), false) }),
  output: Subscribed,
  problems: ['subscription.not_cancelled', 'subscription.card_needed', 'subscription.consent_needed'],
  offline: 'online',
  summary: 'Takes a cancellation back before its end',
});
export const leaveSubscription = defineCall({
  id: 'subscriptions.remove',
  method: 'DELETE',
  path: '/subscriptions/{sportId}/remove',
  may: 'signedIn',
  input: v.object({ sportId: Slug }),
  /** A paid one runs on until its end; all others are gone at once: null. */
  output: v.nullable(Subscription),
  problems: ['subscription.not_leavable'],
  offline: 'online',
  summary: 'Cancels a paid subscription; leaves a trial, a Beta sport or a waitlist',
});
export const readPaymentSummary = defineCall({
  id: 'subscriptions.paymentSummary',
  method: 'GET',
  path: '/subscriptions/payment-summary',
  may: 'registered',
  input: v.object({ sportId: Slug, discountCode: Code }),
  output: v.object(PaymentSummary),
  problems: ['discount.unknown', 'discount.expired', 'payment.unavailable', 'payment.provider'],
  offline: 'online',
  summary: 'The first payment with its taxes',
});
export const readProductPrice = defineCall({
  id: 'subscriptions.productPrice',
  method: 'GET',
  path: '/product-price/{id}',
  may: 'signedIn',
  input: v.object({ id: Slug }),
  output: v.object({ id: Slug, amount: v.number(), currency: v.string() }),
  problems: [],
  offline: 'cache',
  summary: 'Monthly price of a sport',
});
export const betaFlag = defineCall({
  id: 'subscriptions.betaFlag',
  method: 'GET',
  path: '/subscriptions/beta-flag',
  may: 'signedIn',
  input: v.object({}),
  output: v.object({ hasBetaSubscription: v.boolean() }),
  problems: [],
  offline: 'cache',
  summary: 'Whether a Beta sport is subscribed',
});
export const readPrice = defineCall({
  id: 'subscriptions.price',
  method: 'GET',
  path: '/subscriptions/price',
  may: 'signedIn',
  input: v.object({ sportId: v.optional(Slug) }),
  output: v.object({ monthlySubscriptionFee: v.object({ value: v.number() }) }),
  problems: [],
  offline: 'cache',
  summary: 'Monthly price in cents',
});
