import { TRIAL_DAYS } from '#contract/limits.ts';
import type { Subscription } from '#contract/rows.ts';

const DAY_MS = 86_400_000;

const isTrial = ({ subscriptionType }: Pick<Subscription, 'subscriptionType'>): boolean =>
  subscriptionType === 'trial' || subscriptionType === 'trial-free';

/**
 * Days left of a running trial for a person to read: 14 from its start, 1 on its last day, and never anything else,
 * whatever the clock shows. Source: D-183, SUB-036.
 *
 * @param nowMs The time by the best clock at hand, Unix ms.
 */
export const trialDaysLeft = (trialTo: string, nowMs: number): number =>
  Math.min(TRIAL_DAYS, Math.max(1, Math.ceil((Date.parse(trialTo) - nowMs) / DAY_MS)));

/**
 * Whether a subscription has ended.
 *
 * @param serverMs The server's time, Unix ms; null if unknown. The device's own clock cannot end a trial: it may be wrong.
 */
export const hasEnded = (
  subscription: Pick<Subscription, 'subscriptionType' | 'subscriptionTrialTo'>,
  serverMs: number | null,
): boolean =>
  subscription.subscriptionType === 'expired' ||
  (isTrial(subscription) &&
    serverMs !== null &&
    subscription.subscriptionTrialTo !== null &&
    Date.parse(subscription.subscriptionTrialTo) <= serverMs);

/**
 * Whether a subscription surely opens the Member-Only contents of its sport now. For a cancelled one only the server knows
 * how long it is paid for. Source: D-285.
 */
export const opensSport = (subscription: Subscription, serverMs: number | null): boolean => {
  const { subscriptionType, subscriptionStatus } = subscription;
  if (subscriptionType === 'educator' || subscriptionType === 'beta-free') return true;
  if (subscriptionType === 'subscribed')
    return subscriptionStatus !== 'suspended' && subscriptionStatus !== 'cancellation';
  return isTrial(subscription) && !hasEnded(subscription, serverMs);
};
