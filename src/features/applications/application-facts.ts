import { DEGREE_LEVELS, type ApplicationData, type DegreeMapping } from '#contract/applications-forms.ts';
import type { ReviewedApplicationDetail } from '#contract/applications.ts';
import type { RoleMapping } from '#contract/sports.ts';
import { deskText as text } from '#contract/text/applications-desk.ts';
import type * as v from 'valibot';
import { formatFullDate } from '#app/format/format.ts';
import { inWords, type Labelled } from '#app/desk/labelled.tsx';

export type ApplicationDetail = v.InferOutput<typeof ReviewedApplicationDetail>;

/** What the person sent: checked by the schema of its time, of which a later one may have more. */
const dataOf = ({ data }: ApplicationDetail) => data as Partial<ApplicationData>;

export const personFacts = (application: ApplicationDetail): Labelled[] => {
  const { applicant, sportName, applicationType, createdAt } = application;
  const { sportRoleParticipationLevelMapping: roles = [], sportScienceExpertiseInformation: field } =
    dataOf(application);
  return [
    [text.facts.name, applicant.name],
    [text.facts.username, applicant.username],
    [text.facts.email, applicant.email],
    [text.facts.sport, sportName],
    [text.facts.type, text.types[applicationType]],
    [text.facts.roles, roles.map(roleText).join('\n')],
    [text.facts.field, field && inWords(field.areaId)],
    [text.facts.basedOn, field && text.bases[field.basedOn]],
    [text.facts.code, dataOf(application).invitationCode],
    [text.facts.sent, formatFullDate(createdAt)],
  ];
};

const roleText = ({ roleId, customRoleName, participationLevelIds }: RoleMapping): string => {
  const levels = participationLevelIds.map(inWords).join(', ');
  return `${customRoleName ?? inWords(roleId ?? '')}${levels && `: ${levels}`}`;
};

const levelsText = (levels: DegreeMapping): string =>
  DEGREE_LEVELS.flatMap((level) => (levels[level] ? [text.levels(level, levels[level])] : [])).join(', ');

export const educationFacts = (application: ApplicationDetail): Labelled[] => {
  const {
    standardEducations = [],
    customEducations = [],
    sportScienceExpertiseInformation: field,
  } = dataOf(application);
  // An id begins with that of its field, because two fields have Kinesiology.
  const nameOf = (id: string): string =>
    inWords(field && id.startsWith(`${field.areaId}-`) ? id.slice(field.areaId.length + 1) : id);
  return [
    ...standardEducations.map(({ educationId, educationDegreeMapping }): Labelled => [
      nameOf(educationId),
      levelsText(educationDegreeMapping),
    ]),
    ...customEducations.map(({ name, educationDegreeMapping }): Labelled => [name, levelsText(educationDegreeMapping)]),
  ];
};

export const licenseFacts = (application: ApplicationDetail): Labelled[] => {
  const license = dataOf(application).licenseInformation;
  return [
    [text.license.title, license?.license],
    [text.license.number, license?.number],
    [text.license.organization, license?.organization],
    [text.license.website, license?.website],
  ];
};

export const degreeFacts = (application: ApplicationDetail): Labelled[] => {
  const degree = dataOf(application).degreeInformation;
  return [
    [text.degree.institution, degree?.educationInstitutionName],
    [text.degree.website, degree?.educationInstitutionWebsite],
    [text.degree.year, degree?.graduationYear?.toString()],
  ];
};

/** The answers of a category as they were sent, for an application whose points are not worked out. */
export const answerFacts = ({ answers }: ApplicationDetail): [category: string, facts: Labelled[]][] => {
  const categories = new Map<string, Labelled[]>();
  for (const { category, question, answer } of answers) {
    const said = Array.isArray(answer)
      ? answer.map(inWords).join(', ')
      : typeof answer === 'number'
        ? String(answer)
        : text[answer];
    categories.set(category, [...(categories.get(category) ?? []), [question, said]]);
  }
  return [...categories];
};

export const decisionFacts = (decided: {
  status: 'pending' | 'approved' | 'denied';
  decidedAt?: string | null;
  reason: string | null;
}): Labelled[] => [
  [text.facts.status, text.statuses[decided.status]],
  [text.facts.decided, decided.decidedAt && formatFullDate(decided.decidedAt)],
  [text.facts.reason, decided.reason],
];
