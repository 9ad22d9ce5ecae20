import { describe, expect, test } from 'vitest';
import type { Subscription } from '#contract/rows.ts';
import { ownSubscription } from '#app/data/subscriptions.fixtures.ts';
import { viewOf } from './subscription-view.ts';

const NOW_MS = Date.UTC(2030, 10, 20, 12);
const DAY_MS = 86_400_000;
const at = (days: number): string => new Date(NOW_MS + days * DAY_MS).toISOString();
const view = (facts: Partial<Subscription> = {}) =>
  viewOf(ownSubscription(facts), { nowMs: NOW_MS, serverMs: NOW_MS, price: '$3.99', card: 'Visa ending 0341' });

describe('what a subscription says', () => {
  test('a paid one names its price and next bill, and can be cancelled', () => {
    expect(view()).toEqual({
      badge: 'Subscribed',
      tone: 'success',
      says: '$3.99 per month, plus any taxes. Next bill December 1.',
      actions: ['cancel'],
    });
  });

  test.each([
    ['SUB-042', { subscriptionType: 'trial-free', subscriptionTrialTo: at(3) }, 'Trial: 3 days left', 'leave upgrade'],
    ['SUB-044', { subscriptionType: 'beta-free' }, 'Beta, free', 'leave'],
    ['SUB-044', { subscriptionType: 'waitlist' }, 'On the waitlist', 'leave'],
    ['SUB-013', { subscriptionType: 'educator' }, 'Free as a Creator', ''],
    ['SUB-037', { subscriptionStatus: 'cancellation', subscriptionCanceledAt: at(-2) }, 'Cancelled', 'again'],
    ['D-186', { subscriptionStatus: 'payment_error' }, 'Payment error', 'cancel updateCard'],
    ['D-186', { subscriptionStatus: 'payment_error', subscriptionCanceledAt: at(-1) }, 'Cancelled', 'again updateCard'],
    ['D-186', { subscriptionStatus: 'suspended' }, 'Suspended', 'updateCard'],
    ['D-183', { subscriptionType: 'trial-free', subscriptionTrialTo: at(-1) }, 'Expired', 'subscribe'],
    ['SUB-036', { subscriptionType: 'expired' }, 'Expired', 'subscribe'],
  ] as const)('%s %o', (_row, facts, badge, actions) => {
    expect([view(facts).badge, view(facts).actions.join(' ')]).toEqual([badge, actions]);
  });

  test('D-185 a cancelled one is open to the last day of the month in which it was cancelled', () => {
    const says = (canceledAt: string) =>
      view({ subscriptionStatus: 'cancellation', subscriptionCanceledAt: canceledAt }).says;
    expect(says('2030-11-01T00:00:00.000Z')).toBe('Open until November 30. Nothing more is charged.');
    expect(says('2030-12-31T23:59:59.000Z')).toBe('Open until December 31. Nothing more is charged.');
  });

  test('a failed payment names the card', () => {
    expect(view({ subscriptionStatus: 'payment_error' }).says).toMatch(/^We could not charge Visa ending 0341\./);
  });

  test('SUB-038 SUB-106 a discount is announced within 7 days of its end, and neither before nor after', () => {
    const of = (days: number) => view({ discountCodeEndAt: at(days) });
    expect(of(7).badge).toBe('Expire on November 27');
    expect(of(7).says).toBe('Your discount ends on November 27. Then you pay $3.99 per month, plus any taxes.');
    expect(of(7.01)).toMatchObject({ badge: 'Subscribed', says: expect.stringContaining('Your discount lasts until') });
    expect(of(-0.01)).toMatchObject({
      badge: 'Subscribed',
      says: '$3.99 per month, plus any taxes. Next bill December 1.',
    });
  });
});
