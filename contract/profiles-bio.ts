import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Slug } from './ids.ts';
import { listOf, text } from './patterns.ts';

/** Longest answer to a question of a sport bio, characters. Source: D-334. */
export const BIO_ANSWER_MAX = 300;
/** Most questions of a sport. Source: D-85, D-334. */
export const BIO_QUESTIONS_MAX = 12;

/** What a person says about themselves in one sport. Source: PRO-033, D-85. */
export const SportBio = v.object({
  sport_id: Slug,
  sport_name: v.string(),
  /** The sport of the profile (`sportInterests`); null if the profile does not have the sport. */
  id: v.nullable(Id),
  num_of_questions: v.number(),
  num_of_completed_questions: v.number(),
  questions_and_answers: v.array(v.object({ id: Slug, question: v.string(), answer: v.nullable(v.string()) })),
});
export type SportBio = v.InferOutput<typeof SportBio>;

export const readSportQuestions = defineCall({
  id: 'profiles.sportQuestions',
  method: 'GET',
  path: '/{sportId}/sport-questions-answers',
  may: 'signedIn',
  input: v.object({ sportId: Slug }),
  output: SportBio,
  problems: [],
  offline: 'cache',
  summary: 'The questions of a sport with the own answers',
});
export const listSportBios = defineCall({
  id: 'profiles.sportBios',
  method: 'GET',
  path: '/sports-bio',
  may: 'signedIn',
  /** Any id of a person or an organization; the own one by default. */
  input: v.object({ user_id: v.optional(Id) }),
  output: listOf(SportBio),
  problems: [],
  offline: 'cache',
  summary: 'The sport bio of every sport of a profile; none if they are hidden',
});
/** One answer a call: a later answer to the same question replaces it, whichever device wrote it. Source: D-85. */
export const createBioAnswer = defineCall({
  id: 'profiles.createBioAnswer',
  method: 'POST',
  path: '/sports-bio/personal-answers',
  may: 'signedIn',
  input: v.object({ id: Id, sport_id: Slug, question: Slug, answer: text(1, BIO_ANSWER_MAX) }),
  output: SportBio,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Answer a question of your sport bio',
    shownAt: 'outbox',
    rows: { makes: { table: 'bioAnswers', by: 'id' }, changes: [] },
  },
  summary: 'Answers a question of a sport bio',
});
export const updateBioAnswer = defineCall({
  id: 'profiles.updateBioAnswer',
  method: 'PUT',
  path: '/sports-bio/personal-answers',
  may: 'signedIn',
  /** An empty answer takes the answer away. */
  input: v.object({ sport_id: Slug, question: Slug, answer: text(0, BIO_ANSWER_MAX) }),
  output: SportBio,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Change an answer of your sport bio',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'bioAnswers' }] },
  },
  summary: 'Changes or takes away the answer to a question of a sport bio',
});
