import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { ApplicationType } from '#contract/applications-questions.ts';
import { applicationsText } from '#contract/text/applications.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';
import { OnboardingPage } from '../onboarding-page.tsx';
import { patchDraft, readDraft } from '../registration-draft.ts';
import { useResumable } from '../use-resumable.ts';
import { useResume } from '../use-resume.ts';

const { type: text, next } = creatorText;
const TYPES = [
  { type: 'coaching', label: applicationsText.type.coaching, detail: text.coachingText },
  { type: 'science', label: applicationsText.type.science, detail: text.scienceText },
] as const;

/** Sports Coaching or Sports Science, then the codes and the sport. Source: APP-001, ACC-049, NAV-041. */
export function CreatorTypePage() {
  const { db } = useAccount();
  const me = useMe();
  const navigate = useNavigate();
  const draft = useResumable();
  const resume = useResume();
  const [tapped, setTapped] = useState<ApplicationType>();
  const begun = draft?.flowType === 'educator' ? draft : undefined;
  const chosen = useLive(readDraft, [])?.applicationType ?? begun?.applicationType;
  const type = tapped ?? chosen ?? undefined;
  const go = async (applicationType: ApplicationType) => {
    await patchDraft(db, { flowType: 'educator', applicationType });
    await navigate({ to: '/$flowType/invite-code', params: { flowType: 'educator' }, search: { next: 1 } });
  };
  return (
    <OnboardingPage
      heading={text.heading}
      onBack={() => void navigate({ to: me?.isRegistrationComplete ? '/dashboard' : '/choose-membership-type' })}
      onNext={() => type && void go(type)}
      next={{ label: next, disabled: !type, help: text.help, offline: true }}
    >
      {begun?.sport && (
        <Note
          action={
            <Button variant="outline" size="m" onClick={() => void resume(begun)}>
              {text.resumeAction}
            </Button>
          }
        >
          {text.resume(begun.sport.name)}
        </Note>
      )}
      <RadioGroup label={text.group} hideLabel>
        {TYPES.map(({ type: value, label, detail }) => (
          <RadioRow
            key={value}
            name="type"
            value={value}
            label={label}
            detail={detail}
            checked={type === value}
            onChange={() => setTapped(value)}
          />
        ))}
      </RadioGroup>
    </OnboardingPage>
  );
}
