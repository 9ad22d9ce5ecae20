import { credentialsText, joinText } from '#contract/text/auth-join.ts';
import { passwordProblemOf } from '#app/credentials/check-password.ts';
import { PasswordPair, PasswordPairSchema, type Passwords } from '#app/credentials/password-pair.tsx';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';

const { password: text } = joinText;

/** Step 4. Makes no server call: the device applies the server's rule. The password is never stored. Source: ACC-017…ACC-019. */
export function PasswordStep({ form, problem, onTyped, busy, onNext, onBack, onClose }: StepProps) {
  const { password1, password2 } = form;
  const {
    register,
    control,
    handleSubmit,
    getValues,
    setError,
    isComplete,
    formState: { errors },
  } = useStepForm(PasswordPairSchema, { password1, password2 }, { problem, onTyped });
  const check = async (passwords: Passwords): Promise<void> => {
    const own = [form.firstName, form.lastName, form.username, form.email.split('@')[0]!];
    const message = await passwordProblemOf(passwords.password1, own);
    if (message) setError('password1', { type: 'device', message }, { shouldFocus: true });
    else onNext({ ...passwords, isPasswordValid: true });
  };
  return (
    <StepPage
      step="password"
      heading={text.heading}
      isComplete={isComplete}
      help={text.help}
      busy={busy}
      onClose={onClose}
      onNext={() => void handleSubmit(check)()}
      onBack={() => onBack({ ...getValues(), isPasswordValid: false })}
    >
      {/* Password managers save the new password under this user name. */}
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        value={form.username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordPair {...{ register, control, errors }} label={credentialsText.password} />
    </StepPage>
  );
}
