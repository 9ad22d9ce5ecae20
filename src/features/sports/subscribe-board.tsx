import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { type Sport } from '#contract/sports.ts';
import type { Subscription } from '#contract/rows.ts';
import { commonText } from '#contract/text/common.ts';
import { sportText } from '#contract/text/sports.ts';
import { serverNowMs } from '#store/server-time.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { hasEnded } from '#app/data/subscription-rules.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { payAddress } from '#app/navigation/sport-address.ts';
import { SubscriptionState } from './subscription-state.tsx';

const OFFERS = {
  Launched: { title: sportText.trialTitle, text: sportText.trialText, action: sportText.subscribe },
  Beta: { title: sportText.betaTitle, text: sportText.betaText, action: sportText.join },
  WaitList: { title: sportText.waitTitle, text: sportText.waitText, action: sportText.joinWaitlist },
} as const;

/** A place on the waitlist counts until the sport opens. Source: D-183. */
const isCurrent = ({ subscriptionType }: Subscription, { sportType }: Sport): boolean =>
  subscriptionType !== 'waitlist' || sportType === 'WaitList';

/**
 * The person's subscription to a sport, or the way to subscribe, which needs the network. Joining a Beta asks for
 * confirmation, and only one Beta is possible at a time. Source: SUB-036, SUB-039…SUB-041.
 */
export function SubscribeBoard({ sport }: { sport: Sport }) {
  // No offer before the first pull is complete: the person may have a subscription.
  const own = useOwnRows((db) => db.subscriptions.toArray(), []);
  if (own === undefined) return null;
  const subscription = own.find((each) => each.sportId === sport.id && isCurrent(each, sport));
  const hasBeta = own.some(({ subscriptionType }) => subscriptionType === 'beta-free');
  if (!subscription) return <Offer sport={sport} hasBeta={hasBeta} />;
  if (!hasEnded(subscription, serverNowMs())) return <SubscriptionState subscription={subscription} />;
  // A sport that costs nothing is joined as before.
  if (sport.sportType !== 'Launched') return <Offer sport={sport} hasBeta={hasBeta} />;
  return <Ended sport={sport} hadTrial={subscription.subscriptionTrialTo !== null} />;
}

/** One trial a sport: after it, and after a paid time, the way on is to pay. Source: D-184. */
function Ended({ sport, hadTrial }: { sport: Sport; hadTrial: boolean }) {
  const title = hadTrial ? sportText.trialEnded : sportText.subscriptionEnded;
  return (
    <section className="sport-page__board on-board" aria-label={title}>
      <div>
        <p className="sport-page__offer">{title}</p>
        <p id="subscribe-help">{sportText.payText}</p>
      </div>
      <Button size="m" variant="signal" href={payAddress(sport.id, 'sport-page')} aria-describedby="subscribe-help">
        {sportText.subscribe}
      </Button>
    </section>
  );
}

function Offer({ sport, hasBeta }: { sport: Sport; hasBeta: boolean }) {
  const waitReason = useWaitReason();
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  // The roles come first; the page of the roles subscribes.
  const start = () =>
    void navigate({ to: '/sport-subscribe-current-role', search: { sport: sport.id, from: 'sport-page' } });
  const offer = OFFERS[sport.sportType];
  const isBeta = sport.sportType === 'Beta';
  const mustWait = waitReason !== undefined;
  return (
    <>
      <section className="sport-page__board on-board" aria-label={offer.title}>
        <div>
          <p className="sport-page__offer">{offer.title}</p>
          <p id="subscribe-help">{waitReason ?? offer.text}</p>
        </div>
        <Button
          size="m"
          variant="signal"
          disabled={mustWait}
          aria-describedby="subscribe-help"
          onClick={() => (isBeta ? setOpen(true) : start())}
        >
          {offer.action}
        </Button>
      </section>
      {isBeta && hasBeta ? (
        <LazySheet
          open={isOpen}
          onClose={() => setOpen(false)}
          title={sportText.oneBeta}
          footer={
            <Button block onClick={() => setOpen(false)}>
              {commonText.close}
            </Button>
          }
        >
          <p>{sportText.oneBetaHelp}</p>
        </LazySheet>
      ) : (
        <LazySheet
          open={isOpen}
          onClose={() => setOpen(false)}
          title={sportText.joinBeta(sport.name)}
          footer={
            <Button block disabled={mustWait} onClick={start}>
              {sportText.join}
            </Button>
          }
        >
          <p>{offer.text}</p>
        </LazySheet>
      )}
    </>
  );
}
