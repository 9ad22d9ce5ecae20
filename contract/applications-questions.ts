import * as v from 'valibot';
import { SLIDER_MAX } from './applications-limits.ts';
import { Slug } from './ids.ts';

// Questions of an application, and the one rule for their answers, which the form and the server use. Source: D-333.

export const ApplicationType = v.picklist(['coaching', 'science']);
export type ApplicationType = v.InferOutput<typeof ApplicationType>;

const QuestionKind = v.picklist(['slider', 'yes_no', 'tags']);
export const Question = v.object({
  id: Slug,
  /** With the name of the sport in it. */
  question: v.string(),
  kind: QuestionKind,
  /** What can be chosen; empty unless `kind` is `tags`. */
  tags: v.array(v.object({ id: Slug, name: v.string() })),
});
export type Question = v.InferOutput<typeof Question>;
export const QuestionCategory = v.object({ id: Slug, name: v.string(), questions: v.array(Question) });
export type QuestionCategory = v.InferOutput<typeof QuestionCategory>;

/** 0 to 10 for a slider, `yes` or `no`, or ids of tags. */
export const Answer = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SLIDER_MAX)),
  v.picklist(['yes', 'no']),
  v.pipe(v.array(Slug), v.maxLength(30)),
]);
export type Answer = v.InferOutput<typeof Answer>;

/** An answer by the ids of its question and category. Source: APP-024. */
export const SportAnswer = v.object({ answer: Answer, question: Slug, category: Slug });
export type SportAnswer = v.InferOutput<typeof SportAnswer>;

/**
 * What an answer to a question has to be. Messages are for the field.
 *
 * Source: APP-045, APP-046, APP-047.
 */
export const answerSchema = ({ kind, tags }: Pick<Question, 'kind' | 'tags'>): v.GenericSchema<unknown, Answer> => {
  if (kind === 'slider') return v.pipe(v.number('Required'), v.integer(), v.minValue(0), v.maxValue(SLIDER_MAX));
  if (kind === 'yes_no') return v.picklist(['yes', 'no'], 'Required');
  const known = new Set(tags.map(({ id }) => id));
  return v.pipe(
    v.array(v.string(), 'Required'),
    v.minLength(1, 'Required'),
    v.check((chosen) => chosen.every((id) => known.has(id)), 'This choice is not on the list any more.'),
    v.transform((chosen) => [...new Set(chosen)]),
  );
};

/** How a slider's value is shown. Source: APP-045. */
export const sliderText = (value: number): string => (value >= SLIDER_MAX ? `${SLIDER_MAX}+` : String(value));

/** An answer in words, for the result's table. */
export const answerText = (question: Question, answer: Answer): string => {
  if (typeof answer === 'number') return sliderText(answer);
  if (typeof answer === 'string') return answer === 'yes' ? 'Yes' : 'No';
  return question.tags.flatMap(({ id, name }) => (answer.includes(id) ? [name] : [])).join(', ');
};
