import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useState } from 'react';
import { clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { HelpPage } from './help-page.tsx';
import { UniversityPage, type UniversityFilter } from './university-page.tsx';

const network = standInNetwork();
const block = (id: string, name: string, parent: string | null = null, answer: string | null = null) => ({
  id,
  itemType: parent === null ? 'category' : 'faq',
  name,
  answer,
  parent: parent === null ? null : { id: parent },
  media: [],
});
const ITEMS = [
  block('start', 'Getting Started'),
  block('start-1', 'How do I join?', 'start', 'Tap Join now.'),
  block('start-2', 'Does it work offline?', 'start', 'Yes.'),
  block('pay', 'Payments'),
  block('pay-1', 'Is there a trial?', 'pay', 'Fourteen days; you may join any time.'),
  block('pay-2', 'Do I need a card?', 'pay', 'No.'),
];
/** What the address of the page would hold, one after another. */
let kept: UniversityFilter[];

/** The route keeps the filter in the address and hands it back. */
function University({ start }: { start: UniversityFilter }) {
  const [filter, setFilter] = useState(start);
  const onFilter = (next: UniversityFilter) => {
    kept.push(next);
    setFilter(next);
  };
  return <UniversityPage filter={filter} onFilter={onFilter} />;
}
const categories = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
const questions = () =>
  ITEMS.filter(({ itemType, name }) => itemType === 'faq' && page.getByText(name, { exact: true }).query()).map(
    ({ id }) => id,
  );

beforeEach(async () => {
  kept = [];
  const { db } = await freshAccount();
  await db.me.put(person());
  network.answer('/pages/page/university/blocks', () => ({
    headline: 'Sideline University',
    leadText: 'Questions and answers.',
    items: ITEMS,
  }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});
afterAll(() => network.restore());

test('HLP-004 the University has a search over questions and answers, which goes on without a network', async () => {
  showRouted(<University start={{}} />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sideline University' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search the answers', exact: true });
  await expect.element(search).toHaveValue('');
  await expect.poll(questions).toEqual(['start-1', 'start-2', 'pay-1', 'pay-2']);
  await expectAccessible('the University');
  network.goOffline();
  await search.fill(' JOIN ');
  // The first by its question and answer, the second by its answer alone.
  await expect.poll(questions).toEqual(['start-1', 'pay-1']);
  expect(categories()).toEqual(['Getting Started', 'Payments']);
  expect(kept).toContainEqual({ search: ' JOIN ' });
  await search.fill('card');
  await expect.poll(questions).toEqual(['pay-2']);
  expect(categories()).toEqual(['Payments']);
  await search.fill('nothing like it');
  await expect.element(page.getByText('No answers match.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all answers' }).click();
  await expect.element(search).toHaveValue('');
  await expect.poll(questions).toHaveLength(4);
});

test('HLP-004 HLP-005 an address with a search and a category opens narrowed to them', async () => {
  showRouted(<University start={{ search: 'join', category: 'pay' }} />);
  await expect.element(page.getByRole('searchbox', { name: 'Search the answers', exact: true })).toHaveValue('join');
  await expect.poll(questions).toEqual(['pay-1']);
});

test('HLP-005 HLP-006 HLP-007 the blocks that the server answers for the page are shown as accordions below the category that is chosen', async () => {
  const [asked, network0] = ['/pages/page/university/blocks', network.requests.length];
  showRouted(<University start={{}} />);
  await expect.poll(categories).toEqual(['Getting Started', 'Payments']);
  expect(network.requests.slice(network0)).toEqual([asked]);
  const answer = page.getByText('Tap Join now.', { exact: true });
  await expect.element(answer).not.toBeVisible();
  await page.getByRole('heading', { name: 'How do I join?' }).click();
  await expect.element(answer).toBeVisible();
  network.goOffline();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Payments' }).click();
  await expect.poll(questions).toEqual(['pay-1', 'pay-2']);
  // The list of the categories, which closes, has a heading too.
  await expect.poll(categories).toEqual(['Payments']);
  expect(kept).toContainEqual({ search: '', category: 'pay' });
});

test('Help & Support leads to the answers, the account’s history and the support', async () => {
  showRouted(<HelpPage />);
  for (const [name, href] of [
    ['Sideline University', '/university'],
    ['Sync and storage', '/help-support/sync-storage'],
    ['Account history', '/account-history'],
    ['Contact support', '/contact-support'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
});
