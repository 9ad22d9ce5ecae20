import { useNavigate } from '@tanstack/react-router';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { WizardPage } from '#app/frame/wizard-page.tsx';

export interface ThankYouPageProps {
  /** What has started. Without it, e.g. in a new tab, the page only leads on. */
  thanks: { kind: 'plan'; name: string; redirectTo: string; waiting?: number } | undefined;
}

/**
 * Says that a plan has started, and leads back to the plans, and to the uploads that waited for its room. Source: STO-019,
 * STO-020, T-45, decision 0106.
 */
export function ThankYouPage({ thanks }: ThankYouPageProps) {
  const navigate = useNavigate();
  return (
    <WizardPage
      header={text.thanks}
      title={text.thanks}
      heading={thanks ? text.started(thanks.name) : text.thanks}
      onNext={() => void navigate({ to: thanks?.redirectTo ?? '/storage-plan-access-fees', replace: true })}
      next={{ label: text.back, offline: true }}
    >
      {thanks?.waiting ? (
        <Note
          tone="success"
          action={
            <Button size="m" variant="outline" href="/library">
              {text.toUploads}
            </Button>
          }
        >
          {text.waited(thanks.waiting)}
        </Note>
      ) : null}
    </WizardPage>
  );
}
