import { sliderText, type Answer, type Question } from '#contract/applications-questions.ts';
import { SLIDER_MAX } from '#contract/applications-limits.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { FieldFrame } from '#ui/forms/field-frame.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { SliderField } from '#ui/forms/slider-field.tsx';
import { answerOf, type CreatorForm } from './creator-form.ts';

const { questions: text } = creatorText;
const YES_NO = [
  { value: 'yes', label: text.yes },
  { value: 'no', label: text.no },
] as const;

export interface QuestionsStepProps {
  questions: readonly Question[];
  form: CreatorForm;
  onChange: (form: Partial<CreatorForm>) => void;
}

/** The questions of one category. Source: APP-045, APP-046, APP-047. */
export function QuestionsStep({ questions, form, onChange }: QuestionsStepProps) {
  const give = (id: string, answer: Answer) => onChange({ answers: { ...form.answers, [id]: answer } });
  return questions.map((question) => (
    <QuestionField
      key={question.id}
      question={question}
      answer={answerOf(form, question)}
      onChange={(answer) => give(question.id, answer)}
    />
  ));
}

interface QuestionFieldProps {
  question: Question;
  answer: Answer | undefined;
  onChange: (answer: Answer) => void;
}

function QuestionField({ question: { id, question, kind, tags }, answer, onChange }: QuestionFieldProps) {
  if (kind === 'slider') {
    const value = typeof answer === 'number' ? answer : 0;
    return (
      <SliderField label={question} value={value} max={SLIDER_MAX} valueText={sliderText(value)} onChange={onChange} />
    );
  }
  if (kind === 'yes_no')
    return (
      <RadioGroup label={question}>
        {YES_NO.map(({ value, label }) => (
          <RadioRow
            key={value}
            name={id}
            value={value}
            label={label}
            checked={answer === value}
            onChange={() => onChange(value)}
          />
        ))}
      </RadioGroup>
    );
  const chosen = Array.isArray(answer) ? answer : [];
  return (
    <FieldFrame label={question} group>
      {() => (
        <ChipFilter
          label={question}
          wrap
          value={chosen}
          options={tags.map((tag) => ({ value: tag.id, label: tag.name }))}
          onChange={onChange}
        />
      )}
    </FieldFrame>
  );
}
