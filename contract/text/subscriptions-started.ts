import type { Subscription } from '../rows.ts';

/** Says that a subscription has started; undefined for one that has ended. Source: T-48, T-49. */
export const startedText = ({
  subscriptionType,
  sportName,
}: Pick<Subscription, 'subscriptionType' | 'sportName'>): string | undefined => {
  if (subscriptionType === 'trial' || subscriptionType === 'trial-free')
    return `Your 14-day free trial of ${sportName} has started.`;
  if (subscriptionType === 'beta-free') return `Welcome to the ${sportName} Beta community.`;
  if (subscriptionType === 'waitlist')
    return `You are on the waitlist for ${sportName}. We will tell you when it starts.`;
  if (subscriptionType === 'educator') return `${sportName} is open to you, free.`;
  return subscriptionType === 'subscribed' ? `You are subscribed to ${sportName}.` : undefined;
};
