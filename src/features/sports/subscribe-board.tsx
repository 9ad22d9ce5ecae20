import { useState } from 'react';
import { subscribe } from '#contract/subscriptions.ts';
import { type Sport } from '#contract/sports.ts';
import type { Subscription } from '#contract/rows.ts';
import { commonText } from '#contract/text/common.ts';
import { sportText } from '#contract/text/sports.ts';
import { trueNowMs } from '#store/server-time.ts';
import { Button } from '#ui/button.tsx';
import { LazySheet } from '#ui/lazy-overlays.tsx';
import { showToast } from '#ui/toast.ts';
import { useOnline } from '#app/device/traffic.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';

const DAY_MS = 86_400_000;
const OFFERS = {
  Launched: { title: sportText.trialTitle, text: sportText.trialText, action: sportText.subscribe },
  Beta: { title: sportText.betaTitle, text: sportText.betaText, action: sportText.join },
  WaitList: { title: sportText.waitTitle, text: sportText.waitText, action: sportText.joinWaitlist },
} as const;

/**
 * The person's subscription to a sport, or the way to subscribe, which needs the network. Joining a Beta asks for
 * confirmation, and only one Beta is possible at a time. Source: SUB-039…SUB-041.
 */
export function SubscribeBoard({ sport }: { sport: Sport }) {
  const own = useLive((db) => db.subscriptions.toArray(), []);
  const isOnline = useOnline();
  const [isOpen, setOpen] = useState(false);
  const { isBusy, start } = useSubscribe(sport.id);
  if (own === undefined) return null;
  const subscription = own.find(({ sportId }) => sportId === sport.id);
  if (subscription && subscription.subscriptionType !== 'expired')
    return <p className="sport-page__state">{stateOf(subscription)}</p>;
  const offer = OFFERS[sport.sportType];
  const isBeta = sport.sportType === 'Beta';
  const busy = isBusy && sportText.subscribing;
  return (
    <>
      <section className="sport-page__board on-board" aria-label={offer.title}>
        <div>
          <p className="sport-page__offer">{subscription ? sportText.sportNeedsPay : offer.title}</p>
          <p>{isOnline ? offer.text : commonText.connectFirst}</p>
        </div>
        {!subscription && (
          <Button
            size="m"
            variant="signal"
            disabled={!isOnline}
            busy={!isBeta && busy}
            onClick={() => (isBeta ? setOpen(true) : void start())}
          >
            {offer.action}
          </Button>
        )}
      </section>
      {isBeta && own.some(({ subscriptionType }) => subscriptionType === 'beta-free') ? (
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
            <Button block disabled={!isOnline} busy={busy} onClick={() => void start().finally(() => setOpen(false))}>
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

const useSubscribe = (sportId: string) => {
  const call = useOnlineCall();
  const [isBusy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(subscribe, { sportId });
    } catch (error) {
      showToast({ text: failureText(error, sportText.subscribeFailed), kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, start };
};

const stateOf = ({ subscriptionType, subscriptionTrialTo }: Subscription): string => {
  if (subscriptionType === 'waitlist') return sportText.onWaitlist;
  if (subscriptionTrialTo && subscriptionType.startsWith('trial'))
    return sportText.trialLeft(Math.max(1, Math.ceil((Date.parse(subscriptionTrialTo) - trueNowMs()) / DAY_MS)));
  return sportText.subscribed;
};
