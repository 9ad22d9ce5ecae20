import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { readPublishedCaptions } from '#contract/captions.ts';
import { listRecommended } from '#contract/channels.ts';
import { listSportContents } from '#contract/sports.ts';
import { answerKey } from '#store/answers.ts';
import type { Account } from '#app/data/account.ts';
import { channelAnswer } from '#app/data/channels.fixtures.ts';
import { listedItem } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SearchPage } from './search-page.tsx';

let account: Account;
const network = standInNetwork({ workers: ['search'] });
const PATHS = ['/explore-search'];
const NONE = { count: 0, results: [] };
const ANSWER = { channels: NONE, content: NONE, playlists: NONE, educators: NONE, sports: NONE, corrected: null };
const channel = (name: string) => channelAnswer(name, { sportId: 'tennis', sportName: 'Tennis' });
const ines = {
  id: newId(),
  educatorName: 'Inês Carvalho',
  educatorUsername: 'ines',
  sportInterests: ['Tennis'],
  userPhoto: null,
};
const keep = (searchHistory: string, at: number) =>
  account.db.searchHistory.put({
    id: newId(),
    scope: SCOPE,
    searchHistory,
    searchedAt: new Date(Date.now() - at).toISOString(),
  });
const kept = async () => (await account.db.searchHistory.toArray()).map(({ searchHistory }) => searchHistory);
const open = (q = '', filterBy: Parameters<typeof SearchPage>[0]['filterBy'] = 'all') =>
  showRouted(<SearchPage path="/explore-search" q={q} filterBy={filterBy} sportId={undefined} />, '/', PATHS);

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('EXP-016 the search starts with the last searches, which can be opened and removed, also offline', async () => {
  network.goOffline();
  await keep('older', 2_000);
  await keep('newer', 1_000);
  const path = open();
  const list = page.getByRole('list', { name: 'Recent searches' });
  await expect.element(list.getByRole('listitem').first()).toHaveTextContent('newer');
  await page.getByRole('button', { name: 'Remove older' }).click();
  await expect.poll(kept).toEqual(['newer']);
  await page.getByRole('button', { name: 'newer', exact: true }).click();
  await expect.poll(path).toBe('/explore-search?q=newer&filterBy=all');
});

test('EXP-017 EXP-025 D-202 suggestions come while one types; the arrows choose, Enter searches and keeps the text', async () => {
  network.answer('/search/suggestions', (query) => ({ texts: [`${query.get('q')}nis`, `${query.get('q')}sion`] }));
  const path = open();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect.element(field).toBeVisible();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await field.fill('ten');
  await expect.element(page.getByRole('option', { name: 'tennis', exact: true })).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  // One request for the three letters, made after the pause of 300 ms.
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(300);
  timers.mockRestore();
  expect(network.requests.filter((each) => each.startsWith('/search/suggestions'))).toEqual([
    '/search/suggestions?q=ten',
  ]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect
    .element(page.getByRole('option', { name: 'tension', exact: true }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/explore-search?q=tension&filterBy=all');
  await expect.poll(kept).toEqual(['tension']);
});

test('EXP-018 results by kind, each linked to its page; a correction is named', async () => {
  const found = channel('Volley Workshop');
  network.answer('/search', () => ({
    ...ANSWER,
    channels: { count: 9, results: [found] },
    educators: { count: 1, results: [ines] },
    corrected: 'volley',
  }));
  open('voley');
  await expect.element(page.getByText(/Showing results for “volley”\./)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Volley Workshop' }))
    .toHaveAttribute('href', `/channels/${found.id}`);
  await expect
    .element(page.getByRole('link', { name: 'Inês Carvalho' }))
    .toHaveAttribute('href', `/profile/${ines.id}`);
  await expect
    .element(page.getByRole('link', { name: /^See all/ }))
    .toHaveAttribute('href', '/explore-search?q=voley&filterBy=channels');
  for (const name of ['All', 'Channels', 'Content', 'Playlists', 'Creators'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
});

test('EXP-018 EXP-022 one kind asks for a page of it', async () => {
  network.answer('/search/educators', () => ({ count: 1, results: [ines], corrected: null }));
  open('ines', 'educators');
  await expect.element(page.getByRole('link', { name: 'Inês Carvalho' })).toBeVisible();
  expect(network.requests.find((each) => each.startsWith('/search/educators'))).toContain('limit=15');
});

test('EXP-019 nothing found', async () => {
  network.answer('/search', () => ANSWER);
  open('zzz');
  await expect.element(page.getByRole('heading', { name: 'No Result Found' })).toBeVisible();
});

test('D-202 offline the last 20 different texts are kept and shown, the newest first, and one that is searched again moves up', async () => {
  network.goOffline();
  for (let at = 20; at > 0; at -= 1) await keep(`text ${at}`, at * 1_000);
  open();
  const list = page.getByRole('list', { name: 'Recent searches' });
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(20);
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('text 7');
  await userEvent.keyboard('{Enter}');
  await expect.poll(async () => (await kept()).length).toBe(20);
  clearPage();
  open();
  await expect.element(list.getByRole('listitem').first()).toHaveTextContent('text 7');
  clearPage();
  open();
  await field.fill('a new one');
  await userEvent.keyboard('{Enter}');
  await expect.poll(kept).toContain('a new one');
  // The oldest gives way.
  await expect.poll(kept).not.toContain('text 20');
  expect(await kept()).toHaveLength(20);
});

test('offline it searches what the device holds, says so, and forgives a mistake', async () => {
  const answer = { count: 2, results: [channel('Volley Workshop'), channel('Line and Length')] };
  await account.db.answers.put({
    key: answerKey(listRecommended, { page: 1 }),
    call: listRecommended.id,
    answer,
    fetchedAtMs: Date.now(),
  });
  network.goOffline();
  open('voley');
  await expect.element(page.getByText(/These results come from what this device holds\./)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Volley Workshop' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Line and Length' }).elements()).toEqual([]);
});

const said = { text: 'Now stand sideways and keep your ELBOW high before you swing', atSeconds: 134.6, language: 'en' };

test('a hit by captions shows the line with the found words marked and its time, and opens there; a locked one opens as ever', async () => {
  const open1 = { ...listedItem('Open lesson'), said };
  // The line was fetched when the person might watch it.
  const locked = { ...listedItem('Locked lesson', { locked: true, pricingCategory: 'member_only' }), said };
  const titled = { ...listedItem('Elbow lesson'), said: null };
  const content = { count: 3, results: [titled, open1, locked] };
  network.answer('/search', () => ({ ...ANSWER, content }));
  network.answer('/search/content', () => ({ ...content, corrected: null }));
  for (const kind of ['all', 'content'] as const) {
    open('elbow hi', kind);
    await expect
      .poll(() => document.querySelector('.said-line')?.textContent)
      .toBe('At 2:14: “…and keep your ELBOW high before you swing”');
    const tile = document.querySelector('.said-line')!.closest('article')!;
    expect(tile.querySelector('a')!.textContent).toBe('Open lesson');
    const marks = [...tile.querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marks).toEqual(['ELBOW']);
    const href = (title: string) => page.getByRole('link', { name: title }).element().getAttribute('href');
    expect(href('Open lesson')).toMatch(new RegExp(`content=${open1.id}&channelId=.*&at=134$`));
    for (const title of ['Locked lesson', 'Elbow lesson']) expect(href(title)).not.toContain('at=');
    expect(document.querySelectorAll('.said-line')).toHaveLength(1);
    clearPage();
  }
});

test('offline what is said in captions on the device is found after titles, with its line and time', async () => {
  const [lesson, titled] = [listedItem('Lesson'), listedItem('Elbow')];
  const input = {
    sportId: 'tennis',
    contentType: 'all',
    pricing: 'all',
    sort: 'newest',
    limit: 25,
    offset: 0,
  } as const;
  const keepAnswer = (call: Parameters<typeof answerKey>[0], of: Record<string, unknown>, answer: unknown) =>
    account.db.answers.put({ key: answerKey(call, of), call: call.id, answer, fetchedAtMs: Date.now() });
  await keepAnswer(listSportContents, input, { count: 2, results: [lesson, titled] });
  const cues = [{ startMs: 65_000, endMs: 66_000, text: said.text }];
  const captions = { tracks: [{ language: 'en', cues }], chapters: [] };
  await keepAnswer(readPublishedCaptions, { publishedId: lesson.id }, captions);
  network.goOffline();
  open('elbow');
  await expect.element(page.getByText(/At 1:05: “…and keep your/)).toBeVisible();
  const names = [...document.querySelectorAll('.tile__title')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Elbow', 'Lesson']);
  expect(page.getByRole('link', { name: 'Lesson' }).element().getAttribute('href')).toContain('&at=65');
});
