import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ContentListItem } from '#contract/sports.ts';
import { readDetail } from '#contract/watch.ts';
import { answerKey } from '#store/answers.ts';
import type { Account } from '#app/data/account.ts';
import { listedItem, watchDetail } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ownSubscription } from '#app/data/subscriptions.fixtures.ts';
import { HomePage } from './home-page.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
const network = standInNetwork();
const SECONDS = 120;
const [served, drop, toss, grip, volley] = ['Serve', 'Drop shot', 'Toss', 'Grip', 'Volley'].map((title) =>
  listedItem(title),
) as [ContentListItem, ContentListItem, ContentListItem, ContentListItem, ContentListItem];
const place = ({ id }: ContentListItem, positionMs: number, minutesAgo: number) => ({
  id,
  scope: SCOPE,
  positionMs,
  watchedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  removedAt: null,
});
const seeDetail = (each: ContentListItem) =>
  account.db.answers.put({
    key: answerKey(readDetail, { publishedId: each.id }),
    call: readDetail.id,
    answer: watchDetail({ id: each.id, title: each.title }),
    fetchedAtMs: Date.now(),
  });
const row = () => page.getByRole('list', { name: 'Continue watching' });
const titles = () => [...row().getByRole('heading').elements()].map(({ textContent }) => textContent);

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  network.answer('/home', () => ({ completeness: 100, sections: [], suggestedSports: [] }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('the row has what was begun on any device, latest first, with how much is left; nothing finished or closed', async () => {
  network.answer('/watch-places', () => ({ count: 2, results: [served, toss], closed: [grip.id] }));
  // Begun a moment ago on this device: the answer does not have it yet.
  await seeDetail(drop);
  // Seen on this device, and unpublished since.
  await seeDetail(grip);
  await account.db.watchPlaces.bulkPut([
    place(served, 40_000, 3),
    place(drop, 60_000, 1),
    place(toss, SECONDS * 950, 2),
    place(grip, 60_000, 0.5),
  ]);
  showRouted(<HomePage />);
  await expect.poll(titles).toEqual(['Drop shot', 'Serve']);
  await expect.element(row().getByRole('listitem').last().getByText('1:20 left')).toBeVisible();
  const bar = document.querySelectorAll<HTMLElement>('.tile__progress')[1]!;
  expect(Number(bar.style.getPropertyValue('--watched'))).toBeCloseTo(1 / 3);
});

test('an item is removed offline by its menu, which waits to be sent; watching it again brings it back', async () => {
  network.answer('/watch-places', () => ({ count: 1, results: [volley], closed: [] }));
  await account.db.watchPlaces.put(place(volley, 40_000, 3));
  showRouted(<HomePage />);
  await expect.poll(titles).toEqual(['Volley']);
  network.goOffline();
  await page.getByRole('button', { name: 'More actions for Volley', exact: true }).click();
  await page.getByRole('button', { name: 'Remove from Continue watching', exact: true }).click();
  await expect.poll(titles).toEqual([]);
  expect((await account.db.outbox.toArray()).map(({ call, scope }) => [call, scope])).toEqual([
    ['watch.removeBegun', SCOPE],
  ]);
  await account.db.watchPlaces.update(volley.id, { watchedAt: new Date(Date.now() + 1000).toISOString() });
  await expect.poll(titles).toEqual(['Volley']);
});

test('EXP-002 the completeness of the profile is shown on Home until it is 100', async () => {
  network.answer('/watch-places', () => ({ count: 0, results: [], closed: [] }));
  network.answer('/home', () => ({ completeness: 99, sections: [], suggestedSports: [] }));
  showRouted(<HomePage />);
  await expect.element(page.getByRole('link', { name: 'Your profile is 99% complete' })).toBeVisible();
  await expect
    .element(page.getByRole('meter', { name: 'Profile completeness' }))
    .toHaveAttribute('aria-valuenow', '99');
  clearPage();
  await account.db.answers.clear();
  network.answer('/home', () => ({ completeness: 100, sections: [], suggestedSports: [] }));
  showRouted(<HomePage />);
  await expect.element(page.getByRole('heading', { name: 'Choose your first sport' })).toBeVisible();
  expect(page.getByRole('meter').elements()).toEqual([]);
});

test('EXP-003 Home has a way to the sports that can be added', async () => {
  network.answer('/watch-places', () => ({ count: 0, results: [], closed: [] }));
  network.answer('/home', () => ({
    completeness: 100,
    sections: [],
    suggestedSports: [
      { id: 'judo', name: 'Judo', sportType: 'Launched', isActive: true, activeEducatorsWithContent: 1 },
    ],
  }));
  showRouted(<HomePage />);
  await expect
    .element(page.getByRole('link', { name: 'Add a sport', exact: true }))
    .toHaveAttribute('href', '/search-for-subscribe-to-sport?from=home');
});

test('D-186 a payment that failed is said above all, for each sport, and the cards are one tap away', async () => {
  network.answer('/watch-places', () => ({ count: 0, results: [], closed: [] }));
  const link = page.getByRole('link', { name: 'Update card', exact: true });
  showRouted(<HomePage />);
  await expect.element(page.getByText('Choose your first sport')).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  await account.db.subscriptions.bulkPut([
    ownSubscription({ scope: SCOPE, sportName: 'Soccer', subscriptionStatus: 'payment_error' }),
    ownSubscription({ scope: SCOPE, sportName: 'Chess', subscriptionStatus: 'payment_error' }),
    ownSubscription({ scope: SCOPE, sportName: 'Golf', subscriptionStatus: 'suspended' }),
    ownSubscription({ scope: SCOPE, sportName: 'Judo' }),
    ownSubscription({ scope: SCOPE, sportName: 'Polo', subscriptionType: 'expired', subscriptionStatus: 'suspended' }),
  ]);
  await expect
    .element(page.getByText('We could not charge your card for Chess, Soccer. You keep access while we try again.'))
    .toBeVisible();
  await expect
    .element(
      page.getByText('Your subscription to Golf is suspended because of a payment. Update your card to open it again.'),
    )
    .toBeVisible();
  await expect.element(link).toHaveAttribute('href', '/payment-methods');
});
