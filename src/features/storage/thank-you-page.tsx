import { useNavigate } from '@tanstack/react-router';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';

export interface ThankYouPageProps {
  /** What has started. Without it, e.g. in a new tab, the page only leads on. */
  thanks: { kind: 'plan'; name: string; redirectTo: string } | undefined;
}

/** Says that a plan has started, and leads back to the plans. Source: STO-019, STO-020, T-45. */
export function ThankYouPage({ thanks }: ThankYouPageProps) {
  const navigate = useNavigate();
  return (
    <WizardPage
      header={text.thanks}
      title={text.thanks}
      heading={thanks ? text.started(thanks.name) : text.thanks}
      onNext={() => void navigate({ to: thanks?.redirectTo ?? '/storage-plan-access-fees', replace: true })}
      next={{ label: text.back, offline: true }}
    />
  );
}
