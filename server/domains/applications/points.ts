import type { DegreeLevel, DegreeMapping } from '#contract/applications-forms.ts';
import { DEGREE_LEVELS } from '#contract/applications-forms.ts';
import { APPROVAL_POINTS, DEGREE_COUNT_MAX } from '#contract/applications-limits.ts';
import { answerText, type Answer, type QuestionCategory } from '#contract/applications-questions.ts';
import type { ApplicationResult } from '#contract/applications.ts';

/** What one yes is worth. Source: D-335. */
const YES_POINTS = 5;
/** Most tags of one question that count. Source: D-335. */
const TAGS_COUNTED = 8;
const DEGREE_POINTS: Readonly<Record<DegreeLevel, number>> = { Bachelor: 10, Masters: 15, Doctorate: 25 };
const LICENSE_POINTS = 20;
const INVITATION_POINTS = 20;

const answerPoints = (answer: Answer): number => {
  if (typeof answer === 'number') return answer;
  if (typeof answer === 'string') return answer === 'yes' ? YES_POINTS : 0;
  return Math.min(new Set(answer).size, TAGS_COUNTED);
};

const sumOf = (points: readonly number[]): number => points.reduce((sum, each) => sum + each, 0);

/** What the points of an application are worked out from; everything in it was checked before. */
export interface Scored {
  categories: readonly QuestionCategory[];
  /** By `category/question`. */
  answers: ReadonlyMap<string, Answer>;
  degrees: readonly DegreeMapping[];
  /** Title of the license that the application is based on. */
  license: string | null;
  hasInvitation: boolean;
}

const experienceOf = ({ categories, answers }: Scored): ApplicationResult['experience'] => {
  const scored = categories.map(({ id, name, questions }) => {
    const items = questions.flatMap((question) => {
      const answer = answers.get(`${id}/${question.id}`);
      if (answer === undefined) return [];
      return [{ question: question.question, answer: answerText(question, answer), points: answerPoints(answer) }];
    });
    return { name, points: sumOf(items.map(({ points }) => points)), items };
  });
  return { total: sumOf(scored.map(({ points }) => points)), categories: scored };
};

/** A level counts at most three times, also over several educations. */
const educationOf = ({ degrees, license }: Scored): ApplicationResult['education'] => {
  const counted = DEGREE_LEVELS.map((level) => {
    const count = Math.min(sumOf(degrees.map((each) => each[level] ?? 0)), DEGREE_COUNT_MAX);
    return { level, count, points: count * DEGREE_POINTS[level] };
  }).filter(({ count }) => count > 0);
  const licensePoints = license === null ? 0 : LICENSE_POINTS;
  return {
    total: sumOf(counted.map(({ points }) => points)) + licensePoints,
    degrees: counted,
    ...(license !== null && { license: { title: license, points: licensePoints } }),
  };
};

/**
 * The points of an application and what follows from them: approved with 60, else a person decides.
 *
 * Source: D-222, D-317, D-335.
 */
export const scoreApplication = (scored: Scored): ApplicationResult => {
  const experience = experienceOf(scored);
  const education = educationOf(scored);
  const invitationCodePoints = scored.hasInvitation ? INVITATION_POINTS : 0;
  const total = experience.total + education.total + invitationCodePoints;
  return {
    experience,
    education,
    invitationCodePoints,
    total,
    status: total >= APPROVAL_POINTS ? 'approved' : 'pending',
  };
};
