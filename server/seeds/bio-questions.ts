import { SPORTS, toSlug } from './sports.ts';

/** The same for every sport. Source: D-334. */
const QUESTIONS = [
  ['Favourite team', 'What is your favourite team or club?'],
  ['Favourite athlete', 'Who is your favourite athlete?'],
  ['Position', 'What is your position or discipline?'],
  ['Dominant side', 'Which is your dominant hand or foot?'],
  ['Years', 'How many years have you been in the sport?'],
  ['Proudest moment', 'What was your proudest moment?'],
  ['Toughest opponent', 'Who was your toughest opponent?'],
  ['Training days', 'How many days a week do you train?'],
  ['Personal best', 'What is your personal best?'],
  ['Goal', 'What is your goal for this season?'],
  ['Equipment', 'What is your equipment of choice?'],
  ['Advice', 'What is your advice for beginners?'],
] as const;

/** The questions of the sport bio of each sport. The id of a question is its short name. */
export const BIO_QUESTIONS = SPORTS.flatMap(({ id: sport_id }) =>
  QUESTIONS.map(([name, question], position) => ({ sport_id, id: toSlug(name), question, position })),
);
