import { credentialsText, joinText } from '#contract/text/auth-join.ts';
import { PasswordPair, PasswordPairSchema } from '../credentials/password-pair.tsx';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';

const { password: text } = joinText;

/** Step 4. Makes no server call; the password is never stored. */
export function PasswordStep({ form, problem, busy, onNext, onBack, onClose }: StepProps) {
  const { password1, password2 } = form;
  const {
    register,
    control,
    handleSubmit,
    getValues,
    isComplete,
    formState: { errors },
  } = useStepForm(PasswordPairSchema, { password1, password2 }, problem);
  return (
    <StepPage
      step="password"
      heading={text.heading}
      isComplete={isComplete}
      help={text.help}
      busy={busy}
      onClose={onClose}
      onNext={() => void handleSubmit(onNext)()}
      onBack={() => onBack(getValues())}
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
