import { newId, userScope } from '#contract/ids.ts';
import type { Subscription } from '#contract/rows.ts';

/** A paid subscription. */
export const ownSubscription = (facts: Partial<Subscription> = {}): Subscription => ({
  id: newId(),
  scope: userScope('01990000-0000-7000-8000-000000000002'),
  sportId: 'tennis',
  sportName: 'Tennis',
  sportType: 'Launched',
  subscriptionType: 'subscribed',
  subscriptionStatus: null,
  subscriptionCanceledAt: null,
  subscriptionTrialTo: null,
  discountCodeEndAt: null,
  ...facts,
});
