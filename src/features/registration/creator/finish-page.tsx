import { useNavigate } from '@tanstack/react-router';
import type { Sport } from '#contract/sports.ts';
import { applicationsText } from '#contract/text/applications.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';

const { finish: text } = creatorText;

/** The application is under review. What comes next depends on the kind of sport. Source: APP-012, T-43, D-222. */
export function FinishPage({ sportType }: { sportType: Sport['sportType'] | undefined }) {
  const navigate = useNavigate();
  return (
    <WizardPage
      header={creatorText.header}
      heading={text.heading}
      lead={<p>{applicationsText.finish.text}</p>}
      onNext={() => void navigate({ to: '/welcome-page' })}
      next={{ label: creatorText.next, offline: true }}
    >
      {sportType && <p>{text[sportType]}</p>}
    </WizardPage>
  );
}
