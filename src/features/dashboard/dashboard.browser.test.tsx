import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import type { Account } from '#app/data/account.ts';
import { channelRow } from '#app/data/channels.fixtures.ts';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { answerAll, CHANNEL, STATISTICS } from './dashboard.fixtures.ts';
import { DashboardPage } from './dashboard-page.tsx';
import { SelectTargetPage } from './select-target-page.tsx';
import { WidgetSettingsPage } from './widget-settings-page.tsx';

const network = standInNetwork();

const PLAYLIST = newId();

let account: Account;
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ storageUsed: 8.4e9, storageSize: 10e9 }));
  await account.db.channels.put(channelRow('First Touch Lab', { id: CHANNEL }));
  await account.db.playlists.put({
    id: PLAYLIST,
    scope: SCOPE,
    channelId: CHANNEL,
    title: 'Pressing',
    coverImage: null,
    position: 0,
  });
  await notePull(account);
  network.requests.length = 0;
  answerAll(network);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const headings = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
const asked = (path: string) => network.requests.filter((request) => request.startsWith(path));

const list = (name: string) => page.getByRole('list', { name, exact: true });

/** Those of the first page, newest first. */
const TRANSFERRED = ['$30.00', '$52.00', '$60.00'];

test('DAS-001 DAS-002 DAS-003 DAS-004 DAS-005 the dashboard has its filter bar and its four sections', async () => {
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.poll(headings).toEqual(['Last published', 'Statistics', 'Storage', 'Earned Revenues and Transfers']);
  await expect.element(page.getByRole('link', { name: /All channels.*Change filter$/ })).toBeVisible();
  const rail = list('Last published');
  await expect.element(rail.getByRole('link', { name: 'Scan before you receive' })).toBeVisible();
  await expect.element(rail.getByText('4,218 views').first()).toBeVisible();
  for (const figure of ['1,284', '38.6K', '$359.00', '66% got to the middle, last 14 days'])
    await expect.element(page.getByText(figure)).toBeVisible();
  await expectAccessible('the dashboard');
  await page.viewport(320, 700);
  await expectAccessible('the dashboard at 320 px');
  await page.viewport(390, 844);
});

test('DAS-006 three skeleton cards show while the figures are loading', async () => {
  let answer = (): void => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  network.answer('/dashboard/statistics', () => isAsked.then(() => STATISTICS));
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.poll(() => document.querySelectorAll('.skeleton-card').length).toBe(3);
  expect(headings()).toEqual([]);
  answer();
  await expect.poll(headings).toContain('Statistics');
});

test('DAS-014 the carousel asks for another order and pricing', async () => {
  showRouted(<DashboardPage />, '/dashboard/educator');
  await page.getByRole('button', { name: 'Newest' }).click();
  await page.getByRole('button', { name: 'Most viewed' }).click();
  await page.getByRole('button', { name: 'Free' }).click();
  await expect
    .poll(() => asked('/dashboard/last-published'))
    .toContain('/dashboard/last-published?sortBy=most_viewed&pricing=free');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('button', { name: 'Most viewed · Free' })).toBeVisible();
});

test('DAS-016 storage is critical when more than 80 % is used', async () => {
  showRouted(<DashboardPage />, '/dashboard/educator');
  const meter = page.getByRole('meter', { name: 'Storage used' });
  const use = (storageUsed: number) => account.db.me.put(person({ storageUsed, storageSize: 10e9 }));
  await expect.element(page.getByText('84% used')).toBeVisible();
  await expect.element(page.getByText(/You are over the 80% line/)).toBeVisible();
  await expect.element(meter).toHaveClass('lane--warn');
  await use(8e9);
  await expect.element(page.getByText('80% used')).toBeVisible();
  await expect.element(meter).not.toHaveClass('lane--warn');
  expect(page.getByText(/You are over the 80% line/).query()).toBeNull();
  await use(10e9);
  await expect.element(page.getByText('Your storage is full. Upgrade or delete files to upload again.')).toBeVisible();
  // Who acts for an organization that another person owns cannot upgrade.
  network.answer('/library/storage', () => ({ storageUsed: 9e9, storageSize: 10e9 }));
  const club = { id: newId(), name: 'Club', role: 'Admin' } as const;
  await account.db.me.put(person({ lastLoginedRole: 'organization', organizations: [club] }));
  await expect
    .element(page.getByText('You are over the 80% line. Delete files, or ask the Owner to upgrade, to keep uploading.'))
    .toBeVisible();
});

test('DAS-007 DAS-017 DAS-018 the revenue list: 300 px, by day, week, month or year, all, earned or transferred', async () => {
  showRouted(<DashboardPage />, '/dashboard/educator');
  const amounts = page.getByRole('region', { name: 'Amounts by period' });
  await expect.element(amounts.getByText('$64.00')).toBeVisible();
  await expect.poll(() => amounts.element().getBoundingClientRect().height).toBe(300);
  await expect.element(amounts.getByText('Publishing $16.00, views $48.00')).toBeVisible();
  await expect.element(amounts.getByText('−$30.00')).toBeVisible();
  const tabs = page.getByRole('group', { name: 'Show amounts' });
  const rows = () =>
    amounts
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await tabs.getByText('Transferred').click();
  await expect.poll(() => rows().map((text) => /^Transfer to bank.*−(.*)$/.exec(text)?.[1])).toEqual(TRANSFERRED);
  await expect.element(page.getByText('$142.00')).toBeVisible();
  await tabs.getByText('Earned').click();
  await expect.poll(rows).toHaveLength(10);
  expect(rows().filter((text) => text.includes('Transfer to bank'))).toEqual([]);
  await amounts.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows().length).toBe(12);
  const periods = page.getByRole('group', { name: 'Period' }).last();
  for (const period of ['Day', 'Week', 'Year']) {
    await periods.getByRole('button', { name: period }).click();
    await expect
      .poll(() => asked('/revenues/statistics'))
      .toContain(`/revenues/statistics?period=${period.toLowerCase()}`);
  }
});

test('DAS-008 DAS-009 D-142 a channel or playlist is chosen, and the dashboard asks for it, also the next time', async () => {
  const at = showRouted(<SelectTargetPage />, '/dashboard/educator/select-target', ['/dashboard/educator']);
  const names = () =>
    list('Channels and playlists')
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(['All channels', 'First Touch Lab', 'Pressing']);
  await expectAccessible('select target');
  await page.getByRole('searchbox').fill('press');
  await expect.poll(names).toEqual(['First Touch Lab', 'Pressing']);
  await page.getByRole('searchbox').fill('nothing like this');
  await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Pressing' }).click();
  await expect.poll(at).toBe('/dashboard/educator');

  // Without navigation state, as after a reload.
  clearPage();
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.element(page.getByRole('link', { name: /Pressing.*Playlist of First Touch Lab/ })).toBeVisible();
  await expect.poll(() => asked('/dashboard/statistics')).toContain(`/dashboard/statistics?mediaId=${PLAYLIST}`);
  await expect.element(page.getByText('Revenue is kept by channel: this is that of First Touch Lab.')).toBeVisible();
  await expect.poll(() => asked('/revenues/statistics').at(-1)).toContain(`channelId=${CHANNEL}`);
});

test('DAS-010 D-144 the widgets are put in order and hidden, while the feature is on', async () => {
  showRouted(<WidgetSettingsPage />, '/dashboard/educator/widget-settings');
  await expect.element(page.getByRole('switch', { name: 'Storage' })).toBeChecked();
  await expectAccessible('widget settings');
  await page.getByRole('button', { name: 'Move Statistics up' }).click();
  await page.getByRole('switch', { name: 'Storage' }).click();
  const queued = async () => (await account.db.outbox.toArray()).map(({ input }) => input);
  await expect
    .poll(queued)
    .toContainEqual({ order: ['statistics', 'lastPublished', 'storage', 'revenues'], hidden: ['storage'] });
  clearPage();
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.poll(headings).toEqual(['Statistics', 'Last published', 'Earned Revenues and Transfers']);
  await expect.element(page.getByRole('link', { name: 'Arrange this page' })).toBeVisible();
});

test('DAS-010 while the feature is off nothing leads to the widget settings, and they cannot be changed', async () => {
  network.answer('/feature-flags/DashboardWidgetSettings', () => ({ name: 'x', isVisible: true, isEnabled: false }));
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.poll(headings).toContain('Statistics');
  expect(page.getByRole('link', { name: 'Arrange this page' }).query()).toBeNull();
  clearPage();
  showRouted(<WidgetSettingsPage />, '/dashboard/educator/widget-settings');
  await expect.element(page.getByText('The widgets cannot be arranged at the moment.')).toBeVisible();
});

test('D-146 without a network the last known figures show, with their age', async () => {
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.element(page.getByText('$359.00')).toBeVisible();
  clearPage();
  network.goOffline();
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.element(page.getByText(/Last updated/)).toBeVisible();
  for (const figure of ['1,284', '$359.00']) await expect.element(page.getByText(figure)).toBeVisible();
  // A period that was never opened.
  await page.getByRole('group', { name: 'Period' }).first().getByRole('button', { name: 'Year' }).click();
  await expect.element(page.getByText(/These figures are not on this device yet/).first()).toBeVisible();
});

test('a Creator without channels and content is told what to do', async () => {
  await account.db.channels.clear();
  await account.db.playlists.clear();
  network.answer('/dashboard/last-published', () => ({ count: 0, results: [] }));
  network.answer('/revenues/statistics', () => ({ count: 0, results: [] }));
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.element(page.getByRole('heading', { name: 'Nothing published yet' })).toBeVisible();
  await expect.element(page.getByText('Nothing earned yet')).toBeVisible();
  await expectAccessible('an empty dashboard');
  clearPage();
  showRouted(<SelectTargetPage />, '/dashboard/educator/select-target');
  await expect.element(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
});
