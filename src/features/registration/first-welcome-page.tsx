import { onboardingText } from '#contract/text/registration.ts';
import { startedText } from '#contract/text/subscriptions-started.ts';
import { sportArt } from '#ui/pictures/sport-art.ts';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { useGo } from '#app/navigation/go.ts';
import { takeWantedPage } from '#app/navigation/wanted-page.ts';
import type { Started } from './onboarding-actions.ts';
import './first-welcome-page.css';

const { welcome: text, header } = onboardingText;

/** The first page after joining in a role. Source: ACC-077, D-25. */
export function FirstWelcomePage({ started }: { started: Started | undefined }) {
  const me = useMe();
  const { db } = useAccount();
  const go = useGo();
  const newest = useOwnRow((db) => db.subscriptions.orderBy('id').last(), []);
  const begun = started ?? newest;
  const words = begun && startedText(begun);
  if (!me) return null;
  // A shared link that led to joining opens now.
  const start = async () => go((await takeWantedPage(db)) ?? '/dashboard', { replace: true });
  return (
    <WizardPage
      header={header}
      title={text.title}
      heading={text.hello(me.firstName)}
      lead={<p>{text.lead[me.lastLoginedRole]}</p>}
      onNext={() => void start()}
      next={{ label: text.start, offline: true }}
    >
      <div className="board first-welcome__board">
        <img className="first-welcome__art" src={sportArt(begun?.sportName)} alt="" width="1372" height="848" />
        {words && <p className="first-welcome__words">{words}</p>}
      </div>
    </WizardPage>
  );
}
