import type { Subscription } from '#contract/rows.ts';
import { subscriptionsText as text } from '#contract/text/subscriptions.ts';
import type { BadgeProps } from '#ui/tiles/badge.tsx';
import { hasEnded, trialDaysLeft } from '#app/data/subscription-rules.ts';
import { formatDay, lastMsBefore, nextBillMs } from '#app/payments/billing-days.ts';

/** A discount that ends within this time is announced. Source: SUB-038, SUB-106. */
const REMINDER_MS = 7 * 86_400_000;

/** What a person can do with a subscription. `again` is a cancellation taken back, `subscribe` a new start. */
export type SubscriptionAction = 'cancel' | 'leave' | 'upgrade' | 'updateCard' | 'again' | 'subscribe';

export interface SubscriptionView {
  badge: string;
  tone: BadgeProps['tone'];
  says: string;
  actions: readonly SubscriptionAction[];
}

export interface ViewFacts {
  /** The best clock at hand, Unix ms. */
  nowMs: number;
  /** The server's time, Unix ms; null if unknown. */
  serverMs: number | null;
  /** Monthly price as text; undefined while it is not known. */
  price: string | undefined;
  /** The card that could not be charged; undefined while it is not known. */
  card: string | undefined;
}

/** Until when a cancelled subscription is paid for: the end of the month of its cancellation, Unix ms. Source: D-185. */
export const paidUntilMs = ({ subscriptionCanceledAt }: Subscription, nowMs: number): number =>
  nextBillMs(subscriptionCanceledAt ? Date.parse(subscriptionCanceledAt) : nowMs);

/** Badge, sentence and actions of a subscription. Source: SUB-036…SUB-038, SUB-042…SUB-044, SUB-106; D-185…D-187. */
export const viewOf = (row: Subscription, facts: ViewFacts): SubscriptionView => {
  const { subscriptionType: type, subscriptionTrialTo } = row;
  if (hasEnded(row, facts.serverMs)) {
    // A paid one keeps the end of its former trial, so only a trial that still is one says so.
    const says = type === 'expired' ? text.says.expired : text.says.trialOver;
    return { badge: text.states.expired, tone: 'warn', says, actions: ['subscribe'] };
  }
  if (type === 'educator') return { badge: text.states.educator, tone: 'info', says: text.says.educator, actions: [] };
  if (type === 'beta-free') return { badge: text.states.beta, tone: 'info', says: text.says.beta, actions: ['leave'] };
  if (type === 'waitlist')
    return { badge: text.states.waitlist, tone: 'plain', says: text.says.waitlist, actions: ['leave'] };
  if (subscriptionTrialTo && type.startsWith('trial'))
    return {
      badge: text.trialLeft(trialDaysLeft(subscriptionTrialTo, facts.nowMs)),
      tone: 'info',
      says: text.says.trial,
      actions: ['leave', 'upgrade'],
    };
  return paidView(row, facts);
};

/** A paid subscription. */
const paidView = (row: Subscription, { nowMs, price, card }: ViewFacts): SubscriptionView => {
  if (row.subscriptionStatus === 'payment_error') {
    if (row.subscriptionCanceledAt !== null)
      return {
        badge: text.states.cancelled,
        tone: 'warn',
        says: text.says.cancelledOwing,
        actions: ['again', 'updateCard'],
      };
    const says = card ? text.says.paymentErrorCard(card) : text.says.paymentError;
    return { badge: text.states.paymentError, tone: 'danger', says, actions: ['cancel', 'updateCard'] };
  }
  if (row.subscriptionStatus === 'suspended')
    return { badge: text.states.suspended, tone: 'danger', says: text.says.suspended, actions: ['updateCard'] };
  if (row.subscriptionStatus === 'cancellation') {
    const says = text.says.cancelled(formatDay(lastMsBefore(paidUntilMs(row, nowMs))));
    return { badge: text.states.cancelled, tone: 'warn', says, actions: ['again'] };
  }
  return { ...subscribedView(row, nowMs, price), actions: ['cancel'] };
};

const subscribedView = (
  { discountCodeEndAt }: Subscription,
  nowMs: number,
  price: string | undefined,
): Omit<SubscriptionView, 'actions'> => {
  const bill = price ? text.says.subscribed(price, formatDay(nextBillMs(nowMs))) : '';
  const leftMs = discountCodeEndAt ? Date.parse(discountCodeEndAt) - nowMs : 0;
  if (!discountCodeEndAt || leftMs <= 0) return { badge: text.states.subscribed, tone: 'success', says: bill };
  const day = formatDay(lastMsBefore(discountCodeEndAt));
  if (leftMs > REMINDER_MS)
    return { badge: text.states.subscribed, tone: 'success', says: `${bill} ${text.says.discountUntil(day)}`.trim() };
  const says = price ? text.says.discountEnds(day, price) : '';
  return { badge: text.states.expireOn(day), tone: 'warn', says };
};
