import { expect, test } from 'vitest';
import { findAnswers } from './find-answers.ts';

const block = (
  id: string,
  itemType: string,
  name: string,
  parent: string | null = null,
  answer: string | null = null,
) => ({ id, itemType, name, answer, parent: parent ? { id: parent } : null, media: [] });
const items = [
  block('start', 'category', 'Getting Started'),
  block('start-1', 'faq', 'How do I join?', 'start', 'Tap Join now.'),
  block('start-2', 'faq', 'Does it work offline?', 'start', 'Yes.'),
  block('pay', 'category', 'Payments'),
  block('pay-1', 'faq', 'Is there a trial?', 'pay', 'Fourteen days, no card; join any time.'),
];
const found = (search: string, category?: string) =>
  findAnswers(items, search, category).map(({ id, answers }) => [id, ...answers.map((answer) => answer.id)]);

test('HLP-004 HLP-005 a search covers questions and answers, a category shows only its own, and an empty one is left out', () => {
  expect(found('')).toEqual([
    ['start', 'start-1', 'start-2'],
    ['pay', 'pay-1'],
  ]);
  expect(found(' JOIN ')).toEqual([
    ['start', 'start-1'],
    ['pay', 'pay-1'],
  ]);
  expect(found('join', 'pay')).toEqual([['pay', 'pay-1']]);
  expect(found('nothing like it')).toEqual([]);
});
