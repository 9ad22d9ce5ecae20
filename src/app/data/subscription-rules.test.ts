import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRIAL_DAYS } from '#contract/limits.ts';
import type { Subscription } from '#contract/rows.ts';
import { ownSubscription } from './subscriptions.fixtures.ts';
import { runs } from '#tests/support/property-runs.ts';
import { hasEnded, opensSport, trialDaysLeft } from './subscription-rules.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 10, 1, 9, 30);
const END = new Date(START_MS + TRIAL_DAYS * DAY_MS).toISOString();
/** A moment of the trial, from its start up to its end. */
const moment = fc.integer({ min: 0, max: TRIAL_DAYS * DAY_MS - 1 }).map((ms) => START_MS + ms);
/** How far the reading device's clock is off, up to twenty years in either direction. */
const offset = fc.integer({ min: -7_300 * DAY_MS, max: 7_300 * DAY_MS });

const own = (facts: Partial<Subscription> = {}): Subscription =>
  ownSubscription({ subscriptionType: 'trial-free', subscriptionTrialTo: END, ...facts });

describe('days left of a trial (SUB-004, SUB-036, D-183)', () => {
  test('the first day reads 14 and the last one 1', () => {
    fc.assert(
      fc.property(moment, (nowMs) => {
        const day = Math.floor((nowMs - START_MS) / DAY_MS);
        // On the boundary of two days the lower number begins.
        expect(trialDaysLeft(END, nowMs)).toBe(TRIAL_DAYS - day);
      }),
      runs,
    );
  });

  test('a clock that is a little behind does not read 15, the finding of a fresh trial', () => {
    expect(trialDaysLeft(END, START_MS - 1)).toBe(14);
    expect(trialDaysLeft(END, START_MS - 60_000)).toBe(14);
  });

  test('whatever the clock shows, it reads 1 to 14, and never more as time passes', () => {
    fc.assert(
      fc.property(moment, offset, fc.nat(DAY_MS * 14), (atMs, offMs, laterMs) => {
        const [now, then] = [trialDaysLeft(END, atMs + offMs), trialDaysLeft(END, atMs + offMs + laterMs)];
        for (const days of [now, then]) {
          expect(days).toBeGreaterThanOrEqual(1);
          expect(days).toBeLessThanOrEqual(TRIAL_DAYS);
          expect(Number.isInteger(days)).toBe(true);
        }
        expect(then).toBeLessThanOrEqual(now);
      }),
      runs,
    );
  });
});

describe('the end of a trial', () => {
  test('it ends by the server’s clock, or when the server says so, never by the device’s clock', () => {
    const end = Date.parse(END);
    expect([end - 1, end, end + 1, null].map((serverMs) => hasEnded(own(), serverMs))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(hasEnded(own({ subscriptionType: 'expired' }), null)).toBe(true);
    expect(hasEnded(own({ subscriptionType: 'subscribed', subscriptionTrialTo: null }), end + DAY_MS)).toBe(false);
  });
});

describe('which subscriptions open the Member-Only contents of their sport (D-285)', () => {
  const at = Date.parse(END);
  test.each([
    [{}, true],
    [{ subscriptionType: 'trial' }, true],
    [{ subscriptionType: 'educator', subscriptionTrialTo: null }, true],
    [{ subscriptionType: 'beta-free', subscriptionTrialTo: null }, true],
    [{ subscriptionType: 'subscribed', subscriptionTrialTo: null }, true],
    [{ subscriptionType: 'subscribed', subscriptionStatus: 'payment_error' }, true],
    [{ subscriptionType: 'subscribed', subscriptionStatus: 'suspended' }, false],
    [{ subscriptionType: 'subscribed', subscriptionStatus: 'cancellation' }, false],
    [{ subscriptionType: 'waitlist', subscriptionTrialTo: null }, false],
    [{ subscriptionType: 'expired' }, false],
  ] as [Partial<Subscription>, boolean][])('%j: %s', (facts, opens) => {
    expect(opensSport(own(facts), at - 1)).toBe(opens);
  });

  test('a trial that has ended by the server’s clock opens nothing', () => {
    expect(opensSport(own(), at)).toBe(false);
  });
});
