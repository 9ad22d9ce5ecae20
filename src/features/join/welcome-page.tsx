import { readPageText } from '#contract/pages.ts';
import { welcomeText } from '#contract/text/welcome.ts';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '../../app/title.ts';
import { usePublicAnswer } from '../../app/use-public-answer.ts';
import './welcome-page.css';

/** The public first page. Its text comes from the server, else the last known one, else our own. Source: accounts §2, D-52. */
export function WelcomePage() {
  usePageTitle(welcomeText.title);
  const { answer } = usePublicAnswer(readPageText, { name: 'welcome' });
  return (
    <div className="column">
      <main className="welcome on-board">
        <div className="welcome__picture">
          <div className="welcome__brand"><Brand /></div>
          <img className="welcome__art" src="/art/athletics.svg" alt="" width="1372" height="848" />
        </div>
        <div className="welcome__words">
          <h1 className="welcome__title">{welcomeText.tagline.map((word) => <span key={word}>{word} </span>)}</h1>
          <p className="welcome__lead">{answer?.text ?? welcomeText.lead}</p>
          <div className="welcome__actions">
            <Button variant="signal" block href="/sign-up">{welcomeText.joinNow}</Button>
            <Button variant="chalk" block href="/sign-in">{welcomeText.signIn}</Button>
          </div>
        </div>
      </main>
    </div>
  );
}
