import { readPageText } from '#contract/pages.ts';
import { welcomeText } from '#contract/text/welcome.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { withNext } from '#app/navigation/wanted-page.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { WelcomeView } from './welcome-view.tsx';

/** The public start page. Its text comes from the server, else from the cache, else from the app. Source: ACC-001…ACC-004, D-52. */
export function WelcomePage({ next }: { next: string | undefined }) {
  usePageTitle(welcomeText.title);
  const { answer } = useAnswer(readPageText, { name: 'welcome' }, { isPublic: true });
  return (
    <WelcomeView
      lead={answer?.text ?? welcomeText.lead}
      signUp={withNext('/sign-up', next)}
      signIn={withNext('/sign-in', next)}
    />
  );
}
