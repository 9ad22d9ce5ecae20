import { useNavigate } from '@tanstack/react-router';
import { creatorText } from '#contract/text/registration-creator.ts';
import { useMe } from '#app/data/me.ts';
import { formatDate } from '#app/format/format.ts';
import { OnboardingPage } from '../onboarding-page.tsx';

/** An application for this sport was denied, and cannot be repeated yet. Source: D-233. */
export function DeniedPage({ repeatableAt }: { repeatableAt: string | null }) {
  const me = useMe();
  const navigate = useNavigate();
  return (
    <OnboardingPage
      heading={creatorText.deniedTitle}
      lead={<p>{repeatableAt ? creatorText.denied(formatDate(repeatableAt)) : creatorText.deniedOnly}</p>}
      onNext={() => void navigate({ to: me?.isRegistrationComplete ? '/dashboard' : '/choose-membership-type' })}
      next={{ label: creatorText.toStart, offline: true }}
    />
  );
}
