import { useNavigate } from '@tanstack/react-router';
import { completeReset } from '#contract/auth.ts';
import { credentialsText } from '#contract/text/auth-join.ts';
import { resetText } from '#contract/text/auth-sign-in.ts';
import { sendCall } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { passwordProblemOf } from '#app/credentials/check-password.ts';
import { PasswordPair, PasswordPairSchema } from '#app/credentials/password-pair.tsx';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';

/** The last step of a reset: every session ends and sign-in opens. Source: D-66. */
export function NewPasswordPage({ resetToken }: { resetToken: string }) {
  const navigate = useNavigate();
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: PasswordPairSchema,
    values: { password1: '', password2: '' },
    check: async ({ password1 }) => ({ password1: await passwordProblemOf(password1) }),
    failure: resetText.failed,
    send: async ({ password1, password2 }) => {
      await sendCall(completeReset, { resetToken, password1, password2 });
      showToast({ text: resetText.changed, kind: 'success' });
      await navigate({ to: '/sign-in', replace: true });
    },
  });
  const isComplete = useIsValid(PasswordPairSchema, control);
  return (
    <WizardPage
      header={resetText.header}
      heading={resetText.newHeading}
      lead={<p>{resetText.newLead}</p>}
      onBack={() => void navigate({ to: '/sign-in' })}
      onNext={() => void submit()}
      next={{
        label: resetText.save,
        busy: isSending && resetText.saving,
        disabled: !isComplete,
        offlineHelp: resetText.offline,
      }}
    >
      {problem && (
        <Note
          tone="danger"
          role="alert"
          action={
            <Button variant="outline" size="m" href="/reset-password-email">
              {resetText.startAgain}
            </Button>
          }
        >
          {problem}
        </Note>
      )}
      <PasswordPair {...{ register, control, errors }} label={credentialsText.newPassword} />
    </WizardPage>
  );
}
