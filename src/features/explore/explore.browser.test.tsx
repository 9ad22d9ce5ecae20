import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ExploreItem } from '#contract/explore.ts';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ExplorePage } from './explore-page.tsx';
import { ExploreSectionPage } from './explore-section-page.tsx';

const network = standInNetwork();

const item = (title: string, facts: Partial<ExploreItem> = {}): ExploreItem => {
  const [id, channelId] = [newId(), newId()];
  const channel = { id: channelId, name: `Channel of ${title}`, logoImage: null };
  return {
    id,
    kind: 'channel',
    title,
    coverImage: null,
    sportId: 'golf',
    sportName: 'Golf',
    publishedAt: '2026-11-01T10:00:00.000Z',
    avgTotal: 4.5,
    itemCount: 3,
    channelData: { ...channel, educatorName: 'Ana Silva', educatorUsername: 'ana' },
    contentData: {
      id: newId(),
      content: { id: newId(), type: 'video', duration: 60, pagesCount: null },
      channel,
      pricingCategory: 'free',
      coverImage: null,
      coverBackground: null,
      publishedAt: '2026-11-01T10:00:00.000Z',
      educatorName: 'Ana Silva',
      title: `Lesson of ${title}`,
      sportId: 'golf',
      sportName: 'Golf',
      avgTotal: null,
      views: 0,
      locked: false,
    },
    ...facts,
  };
};
const listOf = (results: ExploreItem[], count = results.length) => ({ count, results });
/** Answers a section at a price with these items, in pages. */
const answer = (section: string, pricing: string, items: ExploreItem[]) =>
  network.answer(`/explore-page/${section}/${pricing}`, (query) => {
    const from = Number(query.get('offset') ?? 0);
    const ordered = query.get('sort') === 'oldest' ? items.toReversed() : items;
    return listOf(ordered.slice(from, from + Number(query.get('limit') ?? 25)), items.length);
  });
const asked = (section: string) => network.requests.filter((path) => path.startsWith(`/explore-page/${section}/`));
const headings = (level: number) =>
  page
    .getByRole('heading', { level })
    .elements()
    .map(({ textContent }) => textContent);

let account: Account;
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  network.requests.length = 0;
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('EXP-008 Explore has the sections Featured, Highest rated and New, each with a way to all of it', async () => {
  answer('featured', 'all', [item('Corner Craft'), item('Faster turns', { kind: 'playlist' })]);
  answer('highest_rated', 'all', [item('Line and Length')]);
  answer('new', 'all', [item('Short Game')]);
  showRouted(<ExplorePage />);
  await expect.poll(() => headings(2)).toEqual(['Featured', 'Highest rated', 'New']);
  for (const [name, section] of [
    ['Featured', 'featured'],
    ['Highest rated', 'highest_rated'],
    ['New', 'new'],
  ] as const)
    await expect
      .element(page.getByRole('link', { name: new RegExp(`See all ?: ${name}`) }))
      .toHaveAttribute('href', `/explore-section/${section}`);
  await expect
    .element(page.getByRole('link', { name: 'Corner Craft' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/channels\//));
  await expect
    .element(page.getByRole('link', { name: 'Faster turns' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/playlists\//));
  await expect.element(page.getByRole('link', { name: 'Line and Length' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Lesson of Short Game' })).toBeVisible();
});

test('EXP-012 where nothing is published, Explore and each section say so', async () => {
  for (const section of ['featured', 'highest_rated', 'new']) answer(section, 'all', []);
  showRouted(<ExplorePage />);
  await expect.element(page.getByText('There is no content here yet.')).toBeVisible();
  clearPage();
  showRouted(<ExploreSectionPage section="featured" pricing="all" sort="newest" />);
  await expect.element(page.getByText('There is no content here yet.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'All prices' })).toBeVisible();
});

test('EXP-013 an answer of Explore is not read again for 60 seconds', async () => {
  for (const section of ['featured', 'highest_rated', 'new']) answer(section, 'all', [item(`In ${section}`)]);
  showRouted(<ExplorePage />);
  await expect.element(page.getByRole('link', { name: 'In featured' })).toBeVisible();
  clearPage();
  showRouted(<ExploreSectionPage section="featured" pricing="all" sort="newest" />);
  await expect.element(page.getByRole('link', { name: 'In featured' })).toBeVisible();
  expect(asked('featured')).toHaveLength(1);

  // The answers are 55 s old, then 65 s.
  for (const [sinceMs, times] of [
    [55_000, 1],
    [10_000, 2],
  ] as const) {
    clearPage();
    await account.db.answers.toCollection().modify((kept) => void (kept.fetchedAtMs -= sinceMs));
    showRouted(<ExploreSectionPage section="featured" pricing="all" sort="newest" />);
    await expect.element(page.getByRole('link', { name: 'In featured' })).toBeVisible();
    await expect.poll(() => asked('featured')).toHaveLength(times);
  }
});

test('EXP-009 EXP-032 a section lists channels and playlists, 25 at first; a price is read from the server', async () => {
  answer('highest_rated', 'all', [
    item('Corner Craft'),
    item('Turns', { kind: 'playlist' }),
    ...Array.from({ length: 28 }, (_unused, index) => item(`Number ${index}`)),
  ]);
  const at = showRouted(<ExploreSectionPage section="highest_rated" pricing="all" sort="newest" />, '/', [
    '/explore-section/$section',
  ]);
  await expect.element(page.getByRole('heading', { name: 'Corner Craft' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Follow Corner Craft' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Turns', exact: true })).toBeVisible();
  expect(asked('highest_rated')[0]).toContain('limit=25');
  await page.getByRole('button', { name: 'Free', exact: true }).click();
  await expect.poll(at).toContain('/explore-section/highest_rated?pricing=free');
});

test('EXP-011 only New can be sorted', async () => {
  answer('new', 'all', [item('Young'), item('Old')]);
  answer('featured', 'all', [item('Picked')]);
  showRouted(<ExploreSectionPage section="featured" pricing="all" sort="newest" />);
  await expect.element(page.getByRole('link', { name: 'Picked' })).toBeVisible();
  expect(page.getByRole('button', { name: /Show on top/ }).elements()).toEqual([]);
  clearPage();
  const at = showRouted(<ExploreSectionPage section="new" pricing="all" sort="oldest" />, '/', [
    '/explore-section/$section',
  ]);
  await expect.element(page.getByRole('link', { name: 'Old', exact: true })).toBeVisible();
  expect(asked('new').at(-1)).toContain('sort=oldest');
  await page.getByRole('button', { name: 'Show on top: Oldest' }).click();
  await page.getByRole('radio', { name: 'Newest' }).click();
  await expect.poll(at).toContain('sort=newest');
});

test('D-358 offline Explore shows what the device holds with its age, and a price not read before is chosen from it', async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  const paid = item('Paid');
  paid.contentData.pricingCategory = 'member_only';
  for (const section of ['featured', 'highest_rated', 'new']) answer(section, 'all', [item('Open'), paid]);
  showRouted(<ExploreSectionPage section="new" pricing="all" sort="newest" />);
  await expect.element(page.getByRole('link', { name: 'Paid' })).toBeVisible();
  clearPage();
  network.goOffline();
  await account.db.answers.toCollection().modify({ fetchedAtMs: Date.now() - 3_600_000 });
  showRouted(<ExploreSectionPage section="new" pricing="all" sort="newest" />);
  await expect.element(page.getByRole('link', { name: 'Paid' })).toBeVisible();
  await expect.element(page.getByText(/Last updated/)).toBeVisible();
  clearPage();
  showRouted(<ExploreSectionPage section="new" pricing="member_only" sort="newest" />);
  await expect.element(page.getByRole('link', { name: 'Paid' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Open' }).elements()).toEqual([]);
  await expect.element(page.getByText('Chosen from what this device holds. There may be more.')).toBeVisible();
});
