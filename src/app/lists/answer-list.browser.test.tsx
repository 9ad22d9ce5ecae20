import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listComments } from '#contract/ratings.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { clearPage, freshAccount, Refusal, show, standInNetwork } from '../data/signed-in.fixtures.tsx';
import { usePagedAnswer } from '../data/use-paged-answer.ts';
import { AnswerList } from './answer-list.tsx';

const PUBLISHED_ID = '01930000-0000-7000-8000-000000000001';
const PATH = `/ratings/${PUBLISHED_ID}/comments`;
const network = standInNetwork();
let hidden = '';

/** A list of answers as a feature writes it. */
function Comments() {
  const paged = usePagedAnswer(listComments, PUBLISHED_ID, (index) => ({
    publishedContentId: PUBLISHED_ID,
    ...(index > 0 && { page: index + 1 }),
  }));
  return (
    <AnswerList
      paged={paged}
      shape="row"
      shows={({ name }) => name !== hidden}
      empty={<EmptyState drawing="quiet" title="No comment yet" />}
    >
      {(comments) => (
        <ul>
          {comments.map(({ id, name }) => (
            <li key={id} style={{ height: 100 }}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </AnswerList>
  );
}

const PAGE = 25;

/** Answers a list of `count` comments in pages. */
const comments = (count: number) => (query: URLSearchParams) => {
  const from = (Number(query.get('page') ?? 1) - 1) * PAGE;
  return {
    count,
    next: null,
    previous: null,
    results: Array.from({ length: Math.max(0, Math.min(PAGE, count - from)) }, (_unused, index) => ({
      id: `id-${from + index}`,
      name: `Person ${from + index}`,
      userPhoto: null,
      comment: 'Good',
      stars: 5,
      createdAt: '2026-11-01T10:00:00.000Z',
    })),
  };
};

const rows = page.getByRole('listitem');

beforeEach(async () => {
  await freshAccount();
  network.requests.length = 0;
  hidden = '';
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('pages are fetched as their end comes near, to the last row, and then no more', async () => {
  network.answer(PATH, comments(60));
  show(<Comments />);
  await expect.poll(() => rows.elements().length).toBe(25);
  expect(network.requests).toEqual([PATH]);
  scrollTo(0, document.body.scrollHeight);
  await expect.poll(() => rows.elements().length).toBe(50);
  scrollTo(0, document.body.scrollHeight);
  await expect.poll(() => rows.elements().length).toBe(60);
  scrollTo(0, document.body.scrollHeight);
  await expect.element(page.getByText('Person 59')).toBeInViewport();
  expect(new Set(network.requests)).toEqual(new Set([PATH, `${PATH}?page=2`, `${PATH}?page=3`]));
});

test('a slow answer shows a skeleton first; a list without rows shows its empty state', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  network.answer(PATH, async (query) => released.then(() => comments(0)(query)));
  show(<Comments />);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  release();
  await expect.element(page.getByRole('heading', { name: 'No comment yet' })).toBeVisible();
});

test('rows that this device has removed are not shown; a list of only such rows is empty', async () => {
  hidden = 'Person 0';
  network.answer(PATH, comments(1));
  show(<Comments />);
  await expect.element(page.getByRole('heading', { name: 'No comment yet' })).toBeVisible();
});

test('after a failure Retry loads the list', async () => {
  network.answer(PATH, () => {
    throw new Refusal(403, 'auth.forbidden', 'Members only.');
  });
  show(<Comments />);
  await expect.element(page.getByText('Members only.')).toBeVisible();
  network.answer(PATH, comments(2));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => rows.elements().length).toBe(2);
});

test('offline a list that was fetched before is shown with its age; one that never was shows the offline state', async () => {
  network.answer(PATH, comments(2));
  network.goOffline();
  show(<Comments />);
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  network.goOnline();
  await expect.poll(() => rows.elements().length).toBe(2);
  network.goOffline();
  await expect.element(page.getByText(/Last updated/)).toBeVisible();
  expect(rows.elements()).toHaveLength(2);
});
