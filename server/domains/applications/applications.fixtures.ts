import { newId } from '#contract/ids.ts';
import { APPLICATION_QUESTIONS } from '#server/seeds/applications.ts';

/** Answers to all questions of a kind of application, whose points are known. */
export const answersTo = (
  type: 'coaching' | 'science',
  { slider, yesNo, tags }: { slider: number; yesNo: 'yes' | 'no'; tags: number },
) =>
  APPLICATION_QUESTIONS.filter(({ application_type }) => application_type === type).map((row) => ({
    category: row.category_id,
    question: row.id,
    answer:
      row.kind === 'slider'
        ? slider
        : row.kind === 'yes_no'
          ? yesNo
          : (JSON.parse(row.tags) as { id: string }[]).slice(0, tags).map(({ id }) => id),
  }));

/** 4 sliders of 1, no yes, 3 questions with 1 tag: 7 points. */
export const coaching = (more: Record<string, unknown> = {}) => ({
  id: newId(),
  sport: 'soccer',
  applicationType: 'coaching',
  sportRoleParticipationLevelMapping: [{ roleId: 'coach', participationLevelIds: ['club'] }],
  sportAnswers: answersTo('coaching', { slider: 1, yesNo: 'no', tags: 1 }),
  ...more,
});
/** 4 sliders of 10, 4 yes: 60 points and more. */
export const strongCoaching = (more: Record<string, unknown> = {}) =>
  coaching({ sportAnswers: answersTo('coaching', { slider: 10, yesNo: 'yes', tags: 1 }), ...more });

export const LICENSE = {
  license: 'Registered Dietitian',
  licenseType: 'standard',
  number: 'RD-2041',
  organization: 'College of Dietitians',
};
/** 3 sliders of 1, no yes, 2 questions with 1 tag: 5 points, and 20 for the license. */
export const science = (more: Record<string, unknown> = {}) => ({
  id: newId(),
  sport: 'soccer',
  applicationType: 'science',
  sportRoleParticipationLevelMapping: [{ roleId: 'fan', participationLevelIds: [] }],
  sportAnswers: answersTo('science', { slider: 1, yesNo: 'no', tags: 1 }),
  sportScienceExpertiseInformation: { areaId: 'sports-nutrition', basedOn: 'license' },
  licenseInformation: LICENSE,
  ...more,
});
