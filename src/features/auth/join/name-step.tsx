import { useState } from 'react';
import * as v from 'valibot';
import { FirstName } from '#contract/forms.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { Note } from '#ui/states/note.tsx';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';

const { name: text, underAge } = joinText;
const Schema = v.object({ firstName: FirstName, lastName: FirstName, isOldEnough: v.boolean() });

/** Step 1. Next is enabled without the age tick: a dialog then explains why it is needed. Source: ACC-084, ACC-085. */
export function NameStep({
  form,
  problem,
  onTyped,
  busy,
  onNext,
  onClose,
  onExit,
}: Omit<StepProps, 'onBack'> & { onExit: () => void }) {
  const { firstName, lastName, isOldEnough } = form;
  const {
    register,
    handleSubmit,
    isComplete,
    formState: { errors },
  } = useStepForm(Schema, { firstName, lastName, isOldEnough }, { problem, onTyped });
  const [isUnderAge, setUnderAge] = useState(false);
  return (
    <StepPage
      step="name"
      heading={text.heading}
      isComplete={isComplete}
      help={text.help}
      busy={busy}
      onClose={onClose}
      onNext={() => void handleSubmit((values) => (values.isOldEnough ? onNext(values) : setUnderAge(true)))()}
    >
      {problem?.field === 'form' && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <Field
        label={text.firstName}
        autoComplete="given-name"
        maxLength={50}
        error={errors.firstName?.message}
        {...register('firstName')}
      />
      <Field
        label={text.lastName}
        autoComplete="family-name"
        maxLength={50}
        error={errors.lastName?.message}
        {...register('lastName')}
      />
      <Checkbox label={text.oldEnough} {...register('isOldEnough')} />
      <LazyConfirmDialog
        open={isUnderAge}
        title={underAge.title}
        description={underAge.text}
        cancelLabel={underAge.back}
        onCancel={() => setUnderAge(false)}
        confirmLabel={underAge.exit}
        onConfirm={onExit}
        danger
      />
    </StepPage>
  );
}
