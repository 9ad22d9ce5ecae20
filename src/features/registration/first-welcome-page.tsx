import { useNavigate } from '@tanstack/react-router';
import { onboardingText } from '#contract/text/registration.ts';
import { sportArt } from '#ui/sport-art.ts';
import { useMe } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import type { Started } from './onboarding-actions.ts';
import './first-welcome-page.css';

const { welcome: text, header } = onboardingText;

/** Names the subscription that has started; undefined for one that has ended. Source: T-48, T-49. */
export const startedText = ({ subscriptionType, sportName }: Started): string | undefined => {
  if (subscriptionType === 'trial' || subscriptionType === 'trial-free') return text.trial(sportName);
  if (subscriptionType === 'beta-free') return text.beta(sportName);
  if (subscriptionType === 'waitlist') return text.waitList(sportName);
  return subscriptionType === 'subscribed' ? text.paid(sportName) : undefined;
};

/** The first page after joining in a role. Source: ACC-077, D-25. */
export function FirstWelcomePage({ started }: { started: Started | undefined }) {
  const me = useMe();
  const navigate = useNavigate();
  const newest = useLive((db) => db.subscriptions.orderBy('id').last(), []);
  const begun = started ?? newest;
  const words = begun && startedText(begun);
  if (!me) return null;
  return (
    <WizardPage
      header={header}
      title={text.title}
      heading={text.hello(me.firstName)}
      lead={<p>{text.lead[me.lastLoginedRole]}</p>}
      onNext={() => void navigate({ to: '/dashboard', replace: true })}
      next={{ label: text.start, offline: true }}
    >
      {words && (
        <section className="board first-welcome__board">
          <img className="first-welcome__art" src={sportArt(begun.sportName)} alt="" width="1372" height="848" />
          <p className="first-welcome__words">{words}</p>
        </section>
      )}
    </WizardPage>
  );
}
