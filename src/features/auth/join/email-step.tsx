import * as v from 'valibot';
import { Email } from '#contract/forms.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { EmailField } from '#app/credentials/email-field.tsx';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';

const { email: text } = joinText;
const Schema = v.object({ email: Email });

/** Step 2. */
export function EmailStep({ form, problem, onTyped, busy, onNext, onBack, onClose }: StepProps) {
  const {
    register,
    handleSubmit,
    getValues,
    isComplete,
    formState: { errors },
  } = useStepForm(Schema, { email: form.email }, { problem, onTyped });
  return (
    <StepPage
      step="email"
      heading={text.heading}
      isComplete={isComplete}
      help={text.help}
      busy={busy}
      onClose={onClose}
      onNext={() => void handleSubmit(onNext)()}
      onBack={() => onBack(getValues())}
    >
      <EmailField label={text.label} error={errors.email?.message} {...register('email')} />
    </StepPage>
  );
}
