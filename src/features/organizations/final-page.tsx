import { organizationsText } from '#contract/text/organizations.ts';
import { useMe } from '#app/data/me.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { useGo } from '#app/navigation/go.ts';

const { final: text, header } = organizationsText;

/** The thank-you. Back to home only for people whose registration is complete. Source: APP-020…APP-022. */
export function OrganizationFinalPage() {
  const me = useMe();
  const go = useGo();
  return (
    <WizardPage
      header={header}
      title={text.title}
      heading={text.heading}
      lead={<p>{text.text}</p>}
      {...(me?.isRegistrationComplete && {
        onNext: () => void go('/dashboard', { replace: true }),
        next: { label: text.home, offline: true },
      })}
    />
  );
}
