import * as v from 'valibot';
import { Username } from '#contract/forms.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { Field } from '#ui/forms/field.tsx';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';

const { username: text } = joinText;
const Schema = v.object({ username: Username });

/** Step 3. */
export function UsernameStep({ form, problem, onTyped, busy, onNext, onBack, onClose }: StepProps) {
  const {
    register,
    handleSubmit,
    getValues,
    isComplete,
    formState: { errors },
  } = useStepForm(Schema, { username: form.username }, { problem, onTyped });
  return (
    <StepPage
      step="username"
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
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={25}
        help={text.note}
        error={errors.username?.message}
        {...register('username')}
      />
    </StepPage>
  );
}
