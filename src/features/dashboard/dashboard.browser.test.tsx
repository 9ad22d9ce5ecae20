import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { PublishedItem } from '#contract/dashboard.ts';
import type { RevenueRow } from '#contract/wallet.ts';
import {
  clearPage,
  freshAccount,
  idleWorkers,
  notePull,
  person,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import type { Account } from '#app/data/account.ts';
import { channelRow } from '#app/data/channels.fixtures.ts';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { lastPeriods } from '#app/format/periods.ts';
import { SelectTargetPage } from './select-target-page.tsx';
import { keepTarget } from './use-target.ts';
import { WidgetSettingsPage } from './widget-settings-page.tsx';

const network = standInNetwork();
idleWorkers();

const [CHANNEL, PLAYLIST] = [newId(), newId()];
const item = (facts: Partial<PublishedItem> = {}): PublishedItem => ({
  id: newId(),
  title: 'Scan before you receive',
  coverImage: null,
  content: { id: newId(), type: 'video', duration: 402, pagesCount: null },
  pricingCategory: 'member_only',
  publishedAt: '2031-05-12T09:00:00.000Z',
  channel: CHANNEL,
  channelName: 'First Touch Lab',
  channelCoverImage: null,
  educatorName: 'Ana Silva',
  sportId: 'soccer',
  views: 4218,
  avgTotal: 4.7,
  ...facts,
});
const STATISTICS = {
  rating: 4.7,
  followers: 1284,
  views: 38_600,
  channels: 3,
  playlist: 9,
  video: 27,
  audio: 11,
  text: 8,
};
const MONTHS = lastPeriods('month', 12, Date.now());
const row = (date: string, revenue: number, withdrawal = 0): RevenueRow => ({
  date,
  revenue,
  withdrawal,
  details: {
    content: {
      total: revenue,
      details: [
        {
          channelName: 'First Touch Lab',
          total: revenue,
          contentBaseIncome: revenue / 4,
          viewBaseIncome: (revenue * 3) / 4,
        },
      ],
    },
    referral: { total: 0, standardMarketingFeeTotal: 0, customMarketingFeeTotal: 0 },
  },
});
const REVENUES = MONTHS.toReversed().map((date, at) =>
  row(date, [6_400, 8_800, 7_100, 5_200, 4_600, 3_800][at] ?? 2_000, [3_000, 5_200, 0, 6_000][at] ?? 0),
);
/** Figures of a period's plot, from the least to the most. */
const rise = (count: number, step: number) => Array.from({ length: count }, (_, n) => (n * 7 + 3) * step);

const answerAll = () => {
  const items = [
    item(),
    item({
      title: 'Reading the press',
      content: { id: newId(), type: 'audio', duration: 1085, pagesCount: null },
      pricingCategory: 'free',
    }),
    item({ title: 'Warm-up card: under 12s', content: { id: newId(), type: 'text', duration: null, pagesCount: 4 } }),
  ];
  network.answer('/dashboard/last-published', () => ({ count: 3, results: items }));
  network.answer('/dashboard/statistics', () => STATISTICS);
  network.answer('/dashboard/series', (query) => {
    const period = query.get('period') as 'day';
    const dates = lastPeriods(period, { day: 14, week: 12, month: 12, year: 5 }[period], Date.now());
    const figures = (step: number) => ({
      views: rise(dates.length, step).toReversed(),
      watchedMs: rise(dates.length, step * 60_000),
      followers: rise(dates.length, step),
    });
    return {
      dates,
      now: figures(3),
      before: figures(2),
      revenues: [
        { sportId: 'soccer', sportName: 'Soccer', now: dates.map(() => 500), before: dates.map(() => 400) },
        { sportId: null, sportName: null, now: dates.map(() => 30), before: dates.map(() => 0) },
      ],
    };
  });
  for (const { id } of items)
    network.answer(`/dashboard/retention/${id}`, () => ({
      now: [100, 92, 85, 80, 74, 66, 60, 52, 45, 40, 31],
      before: [80, 70, 60, 50, 44, 36, 30, 22, 15, 10, 5],
    }));
  network.answer('/revenues/statistics', (query) => {
    const at = Number(query.get('offset') ?? 0);
    return { count: REVENUES.length, results: REVENUES.slice(at, at + 10) };
  });
  network.answer('/feature-flags/DashboardWidgetSettings', () => ({ name: 'x', isVisible: true, isEnabled: true }));
};

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
  answerAll();
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

test('DAS-001 DAS-002 DAS-003 DAS-004 DAS-005 the dashboard has its filter bar and its four sections', async () => {
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.poll(headings).toEqual(['Last published', 'Statistics', 'Storage', 'Earned Revenues and Transfers']);
  await expect.element(page.getByRole('link', { name: /All channels.*Change filter/ })).toBeVisible();
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

test('a plot compares with the periods before, and has a table that can be shown', async () => {
  showRouted(<DashboardPage />, '/dashboard/educator');
  const table = page.getByRole('table', { name: 'Views, last 14 days' });
  await expect.element(table).toBeInTheDocument();
  await expect.element(page.getByText('Views, last 14 days. 50% more than before')).toBeVisible();
  const figure = page.getByRole('figure').filter({ has: table });
  await expect.poll(() => figure.element().querySelectorAll('.plot__bar').length).toBe(14);
  await figure.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(table.getByRole('columnheader', { name: 'Before' })).toBeVisible();
  await page.getByRole('group', { name: 'Show', exact: true }).getByText('Watch time').click();
  await expect.element(page.getByText('Watch time is what members reached', { exact: false })).toBeVisible();
  await expectAccessible('a plot with its table');
});

/** What the table behind a plot says, row by row. */
const tableOf = (name: string): string[][] =>
  [...(page.getByRole('table', { name }).query()?.querySelectorAll('tbody tr') ?? [])].map((line) =>
    [...line.children].map(({ textContent }) => textContent),
  );

test('retention: how many of those who began an item got to each part of it, compared with before, item by item', async () => {
  const [first, second] = [item({ title: 'Short one' }), item({ title: 'Long one' })];
  network.answer('/dashboard/last-published', () => ({ count: 2, results: [first, second] }));
  network.answer(`/dashboard/retention/${first.id}`, () => ({
    now: [200, 190, 180, 170, 160, 150, 120, 110, 100, 80, 50],
    before: [50, 40, 30, 25, 20, 10, 10, 10, 5, 5, 5],
  }));
  // Not played before; of the period, nobody got to the end.
  network.answer(`/dashboard/retention/${second.id}`, () => ({ now: [10, 8, 7, 6, 5, 4], before: [] }));
  showRouted(<DashboardPage />, '/dashboard/educator');
  await expect.element(page.getByText('75% got to the middle, last 14 days')).toBeVisible();
  const short = tableOf('How far members get: Short one');
  expect(short.map(([part]) => part)).toEqual([
    '0%',
    '10%',
    '20%',
    '30%',
    '40%',
    '50%',
    '60%',
    '70%',
    '80%',
    '90%',
    '100%',
  ]);
  expect([short[0], short[5], short[10]]).toEqual([
    ['0%', '100%', '100%'],
    ['50%', '75%', '20%'],
    ['100%', '25%', '10%'],
  ]);
  await page.getByRole('combobox', { name: 'Item' }).click();
  await page.getByRole('option', { name: 'Long one' }).click();
  await expect.element(page.getByText('40% got to the middle, last 14 days')).toBeVisible();
  expect(tableOf('How far members get: Long one').at(-1)).toEqual(['100%', '0%']);
  // Of the same periods as the other plots.
  await page.getByRole('group', { name: 'Period' }).first().getByRole('button', { name: 'Month' }).click();
  await expect
    .poll(() => asked(`/dashboard/retention/${second.id}`))
    .toContain(`/dashboard/retention/${second.id}?period=month`);
});

test('followers: how many there were at the end of each period, and not their sum', async () => {
  showRouted(<DashboardPage />, '/dashboard/educator');
  await page.getByRole('group', { name: 'Show', exact: true }).getByText('Followers').click();
  const name = 'Followers, last 14 days';
  await expect.element(page.getByRole('table', { name })).toBeInTheDocument();
  const rows = tableOf(name);
  expect(rows.length).toBe(14);
  expect([rows[0]?.slice(1), rows[13]?.slice(1)]).toEqual([
    ['9', '6'],
    ['282', '188'],
  ]);
  const figure = page.getByRole('figure').filter({ has: page.getByRole('table', { name }) });
  await expect.element(figure.getByText('282', { exact: true }).first()).toBeVisible();
  await expect.element(figure.getByText('Followers now. 50% more than before')).toBeVisible();
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
  await expect.element(page.getByText(/Your storage is full/)).toBeVisible();
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
  await expect.poll(() => rows().every((text) => text.includes('Transfer to bank'))).toBe(true);
  await expect.element(page.getByText('$142.00')).toBeVisible();
  await tabs.getByText('Earned').click();
  await expect.poll(() => rows().some((text) => text.includes('Transfer to bank'))).toBe(false);
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

test('each sum of the revenue leads to its amounts: of its periods, its channel, its sport', async () => {
  await keepTarget(account.db, SCOPE, { type: 'channel', id: CHANNEL });
  showRouted(<DashboardPage />, '/dashboard/educator');
  const amounts = page.getByRole('region', { name: 'Amounts by period' });
  const month = `period=month&channelId=${CHANNEL}`;
  const latest = amounts.getByRole('listitem').first().getByRole('link');
  const [first, last] = [MONTHS[0], MONTHS.at(-1)];
  await expect.element(latest).toHaveAttribute('href', `/educator-wallet/amounts?${month}&tab=earned&from=${last}`);
  await expect
    .element(amounts.getByRole('link', { name: 'Transfer to bank' }).first())
    .toHaveAttribute('href', `/educator-wallet/amounts?${month}&tab=transferred&from=${last}`);
  const span = `tab=earned&period=month&from=${first}&until=${last}&channelId=${CHANNEL}`;
  await expect
    .element(page.getByRole('link', { name: 'Soccer $60.00' }))
    .toHaveAttribute('href', `/educator-wallet/amounts?${span}&sportId=soccer&source=content`);
  await expect
    .element(page.getByRole('link', { name: 'Marketing fees $3.60' }))
    .toHaveAttribute('href', `/educator-wallet/amounts?${span}&source=referral`);
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
