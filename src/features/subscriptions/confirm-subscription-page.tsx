import { useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { readSport, type Sport } from '#contract/sports.ts';
import { joinText } from '#contract/text/subscriptions-join.ts';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { hasEnded } from '#app/data/subscription-rules.ts';
import { useAccount } from '#app/data/account.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { serverNowMs } from '#store/server-time.ts';
import { readSubscribe, type KeptSubscribe, type SubscribeKind } from './subscribe-form.ts';
import { SubscribeFlow } from './subscribe-flow.tsx';

/** Sports change rarely. Source: D-326. */
const SPORT_FRESH = { freshMs: 24 * 3_600_000 };

export interface ConfirmSubscriptionPageProps {
  /** Empty: none is chosen. */
  sportId: string;
  from: string | undefined;
  selectedRoles: string | undefined;
}

/** Confirms and pays a subscription. Source: SUB-008, SUB-047, SUB-094, NAV-037. */
export function ConfirmSubscriptionPage(props: ConfirmSubscriptionPageProps) {
  return props.sportId === '' ? <NoSport /> : <OfSport {...props} />;
}

function NoSport() {
  return (
    <ListPage title={joinText.addTitle}>
      <EmptyState
        drawing="search"
        title={text.noSport}
        action={
          <Button size="m" href="/search-for-subscribe-to-sport">
            {text.chooseSport}
          </Button>
        }
      />
    </ListPage>
  );
}

function OfSport({ sportId, from, selectedRoles }: ConfirmSubscriptionPageProps) {
  const sport = useAnswer(readSport, { name: sportId }, SPORT_FRESH);
  const start = useStart(sportId);
  const isSent = useWayToRoles(sport.answer, start, { from, selectedRoles });
  if (!sport.answer || !start || isSent)
    return (
      <WizardPage header={joinText.addTitle} heading={joinText.addTitle} barBack={goBack}>
        <AnswerView answered={sport} shape="row">
          {() => (
            <AfterSkeleton read={undefined} shape="row">
              {() => null}
            </AfterSkeleton>
          )}
        </AnswerView>
      </WizardPage>
    );
  return <SubscribeFlow sport={sport.answer} from={from} kept={start.kept} kind={start.kind} />;
}

interface Start {
  kept: KeptSubscribe;
  kind: SubscribeKind;
  hasRoles: boolean;
}

/**
 * What the device knows when the page opens; what changes later is the flow's own. A device that was just signed in knows
 * neither roles nor subscription until its first pull is complete.
 */
const useStart = (sportId: string): Start | undefined => {
  const { db } = useAccount();
  const [start, setStart] = useState<Start>();
  const isKnown = useOwnRow((database) => database.subscriptions.where({ sportId }).first(), [sportId]) !== undefined;
  useEffect(() => {
    if (!isKnown) return undefined;
    let isGone = false;
    const read = async () => {
      const kept = await readSubscribe(db, sportId);
      const own = await db.subscriptions.where({ sportId }).first();
      const isTrial = own !== undefined && own.subscriptionType.startsWith('trial') && !hasEnded(own, serverNowMs());
      const interest = await db.sportInterests.where('sportId').equals(sportId).first();
      const hasRoles = own !== undefined || interest !== undefined || kept.roles !== null;
      if (!isGone) setStart({ kept, kind: isTrial ? 'upgrade' : 'create', hasRoles });
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [db, sportId, isKnown]);
  return start;
};

/** A person without roles in the sport, or of a sport that costs nothing, belongs to the page of the roles. */
const useWayToRoles = (
  sport: Sport | undefined,
  start: Start | undefined,
  { from, selectedRoles }: Pick<ConfirmSubscriptionPageProps, 'from' | 'selectedRoles'>,
): boolean => {
  const navigate = useNavigate();
  const isElsewhere = sport !== undefined && start !== undefined && (sport.sportType !== 'Launched' || !start.hasRoles);
  const id = sport?.id;
  useEffect(() => {
    if (!isElsewhere || id === undefined) return;
    const search = { sport: id, ...(from && { from }), ...(selectedRoles && { selectedRoles }) };
    void navigate({ to: '/sport-subscribe-current-role', search, replace: true });
  }, [isElsewhere, id, from, selectedRoles, navigate]);
  return isElsewhere;
};
