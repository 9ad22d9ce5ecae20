import { useNavigate } from '@tanstack/react-router';
import type { Sport } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { Note } from '#ui/note.tsx';
import { OnboardingPage } from './onboarding-page.tsx';
import type { FlowType } from '#app/navigation/flow-type.ts';

const { beta: text, interest, next, sports } = onboardingText;

/** What Beta means, before the roles. Source: SPO-013, T-50. */
export function WhatIsBetaPage({ flowType, sport }: { flowType: FlowType; sport: Sport }) {
  const navigate = useNavigate();
  const isClosed = flowType === 'educator';
  return (
    <OnboardingPage
      heading={text.heading}
      lead={<p>{text.text}</p>}
      onBack={() => void navigate({ to: '/$flowType/choose-your-sport', params: { flowType } })}
      onNext={() => void navigate({ to: '/$flowType/choose-sport-interest', params: { flowType }, state: { sport } })}
      next={{ label: next, offline: true, disabled: isClosed, help: sports.creatorsSoon }}
    >
      <Note>{interest.betaNote(sport.name)}</Note>
    </OnboardingPage>
  );
}
