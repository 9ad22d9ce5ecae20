import * as v from 'valibot';
import {
  DEGREE_LEVELS,
  DegreeInformation,
  LicenseInformation,
  type ApplicationData,
  type BasedOn,
  type DegreeMapping,
  type DocumentRef,
} from '#contract/applications-forms.ts';
import { TITLE_MIN } from '#contract/applications-limits.ts';
import {
  answerSchema,
  type Answer,
  type ApplicationType,
  type Question,
  type QuestionCategory,
} from '#contract/applications-questions.ts';
import type { registerCreator, ScienceArea } from '#contract/applications.ts';
import type { InputOf } from '#contract/call.ts';
import type { SportRole } from '#contract/sports.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { missingAnswer, NO_ANSWERS, toMapping, type RoleAnswers } from '#app/forms/role-answers.ts';

/** What the person has answered. Only what the chosen way needs is sent. */
export interface CreatorForm {
  roles: RoleAnswers;
  areaId: string | null;
  basedOn: BasedOn | null;
  /** How many degrees of each level, by id of the area's education. */
  degrees: Readonly<Record<string, DegreeMapping>>;
  /** A degree that is not on the list. */
  otherDegree: { name: string; degrees: DegreeMapping } | null;
  /** Id of the area's license, or `OTHER`. */
  licenseId: string | null;
  license: { license: string; number: string; organization: string; website: string };
  degree: {
    educationInstitutionName: string;
    educationInstitutionWebsite: string;
    graduationYear: number | null;
  };
  documents: readonly DocumentRef[];
  /** By id of the question. */
  answers: Readonly<Record<string, Answer>>;
}

/** Stands for a license or degree that is not on the list. */
export const OTHER = 'other';

export const EMPTY_FORM: CreatorForm = {
  roles: NO_ANSWERS,
  areaId: null,
  basedOn: null,
  degrees: {},
  otherDegree: null,
  licenseId: null,
  license: { license: '', number: '', organization: '', website: '' },
  degree: { educationInstitutionName: '', educationInstitutionWebsite: '', graduationYear: null },
  documents: [],
  answers: {},
};

/** Lists that the answers are chosen from. */
export interface Reference {
  roles: readonly SportRole[];
  areas: readonly ScienceArea[];
  categories: readonly QuestionCategory[];
}

/** A step of a wizard: a fixed one, or `questions:` and the id of a category. */
export type StepName = 'roles' | 'area' | 'basis' | 'info' | `questions:${string}`;

/** The steps in their order. Source: APP-003, APP-004. */
export const stepsOf = (type: ApplicationType, categories: readonly QuestionCategory[]): readonly StepName[] => [
  ...(type === 'coaching' ? (['roles'] as const) : (['area', 'basis', 'info'] as const)),
  ...categories.map(({ id }) => `questions:${id}` as const),
];

export const categoryOf = (step: StepName, { categories }: Reference): QuestionCategory | undefined =>
  categories.find(({ id }) => step === `questions:${id}`);

export const areaOf = ({ areaId }: CreatorForm, { areas }: Reference): ScienceArea | undefined =>
  areas.find(({ id }) => id === areaId);

/** The area's degrees or licenses. */
export const educationsOf = (area: ScienceArea | undefined, basedOn: BasedOn): ScienceArea['educations'] =>
  area?.educations.filter((education) => education.basedOn === basedOn) ?? [];

/** The answer to a question; a slider that was not moved is at 0. */
export const answerOf = ({ answers }: CreatorForm, { id, kind }: Question): Answer | undefined =>
  answers[id] ?? (kind === 'slider' ? 0 : undefined);

const { documents: _licenseDocuments, licenseType: _licenseType, ...licenseEntries } = LicenseInformation.entries;
export const LicenseFields = v.object(licenseEntries);
const { documents: _degreeDocuments, ...degreeEntries } = DegreeInformation.entries;
export const DegreeFields = v.object(degreeEntries);

/** What is wrong with each field of a step, by its name. */
export const problemsOf = (
  schema: v.GenericSchema<unknown, unknown>,
  values: object,
): Readonly<Record<string, string>> => {
  const { issues = [] } = v.safeParse(schema, values);
  return Object.fromEntries(issues.map((issue) => [String(issue.path?.[0]?.key), issue.message]).toReversed());
};

const hasLevel = (degrees: DegreeMapping): boolean => DEGREE_LEVELS.some((level) => degrees[level] !== undefined);

/** Coaching is for Coach, Trainer, and Athlete of these levels. Source: D-331. */
const COACHING_ROLES = ['coach', 'trainer'];
const ATHLETE_LEVELS = ['professional', 'national-team', 'retired'];
const isCoach = ({ levels }: RoleAnswers): boolean =>
  COACHING_ROLES.some((role) => levels[role] !== undefined) ||
  ATHLETE_LEVELS.some((level) => levels['athlete']?.includes(level));

const missingRoles = (form: CreatorForm, { roles }: Reference): string | undefined => {
  const missing = missingAnswer(roles, form.roles);
  if (missing !== undefined) return missing;
  return isCoach(form.roles) ? undefined : creatorText.roles.coachNeeded;
};

const missingBasis = (form: CreatorForm, reference: Reference): string | undefined => {
  const { basis: text } = creatorText;
  const { basedOn, degrees, otherDegree, licenseId } = form;
  if (basedOn === null) return text.help;
  const educations = educationsOf(areaOf(form, reference), basedOn);
  if (basedOn === 'license')
    return licenseId === OTHER || educations.some(({ id }) => id === licenseId) ? undefined : text.licenseHelp;
  const chosen = educations.filter(({ id }) => degrees[id] !== undefined);
  if (chosen.length === 0 && otherDegree === null) return text.degreeHelp;
  const without = chosen.find(({ id }) => !hasLevel(degrees[id]!));
  if (without) return text.levelHelp(without.name);
  if (otherDegree && otherDegree.name.trim().length < TITLE_MIN) return text.nameHelp;
  return otherDegree && !hasLevel(otherDegree.degrees) ? text.levelHelp(otherDegree.name.trim()) : undefined;
};

const missingInfo = ({ basedOn, license, degree }: CreatorForm): string | undefined => {
  const problems = basedOn === 'license' ? problemsOf(LicenseFields, license) : problemsOf(DegreeFields, degree);
  return Object.keys(problems).length > 0 ? creatorText.fieldsHelp : undefined;
};

const missingAnswers = (form: CreatorForm, category: QuestionCategory | undefined): string | undefined => {
  const open = category?.questions.find((question) => !v.is(answerSchema(question), answerOf(form, question)));
  if (!open) return undefined;
  return open.kind === 'tags' ? creatorText.questions.tagsHelp : creatorText.questions.yesNoHelp;
};

/** What is missing before a step can be left; undefined if nothing is. */
export const missingIn = (step: StepName, form: CreatorForm, reference: Reference): string | undefined => {
  if (step === 'roles') return missingRoles(form, reference);
  if (step === 'area') return areaOf(form, reference) ? undefined : creatorText.area.help;
  if (step === 'basis') return missingBasis(form, reference);
  if (step === 'info') return missingInfo(form);
  return missingAnswers(form, categoryOf(step, reference));
};

const totals = (mappings: readonly DegreeMapping[]): Record<string, number> =>
  Object.fromEntries(
    DEGREE_LEVELS.map((level) => [level, mappings.reduce((sum, mapping) => sum + (mapping[level] ?? 0), 0)]),
  );

/** The application's own role of a scientist: the science wizard asks for none, and any is accepted. Source: D-331. */
const SCIENTIST = [{ roleId: 'sport-scientist', participationLevelIds: [] }];

const scienceData = (form: CreatorForm, reference: Reference): Partial<ApplicationData> => {
  const area = areaOf(form, reference)!;
  const basedOn = form.basedOn!;
  const documents = [...form.documents];
  const expertise = { areaId: area.id, basedOn };
  if (basedOn === 'license')
    return {
      sportScienceExpertiseInformation: expertise,
      verifyPayload: { educationCategoryId: area.id, licenseBased: true },
      licenseInformation: {
        ...v.parse(LicenseFields, form.license),
        licenseType: form.licenseId === OTHER ? 'custom' : 'standard',
        documents,
      },
    };
  const standardEducations = educationsOf(area, 'degree').flatMap(({ id: educationId }) => {
    const educationDegreeMapping = form.degrees[educationId];
    return educationDegreeMapping ? [{ educationId, educationDegreeMapping }] : [];
  });
  const customEducations = form.otherDegree
    ? [{ name: form.otherDegree.name.trim(), educationDegreeMapping: form.otherDegree.degrees }]
    : [];
  const all = [...standardEducations, ...customEducations];
  return {
    sportScienceExpertiseInformation: expertise,
    verifyPayload: {
      educationCategoryId: area.id,
      licenseBased: false,
      degreeCountMapping: totals(all.map(({ educationDegreeMapping }) => educationDegreeMapping)),
    },
    degreeInformation: { ...v.parse(DegreeFields, form.degree), documents },
    standardEducations,
    customEducations,
  };
};

export interface Applied {
  id: string;
  sportId: string;
  type: ApplicationType;
  invitationCode: string | null;
}

/** The complete form as input of the call. Source: D-316. */
export const toApplication = (
  { id, sportId, type, invitationCode }: Applied,
  form: CreatorForm,
  reference: Reference,
): InputOf<typeof registerCreator> => ({
  id,
  sport: sportId,
  applicationType: type,
  sportRoleParticipationLevelMapping: type === 'coaching' ? toMapping(reference.roles, form.roles) : SCIENTIST,
  sportAnswers: reference.categories.flatMap(({ id: category, questions }) =>
    questions.map((question) => ({ answer: answerOf(form, question)!, question: question.id, category })),
  ),
  ...(type === 'science' && scienceData(form, reference)),
  ...(invitationCode && { invitationCode }),
});
