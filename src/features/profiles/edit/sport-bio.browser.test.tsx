import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { createBioAnswer, type SportBio } from '#contract/profiles.ts';
import type { BioAnswer } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { profile } from './profile.fixtures.ts';
import { SportBioPage } from './sport-bio-page.tsx';

let account: Account;
const network = standInNetwork();
const QUESTIONS = [
  { id: 'goal', question: 'What is your goal for this season?', answer: null },
  { id: 'advice', question: 'What is your advice for beginners?', answer: null },
  { id: 'years', question: 'How many years have you been in the sport?', answer: null },
];
const BIO: SportBio = {
  sport_id: 'soccer',
  sport_name: 'Soccer',
  id: newId(),
  num_of_questions: 3,
  num_of_completed_questions: 0,
  questions_and_answers: QUESTIONS,
};
const row = (question: string, answer: string): BioAnswer => ({
  id: newId(),
  scope: SCOPE,
  sportId: 'soccer',
  question,
  answer,
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = (at: 0 | 1 | 2) => page.getByRole('textbox', { name: QUESTIONS[at]!.question });
const queued = async () =>
  (await account.db.outbox.orderBy('order').toArray()).map(({ call, input }) => ({ call, input }));

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  await account.db.profiles.put(profile());
  network.answer('/soccer/sport-questions-answers', () => BIO);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('PRO-020 PRO-033 PRO-054 PRO-056 D-85 the questions of a sport are answered offline, one change for each answer', async () => {
  await account.db.bioAnswers.bulkPut([row('goal', 'To win.'), row('years', 'Nine.')]);
  await account.db.bioAnswers.put({ ...row('goal', 'To float.'), sportId: 'swimming' });
  showRouted(<SportBioPage sportId="soccer" />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sport bio: Soccer' })).toBeVisible();
  await expect.element(question(0)).toHaveValue('To win.');
  await expect.element(page.getByText('2 of 3 answered')).toBeVisible();
  network.goOffline();
  await question(0).fill(' To score. ');
  await question(1).fill('Have fun.');
  await expect.element(page.getByText('3 of 3 answered')).toBeVisible();
  await question(2).fill('');
  await expect.element(page.getByRole('meter', { name: 'Answered questions' })).toHaveAttribute('aria-valuenow', '66');
  await button('Save').click();
  await expect.poll(queued).toEqual([
    { call: 'profiles.updateBioAnswer', input: { sport_id: 'soccer', question: 'goal', answer: 'To score.' } },
    {
      call: 'profiles.createBioAnswer',
      input: { id: expect.any(String), sport_id: 'soccer', question: 'advice', answer: 'Have fun.' },
    },
    { call: 'profiles.updateBioAnswer', input: { sport_id: 'soccer', question: 'years', answer: '' } },
  ]);
  const rows = await account.db.bioAnswers.toArray();
  expect(rows.map(({ sportId, question: id, answer }) => `${sportId} ${id} ${answer}`).toSorted()).toEqual([
    'soccer advice Have fun.',
    'soccer goal To score.',
    'swimming goal To float.',
  ]);
});

test('a refused answer opens again as it was typed, with the server’s message', async () => {
  const input = { id: newId(), sport_id: 'soccer', question: 'advice', answer: 'Have fun.' };
  const entry = refusedEntry(createBioAnswer, input);
  entry.problem = { code: 'access.not_found', message: 'This was not found.' };
  await account.db.outbox.put(entry);
  showRouted(<SportBioPage sportId="soccer" />);
  await expect.element(page.getByText('This was not found.')).toBeVisible();
  await expect.element(question(1)).toHaveValue('Have fun.');
});

test('offline without the questions of the sport the page says so', async () => {
  network.goOffline();
  showRouted(<SportBioPage sportId="soccer" />);
  await expect.element(page.getByText('The questions of this sport are not on this device.')).toBeVisible();
});
