import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useNavigate } from '@tanstack/react-router';
import { completeReset } from '#contract/auth.ts';
import { credentialsText } from '#contract/text/auth-join.ts';
import { resetText } from '#contract/text/auth-sign-in.ts';
import { CallError, sendCall } from '#store/api.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { showToast } from '#ui/toast.ts';
import { PasswordPair, PasswordPairSchema } from '../credentials/password-pair.tsx';
import { failureText } from '#app/data/use-act.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';

/** The last step of a reset: every session ends and sign-in opens. Source: D-66. */
export function NewPasswordPage({ resetToken }: { resetToken: string }) {
  const navigate = useNavigate();
  const {
    register,
    control,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({
    resolver: valibotResolver(PasswordPairSchema),
    mode: 'onTouched',
    defaultValues: { password1: '', password2: '' },
  });
  const isComplete = useIsValid(PasswordPairSchema, control);
  const [problem, setProblem] = useState<string>();
  const submit = handleSubmit(async ({ password1, password2 }) => {
    setProblem(undefined);
    try {
      await sendCall(completeReset, { resetToken, password1, password2 });
      showToast({ text: resetText.changed, kind: 'success' });
      await navigate({ to: '/sign-in', replace: true });
    } catch (error) {
      const message = failureText(error, resetText.failed);
      const field = error instanceof CallError ? error.field : undefined;
      if (field === 'password1' || field === 'password2')
        setError(field, { type: 'server', message }, { shouldFocus: true });
      else setProblem(message);
    }
  });
  return (
    <WizardPage
      header={resetText.header}
      heading={resetText.newHeading}
      lead={<p>{resetText.newLead}</p>}
      onBack={() => void navigate({ to: '/sign-in' })}
      onNext={() => void submit()}
      next={{
        label: resetText.save,
        busy: isSubmitting && resetText.saving,
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
