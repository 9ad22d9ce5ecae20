import { AUDIENCE_SIZES, OTHER, OTHERS_OF, REACHES, SECTOR_TYPES, STRUCTURES } from '#contract/organizations-forms.ts';
import { organizationsText } from '#contract/text/organizations.ts';
import { Field } from '#ui/forms/field.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import type { ChoiceStep as Choice } from './organization-form.ts';
import { StepPage, type StepProps } from './wizard-step.tsx';

const { choice: text, steps } = organizationsText;
const CHOICES = { sectorType: SECTOR_TYPES, type: STRUCTURES, governance: REACHES, size: AUDIENCE_SIZES } as const;
/** Longest text of Other, characters. Source: D-232. */
const OTHER_MAX = 100;

/** One choice of a list, or Other with a text. Source: APP-053, APP-054, APP-076…APP-079. */
export function ChoiceStep({ step, form, onTyped, onNext, onBack, ...page }: StepProps & { step: Choice }) {
  const chosen = form[step];
  const others = OTHERS_OF[step];
  const isOther = chosen === OTHER;
  const isDescribed = form[others].trim() !== '';
  return (
    <StepPage
      {...page}
      step={step}
      isComplete={chosen !== null && (!isOther || isDescribed)}
      help={isOther ? text.otherHelp : text.help}
      onNext={() => onNext({})}
      onBack={() => onBack({})}
    >
      <RadioGroup label={steps[step]} hideLabel>
        {CHOICES[step].map(({ id, name }) => (
          <RadioRow
            key={id}
            label={name}
            name={step}
            value={id}
            checked={chosen === id}
            onChange={() => onTyped({ [step]: id })}
          />
        ))}
      </RadioGroup>
      {isOther && (
        <Field
          label={text.other}
          maxLength={OTHER_MAX}
          value={form[others]}
          onChange={({ target }) => onTyped({ [others]: target.value })}
        />
      )}
    </StepPage>
  );
}
