import * as v from 'valibot';
import type { ApplicationData, DegreeMapping } from '#contract/applications-forms.ts';
import { answerSchema, type Answer, type QuestionCategory } from '#contract/applications-questions.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { readAreas } from './reference.ts';

// What the server checks of an application besides the shape of its fields.

/** Levels with which an athlete may apply as a coach. Source: D-331. */
const ATHLETE_LEVELS = ['professional', 'national-team', 'retired'];

const mayCoach = ({ sportRoleParticipationLevelMapping: roles }: ApplicationData): boolean =>
  roles.some(
    ({ roleId, participationLevelIds }) =>
      roleId === 'coach' ||
      roleId === 'trainer' ||
      (roleId === 'athlete' && participationLevelIds.some((level) => ATHLETE_LEVELS.includes(level))),
  );

/** @throws Problem `application.roles_needed`. */
export const checkRoles = (data: ApplicationData): void => {
  if (data.applicationType === 'coaching' && !mayCoach(data)) throw new Problem('application.roles_needed');
};

/**
 * The answers by `category/question`. Answers to questions that no longer exist are left out.
 *
 * @throws Problem `application.answer_missing` for a question without a right answer.
 */
export const checkAnswers = (
  categories: readonly QuestionCategory[],
  { sportAnswers }: Pick<ApplicationData, 'sportAnswers'>,
): Map<string, Answer> => {
  const given = new Map(sportAnswers.map(({ category, question, answer }) => [`${category}/${question}`, answer]));
  const answers = new Map<string, Answer>();
  for (const { id, questions } of categories)
    for (const question of questions) {
      const key = `${id}/${question.id}`;
      const parsed = v.safeParse(answerSchema(question), given.get(key));
      if (!parsed.success) throw new Problem('application.answer_missing');
      answers.set(key, parsed.output);
    }
  return answers;
};

export interface CheckedEducation {
  /** Name of the area; null for a coach. */
  area: string | null;
  degrees: DegreeMapping[];
  license: string | null;
}

const missing = (field: string): Problem => new Problem('request.invalid', { message: 'Required', field });

/**
 * The area, degrees and license of a science application; nothing of a coaching one.
 *
 * @throws Problem `request.invalid` for what is missing, `application.unknown_education`.
 */
export const checkEducation = async (db: Db, data: ApplicationData): Promise<CheckedEducation> => {
  if (data.applicationType === 'coaching') return { area: null, degrees: [], license: null };
  const expertise = data.sportScienceExpertiseInformation;
  if (!expertise) throw missing('sportScienceExpertiseInformation');
  const area = (await readAreas(db)).find(({ id }) => id === expertise.areaId);
  if (!area) throw new Problem('application.unknown_education');
  const known = area.educations.filter(({ basedOn }) => basedOn === expertise.basedOn);
  if (expertise.basedOn === 'license') {
    const { licenseInformation: info } = data;
    if (!info) throw missing('licenseInformation');
    if (info.licenseType === 'standard' && !known.some(({ name }) => name === info.license))
      throw new Problem('application.unknown_education');
    return { area: area.name, degrees: [], license: info.license };
  }
  if (!data.degreeInformation) throw missing('degreeInformation');
  if (data.standardEducations.some(({ educationId }) => !known.some(({ id }) => id === educationId)))
    throw new Problem('application.unknown_education');
  const degrees = [...data.standardEducations, ...data.customEducations].map(
    ({ educationDegreeMapping }) => educationDegreeMapping,
  );
  if (degrees.length === 0) throw missing('standardEducations');
  return { area: area.name, degrees, license: null };
};

/** @throws Problem `application.document_missing`. */
export const checkDocuments = async (db: Db, userId: string, data: ApplicationData): Promise<void> => {
  const named = new Set(
    [...(data.licenseInformation?.documents ?? []), ...(data.degreeInformation?.documents ?? [])].map(
      ({ sha256 }) => sha256,
    ),
  );
  if (named.size === 0) return;
  const kept = await db
    .selectFrom('application_documents')
    .select('sha256')
    .where('user_id', '=', userId)
    .where('sha256', 'in', [...named])
    .execute();
  if (kept.length < named.size) throw new Problem('application.document_missing');
};
