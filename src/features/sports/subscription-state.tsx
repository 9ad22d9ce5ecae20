import type { Subscription } from '#contract/rows.ts';
import { sportText } from '#contract/text/sports.ts';
import { serverNowMs, trueNowMs } from '#store/server-time.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { DoneIcon, WaitingIcon } from '#ui/icons.ts';
import { opensSport, trialDaysLeft } from '#app/data/subscription-rules.ts';

/** What kind of subscription it is, where that says more than "Subscribed". */
const kindOf = ({ subscriptionType, subscriptionTrialTo }: Subscription): string | undefined => {
  if (subscriptionType === 'beta-free') return sportText.freeInBeta;
  return subscriptionTrialTo && subscriptionType.startsWith('trial')
    ? sportText.trialLeft(trialDaysLeft(subscriptionTrialTo, trueNowMs()))
    : undefined;
};

/** A running subscription: that it runs, what kind it is, and what it opens. Source: SUB-036. */
export function SubscriptionState({ subscription }: { subscription: Subscription }) {
  if (subscription.subscriptionType === 'waitlist')
    return (
      <div className="sport-page__state">
        <Badge icon={<WaitingIcon />}>{sportText.onWaitlist}</Badge>
        <p>{sportText.tellWhenOpen}</p>
      </div>
    );
  const kind = kindOf(subscription);
  return (
    <div className="sport-page__state">
      <Badge tone="success" icon={<DoneIcon />}>
        {sportText.subscribed}
      </Badge>
      {kind && <p>{kind}</p>}
      {opensSport(subscription, serverNowMs()) && <p>{sportText.isOpen(subscription.sportName)}</p>}
    </div>
  );
}
