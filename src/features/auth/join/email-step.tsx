import * as v from 'valibot';
import { Email } from '#contract/forms.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { Field } from '#ui/field.tsx';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';

const { email: text } = joinText;
const Schema = v.object({ email: Email });
/** Length limit of the field; an address longer than 255 characters gets an error message. Source: D-15. */
const INPUT_MAX = 320;

/** Step 2. */
export function EmailStep({ form, problem, busy, onNext, onBack, onClose }: StepProps) {
  const {
    register,
    handleSubmit,
    getValues,
    isComplete,
    formState: { errors },
  } = useStepForm(Schema, { email: form.email }, problem);
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
      <Field
        label={text.label}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={INPUT_MAX}
        error={errors.email?.message}
        {...register('email')}
      />
    </StepPage>
  );
}
