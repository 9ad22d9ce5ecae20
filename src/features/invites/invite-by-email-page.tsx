import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { InvitedEmail } from '#contract/forms.ts';
import { inviteByEmail } from '#contract/invites.ts';
import { inviteFormText, invitesText } from '#contract/text/invites.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { pickAddress } from '#app/credentials/contact-picker.ts';
import { EmailField } from '#app/credentials/email-field.tsx';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { ContactButton } from './contact-button.tsx';

const text = inviteFormText.email;
const Schema = v.object({ email: InvitedEmail });

/** One field and one button. What was typed stays until it is sent. Source: INV-012, INV-033…INV-035, INV-055. */
export function InviteByEmailPage() {
  const { userId } = useAccount();
  const navigate = useNavigate();
  const call = useOnlineCall();
  const { register, change, errors, isSending, submit } = useContractForm({
    schema: Schema,
    values: { email: '' },
    failure: invitesText.failed,
    failureField: 'email',
    send: async ({ email }) => {
      await call(inviteByEmail, { email }, { scope: `user:${userId}` });
      showToast({ text: text.sent, kind: 'success' });
      await navigate({ to: '/invite-friend', replace: true });
    },
  });
  return (
    <WizardPage
      header={invitesText.title}
      heading={text.heading}
      lead={<p>{text.lead}</p>}
      barBack={goBack}
      onNext={() => void submit()}
      next={{
        label: inviteFormText.confirm,
        busy: isSending && inviteFormText.sending,
        offlineHelp: invitesText.offline,
      }}
    >
      <EmailField label={text.label} error={errors.email?.message} {...register('email')} autoComplete="off" />
      <ContactButton
        pick={async () => {
          const address = await pickAddress();
          if (address !== null) change('email', address);
        }}
      />
    </WizardPage>
  );
}
