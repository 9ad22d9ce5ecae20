import { useNavigate } from '@tanstack/react-router';
import { joinText as text } from '#contract/text/subscriptions-join.ts';
import { startedText } from '#contract/text/subscriptions-started.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';

/** Where the person came from when the page before this one is the sport's own. */
const SPORT_PAGE = 'sport-page';
const KINDS = { beta: 'beta-free', trial: 'trial-free', free: 'educator', subscribed: 'subscribed' } as const;
export type SuccessType = keyof typeof KINDS;

export interface SuccessPageProps {
  sportName: string;
  /** Its id; without it the way on is Home. */
  sportId: string | undefined;
  type: SuccessType;
  from: string | undefined;
}

/** A subscription has started. Source: SUB-045, T-49. */
export function SuccessPage({ sportName, sportId, type, from }: SuccessPageProps) {
  const navigate = useNavigate();
  const goOn = () => {
    if (from === SPORT_PAGE) goBack();
    else if (sportId) void navigate({ to: '/sport-page', search: { sportId, sportName }, replace: true });
    else void navigate({ to: '/home', replace: true });
  };
  return (
    <WizardPage
      header={sportName}
      heading={startedText({ subscriptionType: KINDS[type], sportName }) ?? text.thanks}
      onNext={goOn}
      next={{ label: sportId ? text.goTo(sportName) : text.done, offline: true }}
    />
  );
}

/** The person has a place on a waitlist. Source: SUB-010, SUB-046, T-48. */
export function WaitlistPage({ sportName, from }: Pick<SuccessPageProps, 'sportName' | 'from'>) {
  const navigate = useNavigate();
  const goOn = () => (from === SPORT_PAGE ? goBack() : void navigate({ to: '/home', replace: true }));
  return (
    <WizardPage
      header={sportName}
      title={text.thanks}
      heading={text.thanks}
      lead={<p>{startedText({ subscriptionType: 'waitlist', sportName })}</p>}
      onNext={goOn}
      next={{ label: text.done, offline: true }}
    />
  );
}
