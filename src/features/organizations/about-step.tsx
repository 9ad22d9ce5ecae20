import { OBJECTIVES } from '#contract/organizations-forms.ts';
import { DESCRIPTION_MAX } from '#contract/limits.ts';
import { organizationsText } from '#contract/text/organizations.ts';
import { Note } from '#ui/states/note.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { StepPage, type StepProps } from './wizard-step.tsx';

const { about: text } = organizationsText;

/** The last step, which sends. Source: APP-055, APP-056, APP-080. */
export function AboutStep({ form, problem, onTyped, onNext, onBack, ...page }: StepProps) {
  const { organizationPrimeObjective: objective, purpose } = form;
  return (
    <StepPage
      {...page}
      step="about"
      isComplete={objective !== null}
      help={text.help}
      sends
      onNext={() => onNext({})}
      onBack={() => onBack({})}
    >
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <RadioGroup label={text.objective}>
        {OBJECTIVES.map(({ id, name }) => (
          <RadioRow
            key={id}
            label={name}
            name="objective"
            value={id}
            checked={objective === id}
            onChange={() => onTyped({ organizationPrimeObjective: id })}
          />
        ))}
      </RadioGroup>
      <TextArea
        label={text.purpose}
        optional
        alwaysCounted
        maxLength={DESCRIPTION_MAX}
        value={purpose}
        onChange={({ target }) => onTyped({ purpose: target.value })}
      />
    </StepPage>
  );
}
