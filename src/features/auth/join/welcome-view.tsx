import { welcomeText } from '#contract/text/welcome.ts';
import { Brand } from '#ui/pictures/brand.tsx';
import { Button } from '#ui/buttons/button.tsx';
import './welcome-page.css';

/** Markup of the public start page. The build also renders it into the document (build/draw-welcome.ts), so that it shows before the app has loaded. */
export function WelcomeView({
  lead,
  signUp = '/sign-up',
  signIn = '/sign-in',
}: {
  lead: string;
  /** Addresses of the two ways in. */
  signUp?: string;
  signIn?: string;
}) {
  return (
    <div className="column">
      <main id="main" className="welcome on-board">
        <div className="welcome__picture">
          <div className="welcome__brand">
            <Brand />
          </div>
          <img
            className="welcome__art"
            src="/art/athletics.svg"
            alt=""
            width="1372"
            height="848"
            fetchPriority="high"
          />
        </div>
        <div className="welcome__words">
          <h1 className="welcome__title">
            {welcomeText.tagline.map((word) => (
              <span key={word}>{word} </span>
            ))}
          </h1>
          <p className="welcome__lead">{lead}</p>
          <div className="welcome__actions">
            <Button variant="signal" block href={signUp}>
              {welcomeText.joinNow}
            </Button>
            <Button variant="chalk" block href={signIn}>
              {welcomeText.signIn}
            </Button>
          </div>
        </div>
      </main>
    </div>
  );
}
