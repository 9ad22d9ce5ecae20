import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listComments } from '#contract/ratings.ts';
import { answerKey } from '#store/answers.ts';
import type { Account } from './account.ts';
import { clearPage, freshAccount, Refusal, show, standInNetwork } from './signed-in.fixtures.tsx';
import { usePagedAnswer } from './use-paged-answer.ts';

const ONE = '01930000-0000-7000-8000-000000000001';
const OTHER = '01930000-0000-7000-8000-000000000002';
const pathOf = (id: string) => `/ratings/${id}/comments`;
const network = standInNetwork();
let account: Account;

const inputOf = (id: string, index: number) => ({ publishedContentId: id, ...(index > 0 && { page: index + 1 }) });

/** Shows a list, and fetches its next page at the press of a button instead of by scrolling. */
function List({ id }: { id: string }) {
  const { answered, more, isEnded } = usePagedAnswer(listComments, id, (index) => inputOf(id, index));
  return (
    <>
      <output>{answered.answer?.results.map(({ name }) => name).join(' ') ?? 'none'}</output>
      <p>{isEnded ? 'ended' : 'goes on'}</p>
      <p>{answered.error ? `${answered.error.kind}` : 'no error'}</p>
      <button type="button" disabled={!more} onClick={more}>
        More
      </button>
      <button type="button" onClick={answered.reload}>
        Reload
      </button>
    </>
  );
}

const row = (name: string) => ({
  id: name,
  name,
  userPhoto: null,
  comment: 'Good',
  stars: 5,
  createdAt: '2026-11-01T10:00:00.000Z',
});
const partOf = (count: number, names: string[]) => ({ count, results: names.map(row) });
const PAGE = 2;
/** The list on the server: the part of each page as it is when it is asked for. */
const serve = (id: string, list: () => string[]) =>
  network.answer(pathOf(id), (query) => {
    const from = (Number(query.get('page') ?? 1) - 1) * PAGE;
    return partOf(list().length, list().slice(from, from + PAGE));
  });
const pagesAsked = () => network.requests.map((path) => Number(/page=(\d+)/.exec(path)?.[1] ?? 1));
const cached = (id: string, index: number, fetchedAtMs: number, ...names: string[]) =>
  account.db.answers.put({
    key: answerKey(listComments, inputOf(id, index)),
    call: listComments.id,
    answer: partOf(6, names),
    fetchedAtMs,
  });

const names = page.getByRole('status');
const more = page.getByRole('button', { name: 'More' });
const shows = (text: string) => expect.poll(() => names.query()?.textContent).toBe(text);
const ends = () => expect.element(page.getByText('ended', { exact: true })).toBeInTheDocument();

beforeEach(async () => {
  account = await freshAccount();
  network.requests.length = 0;
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('a row that was deleted while the list was read: the rows after it are shown, and the list ends', async () => {
  let list = ['a', 'b', 'c', 'd'];
  serve(ONE, () => list);
  show(<List id={ONE} />);
  await shows('a b');
  list = ['b', 'c', 'd'];
  await more.click();
  await shows('a b d');
  await more.click();
  await ends();
  await expect.element(more).toBeDisabled();
  await page.getByRole('button', { name: 'Reload' }).click();
  await shows('b c d');
  await ends();
});

test('a row that came while the list was read is not shown twice', async () => {
  let list = ['a', 'b', 'c', 'd'];
  serve(ONE, () => list);
  show(<List id={ONE} />);
  await shows('a b');
  list = ['new', 'a', 'b', 'c', 'd'];
  await more.click();
  await shows('a b c');
});

test('while a page is being fetched no other one is, and the list does not count as ended', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  network.answer(pathOf(ONE), (query) =>
    query.get('page') === null ? partOf(4, ['a', 'b']) : released.then(() => partOf(4, ['c', 'd'])),
  );
  show(<List id={ONE} />);
  await shows('a b');
  await more.click();
  await expect.element(more).toBeDisabled();
  await expect.element(page.getByText('goes on')).toBeInTheDocument();
  release();
  await shows('a b c d');
  await ends();
  expect(pagesAsked()).toEqual([1, 2]);
});

test('a page that the server refuses leaves the ones before it, and the list ends there', async () => {
  network.answer(pathOf(ONE), (query) => {
    if (query.get('page') !== null) throw new Refusal(500, 'server.failed', 'Something went wrong.');
    return partOf(4, ['a', 'b']);
  });
  show(<List id={ONE} />);
  await shows('a b');
  await more.click();
  await ends();
  await shows('a b');
  await expect.element(more).toBeDisabled();
});

test('offline the cached pages are shown up to the first gap', async () => {
  const fetchedAtMs = Date.now() - 60_000;
  await cached(ONE, 0, fetchedAtMs, 'a', 'b');
  await cached(ONE, 1, fetchedAtMs, 'c', 'd');
  network.goOffline();
  show(<List id={ONE} />);
  await shows('a b');
  await expect.element(page.getByText('offline')).toBeInTheDocument();
  await more.click();
  await shows('a b c d');
  await more.click();
  await ends();
  await shows('a b c d');
});

test('with the network back, later pages follow the first one: no page is older than it', async () => {
  const fetchedAtMs = Date.now() - 60_000;
  await cached(ONE, 0, fetchedAtMs, 'a', 'b');
  await cached(ONE, 1, fetchedAtMs, 'c', 'd');
  network.goOffline();
  show(<List id={ONE} />);
  await shows('a b');
  await more.click();
  await shows('a b c d');
  serve(ONE, () => ['A', 'B', 'C', 'D']);
  network.goOnline();
  await shows('A B C D');
  await ends();
});

test('another list begins with its first page; the former one’s late page does not show in it', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  network.answer(pathOf(ONE), (query) =>
    query.get('page') === null ? partOf(4, ['a', 'b']) : released.then(() => partOf(4, ['c', 'd'])),
  );
  serve(OTHER, () => ['x', 'y', 'z']);
  show(<List id={ONE} />);
  await shows('a b');
  await more.click();
  await expect.poll(pagesAsked).toEqual([1, 2]);
  show(<List id={OTHER} />);
  await shows('x y');
  release();
  await more.click();
  await shows('x y z');
  show(<List id={ONE} />);
  await shows('a b');
});
