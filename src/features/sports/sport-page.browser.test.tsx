import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { ContentListItem, ListedPlaylist, Sport } from '#contract/sports.ts';
import type { Account } from '#app/data/account.ts';
import { ownSubscription } from '#app/data/subscriptions.fixtures.ts';
import { expectAccessible, expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SportPage } from './sport-page.tsx';

let account: Account;
const network = standInNetwork();
const SPORT = { id: 'golf', name: 'Golf', sportType: 'Launched', activeEducatorsWithContent: 3 } as Sport;
const at = '2026-11-01T10:00:00.000Z';

const content = (title: string, facts: Partial<ContentListItem> = {}): ContentListItem => ({
  id: newId(),
  content: { id: newId(), type: 'video', duration: 60, pagesCount: null },
  channel: { id: newId(), name: 'Links', logoImage: null },
  pricingCategory: 'free',
  coverImage: null,
  coverBackground: null,
  publishedAt: at,
  educatorName: 'Ana Silva',
  title,
  sportId: 'golf',
  sportName: 'Golf',
  avgTotal: null,
  views: 0,
  locked: false,
  ...facts,
});
const playlist = (title: string, facts: Partial<ListedPlaylist> = {}): ListedPlaylist => ({
  id: newId(),
  channelId: newId(),
  channelName: 'Links',
  title,
  coverImage: null,
  educatorName: 'Ana Silva',
  educatorUsername: 'ana',
  sportId: 'golf',
  sportName: 'Golf',
  itemCount: 4,
  avgTotal: 4.5,
  ...facts,
});
const answer = (path: string, results: unknown[]) => network.answer(path, () => ({ count: results.length, results }));
const open = () =>
  showRouted(<SportPage sportId="golf" sportName="Golf" />, '/sport-page', [
    '/community',
    '/sport-subscribe-current-role',
  ]);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  network.answer('/sports/by-name/golf', () => SPORT);
  answer('/channels/contents/all/sports/golf/all/newest', [content('Putting')]);
});
afterEach(clearPage);

test('SPO-002 SPO-003 SPO-004 D-181 a sport’s contents are filtered by kind and price, and put in order; the chips say how', async () => {
  answer('/channels/contents/all/sports/golf/free/newest', [content('Free putting')]);
  answer('/channels/contents/video/sports/golf/free/newest', [content('Free swing')]);
  answer('/channels/contents/video/sports/golf/free/most_viewed', [content('Famous swing')]);
  open();
  await expect.element(heading('Putting')).toBeVisible();
  await button('All content').click();
  await page.getByRole('radio', { name: 'Free' }).click();
  await page.getByRole('radio', { name: 'Video' }).click();
  await button('Show 1 item').click();
  await expect.element(button('Video · Free')).toBeVisible();
  await expect.element(heading('Free swing')).toBeVisible();
  await button('Show on top: Newest').click();
  await page.getByRole('radio', { name: 'Most Viewed' }).click();
  await expect.element(button('Show on top: Most Viewed')).toBeVisible();
  await expect.element(heading('Famous swing')).toBeVisible();
  expect(heading('Putting').elements()).toEqual([]);
});

test('SPO-009 the header is compact and names the sport once the page is scrolled by more than 20 px', async () => {
  open();
  await expect.element(heading('Putting')).toBeVisible();
  const tabs = () => page.getByRole('tab').elements();
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['Recommended', 'Community']);
  document.body.style.minHeight = '4000px';
  const bar = page.getByRole('banner').first();
  for (const [top, isNamed] of [
    [0, false],
    [21, true],
    [20, false],
  ] as const) {
    scrollTo(0, top);
    await expect.poll(() => scrollY).toBe(top);
    await expect.poll(() => bar.element().textContent.includes('Golf'), { message: `at ${top} px` }).toBe(isNamed);
  }
  document.body.style.minHeight = '';
  await expectAccessible('a sport');
});

const choosesRoles = '/sport-subscribe-current-role?sport=golf&from=sport-page';

test('SPO-006 subscribing begins with the roles in this sport', async () => {
  const path = open();
  await button('Subscribe').click();
  await expect.poll(path).toBe(choosesRoles);
});

test('SUB-039 SUB-040 a Beta sport asks before it is joined, and a second one shows why not', async () => {
  network.answer('/sports/by-name/golf', () => ({ ...SPORT, sportType: 'Beta' }));
  const path = open();
  await button('Join').click();
  const sheet = page.getByRole('dialog', { name: 'Join Golf', exact: true });
  await expect.element(sheet.getByText(/^A Beta sport is free while its community grows\./)).toBeVisible();
  expect(path()).toBe('/sport-page');
  await sheet.getByRole('button', { name: 'Join', exact: true }).click();
  await expect.poll(path).toBe(choosesRoles);

  clearPage();
  await account.db.subscriptions.put(
    ownSubscription({ scope: SCOPE, sportId: 'rugby', sportName: 'Rugby', subscriptionType: 'beta-free' }),
  );
  open();
  await button('Join').click();
  await expect
    .element(page.getByRole('dialog', { name: 'You can only join one Beta Sport Community at a time', exact: true }))
    .toBeVisible();
  await expectAccessible('a second Beta');
});

test('SUB-036 D-184 a trial says how many days are left; an ended one says so, promises no second one and leads to the amount', async () => {
  const subscribe = page.getByRole('link', { name: 'Subscribe', exact: true });
  const trial = ownSubscription({
    scope: SCOPE,
    sportId: 'golf',
    sportName: 'Golf',
    subscriptionType: 'trial-free',
    subscriptionTrialTo: new Date(Date.now() + 9 * 86_400_000 - 60_000).toISOString(),
  });
  await account.db.subscriptions.put(trial);
  open();
  await expect.element(page.getByText('Trial: 9 days left, then $3.99 per month.')).toBeVisible();
  await expect.element(page.getByText('All Member-Only content of Golf is open to you.')).toBeVisible();
  expect(subscribe.elements()).toEqual([]);
  // As the next pull brings it once the trial has ended.
  await account.db.subscriptions.put({ ...trial, subscriptionType: 'expired' });
  await expect.element(page.getByText('Your free trial of this sport has ended.')).toBeVisible();
  expect(page.getByText(/No credit card needed/).elements()).toEqual([]);
  await expect.element(subscribe).toHaveAttribute('href', '/confirm-sport-subscription?sport=golf&from=sport-page');
  await expectAccessible('a sport whose trial has ended');
});

test('SPO-003 D-181 the filter shows playlists in the place of contents; each leads to its page', async () => {
  const morning = playlist('Morning drills');
  answer('/channels/playlists/sports/golf/all/newest', [morning, playlist('One lesson', { itemCount: 1 })]);
  answer('/channels/playlists/sports/golf/member_only/newest', []);
  open();
  await expect.element(heading('Putting')).toBeVisible();
  await button('All content').click();
  await page.getByRole('radio', { name: 'Playlists' }).click();
  await button('Show 2 items').click();
  await expect.element(button('Playlists')).toBeVisible();
  const list = page.getByRole('list', { name: 'Playlists' });
  await expect.element(list.getByText('4 items', { exact: true })).toBeVisible();
  await expect.element(list.getByText('1 item', { exact: true })).toBeVisible();
  const link = list.getByRole('link', { name: /Morning drills/ });
  await expect.element(link).toHaveAttribute('href', `/playlists/${morning.id}?channelId=${morning.channelId}`);
  expect(heading('Putting').elements()).toEqual([]);
  await expectAccessibleAtWidths('playlists of a sport');

  await button('Playlists').click();
  await page.getByRole('radio', { name: 'Member-Only' }).click();
  await button('Show 0 items').click();
  await expect.element(heading('There are no playlists here yet.')).toBeVisible();
});

test('SPO-007 SPO-008 without a followed channel the Community tab says so, and leads to those that are recommended', async () => {
  answer('/channels/followed', []);
  const path = open();
  await page.getByRole('tab', { name: 'Community' }).click();
  await expect
    .element(
      page.getByText(
        'No channels have been followed yet. Go to your Community section to find channels recommended for you.',
      ),
    )
    .toBeVisible();
  await button('Go to Recommended Channels').click();
  await expect.poll(path).toBe('/community?tab=recommended&sport=golf');
});
