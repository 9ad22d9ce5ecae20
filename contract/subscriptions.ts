import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Slug } from './ids.ts';
import { Limit, Offset, SafeText, listOf } from './patterns.ts';
import { Subscription } from './rows.ts';

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
export const previewSubscription = defineCall({
  id: 'subscriptions.preview',
  method: 'POST',
  path: '/subscription-preview/{sportId}',
  may: 'signedIn',
  input: v.object({ sportId: Slug, code: v.optional(v.pipe(SafeText, v.maxLength(40))) }),
  output: v.object({
    amountWithoutTaxes: v.number(),
    subtotalWithoutTaxes: v.number(),
    total: v.number(),
    taxes: v.array(Tax),
    trialSubscription: v.boolean(),
    isFree: v.boolean(),
    trialEndsAt: v.nullable(v.string()),
    firstPaymentAt: v.nullable(v.string()),
    firstPaymentAmount: v.number(),
    discountEndDate: v.nullable(v.string()),
  }),
  problems: ['subscription.exists', 'subscription.second_beta', 'affiliate.unknown_code'],
  offline: 'online',
  summary: 'What a subscription would cost',
});
export const subscribe = defineCall({
  id: 'subscriptions.create',
  method: 'POST',
  path: '/subscriptions/{sportId}/create',
  may: 'signedIn',
  input: v.object({ sportId: Slug, code: v.optional(v.pipe(SafeText, v.maxLength(40))) }),
  output: v.object({ trialSubscription: v.boolean(), isFree: v.boolean(), subscription: Subscription }),
  problems: ['subscription.exists', 'subscription.second_beta', 'subscription.card_needed', 'affiliate.unknown_code'],
  offline: 'online',
  summary: 'Subscribes the person to a sport',
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
