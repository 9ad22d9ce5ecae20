import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { InvitedEmail } from '#contract/forms.ts';
import { inviteAdministrator } from '#contract/organizations.ts';
import { inviteAdminText } from '#contract/text/organizations-admins.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { EmailField } from '#app/credentials/email-field.tsx';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';

const text = inviteAdminText.email;
/** The message for an empty field is this form's own. Source: D-43. */
const Schema = v.object({ email: v.pipe(v.string(), v.trim(), v.nonEmpty(text.empty), InvitedEmail) });

interface InviteAdminPageProps {
  /** Opened from the invitations that wait, where it leads back to. */
  isVariant?: boolean;
}

/** Invites an address; what was typed stays until it is sent. Source: ADM-010, ADM-020, ADM-028, ADM-029. */
export function InviteAdminPage({ isVariant = false }: InviteAdminPageProps) {
  const navigate = useNavigate();
  const call = useOnlineCall();
  const { register, errors, isSending, submit } = useContractForm({
    schema: Schema,
    values: { email: '' },
    failure: text.failed,
    failureField: 'email',
    send: async ({ email }) => {
      await call(inviteAdministrator, { email });
      showToast({ text: text.sent, kind: 'success' });
      await (isVariant
        ? navigate({ to: '/invite-friend', search: { variant: 'admin' }, replace: true })
        : navigate({ to: '/admins-management', replace: true }));
    },
  });
  return (
    <WizardPage
      header={inviteAdminText.header}
      heading={text.heading}
      lead={<p>{text.lead}</p>}
      barBack={goBack}
      onNext={() => void submit()}
      next={{
        label: text.next,
        busy: isSending && inviteAdminText.sending,
        offlineHelp: inviteAdminText.offline,
      }}
    >
      <EmailField label={text.label} error={errors.email?.message} {...register('email')} autoComplete="off" />
    </WizardPage>
  );
}
