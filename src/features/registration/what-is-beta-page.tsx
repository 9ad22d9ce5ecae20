import { useNavigate } from '@tanstack/react-router';
import type { Sport } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { Note } from '#ui/states/note.tsx';
import { OnboardingPage } from './onboarding-page.tsx';
import { useLive } from '#app/data/use-live.ts';
import { afterBeta } from './after-sport.ts';
import { readDraft } from './registration-draft.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';

const { beta: text, interest, next } = onboardingText;

/** What Beta means, before the roles. Source: SPO-013, T-50. */
export function WhatIsBetaPage({ flowType, sport }: { flowType: FlowType; sport: Sport }) {
  const navigate = useNavigate();
  const draft = useLive(readDraft, []);
  return (
    <OnboardingPage
      heading={text.heading}
      lead={<p>{text.text}</p>}
      onBack={() => void navigate({ to: '/$flowType/choose-your-sport', params: { flowType } })}
      onNext={() => void navigate(afterBeta(flowType, sport, draft?.applicationType ?? null))}
      next={{ label: next, offline: true }}
    >
      <Note>{sport.sportType === 'WaitList' ? text.start(sport.name) : interest.betaNote(sport.name)}</Note>
    </OnboardingPage>
  );
}
