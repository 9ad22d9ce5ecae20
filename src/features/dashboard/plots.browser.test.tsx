import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import type { Account } from '#app/data/account.ts';
import { channelRow } from '#app/data/channels.fixtures.ts';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { answerAll, CHANNEL, item, MONTHS } from './dashboard.fixtures.ts';
import { DashboardPage } from './dashboard-page.tsx';
import { keepTarget } from './use-target.ts';

const network = standInNetwork();

let account: Account;
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await account.db.channels.put(channelRow('First Touch Lab', { id: CHANNEL }));
  await notePull(account);
  network.requests.length = 0;
  answerAll(network);
});
afterEach(clearPage);

const asked = (path: string) => network.requests.filter((request) => request.startsWith(path));

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
  // The total above the plot is of the months that it shows.
  const total = page.getByRole('link', { name: /^\$359\.00 Earned, / });
  const shown = `period=month&from=${MONTHS.at(-6)}&until=${last}&channelId=${CHANNEL}`;
  await expect.element(total).toHaveAttribute('href', `/educator-wallet/amounts?tab=earned&${shown}`);
  await page.getByRole('group', { name: 'Show amounts' }).getByText('Transferred').click();
  await expect
    .element(page.getByRole('link', { name: /^\$142\.00 Transferred, / }))
    .toHaveAttribute('href', `/educator-wallet/amounts?tab=transferred&${shown}`);
});
