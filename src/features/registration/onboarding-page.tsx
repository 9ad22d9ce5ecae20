import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { onboardingText } from '#contract/text/registration.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { useMe } from '#app/data/me.ts';
import { WizardPage, type WizardPageProps } from '#app/frame/wizard-page.tsx';

const ExitDialog = lazyOverlay(async () => (await import('./exit-dialog.tsx')).ExitDialog);

/** A page of the registration. Close asks whether to keep the answers, unless the registration is complete. */
export function OnboardingPage(props: Omit<WizardPageProps, 'header' | 'close'> & { header?: string }) {
  const me = useMe();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (me?.isRegistrationComplete ? void navigate({ to: '/dashboard' }) : setLeaving(true));
  return (
    <>
      <WizardPage
        header={onboardingText.header}
        {...props}
        close={{ label: onboardingText.exitLabel, onClose: close }}
      />
      <ExitDialog open={isLeaving} onClose={() => setLeaving(false)} />
    </>
  );
}
