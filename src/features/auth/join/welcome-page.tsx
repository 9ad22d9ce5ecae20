import { readPageText } from '#contract/pages.ts';
import { welcomeText } from '#contract/text/welcome.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { usePublicAnswer } from '#app/data/use-public-answer.ts';
import { WelcomeView } from './welcome-view.tsx';

/** The public first page. Its text comes from the server, else the last known one, else our own. Source: ACC-001…ACC-004, D-52. */
export function WelcomePage() {
  usePageTitle(welcomeText.title);
  const { answer } = usePublicAnswer(readPageText, { name: 'welcome' });
  return <WelcomeView lead={answer?.text ?? welcomeText.lead} />;
}
