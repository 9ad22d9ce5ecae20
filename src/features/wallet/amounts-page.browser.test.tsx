import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Amount } from '#contract/wallet.ts';
import { channelRow } from '#app/data/channels.fixtures.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import type { AmountsSearch } from '#app/navigation/amounts-address.ts';
import { AmountsPage } from './amounts-page.tsx';

const network = standInNetwork();

const CHANNEL = newId();
const share: Amount = {
  id: newId(),
  date: '2031-05-31',
  type: 'views_base',
  amount: 4_800,
  channelName: 'First Touch Lab',
  bankAccount: null,
};
const AMOUNTS = [share, { ...share, id: newId(), type: 'content_base', amount: 1_600 } satisfies Amount];
const WANTED: AmountsSearch = {
  tab: 'earned',
  period: 'month',
  from: '2031-04-01',
  until: '2031-05-01',
  channelId: CHANNEL,
  sportId: 'soccer',
  source: 'content',
};
const open = (wanted: AmountsSearch) =>
  showRouted(<AmountsPage wanted={wanted} />, '/educator-wallet/amounts', ['/educator-wallet/amounts']);

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  await account.db.channels.put(channelRow('First Touch Lab', { id: CHANNEL }));
  await notePull(account);
  network.requests.length = 0;
  network.answer('/amounts/my', () => ({
    count: 2,
    results: AMOUNTS,
    sums: { earned: 6_400, transferred: 0 },
  }));
  network.answer('/revenues/calculation', () => ({ results: [] }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('a sum opens to its amounts, and each of them to its calculation, also without a network', async () => {
  open(WANTED);
  await expect.element(page.getByRole('heading', { name: 'April 2031 to May 2031' })).toBeVisible();
  await expect.element(page.getByText('First Touch Lab · Soccer', { exact: true })).toBeVisible();
  await expect.element(page.getByText('$64.00')).toBeVisible();
  const asked = new URLSearchParams(network.requests.find((each) => each.startsWith('/amounts/my'))?.split('?')[1]);
  expect(Object.fromEntries(asked)).toEqual({
    type: 'earned',
    date_from: '2031-04-01',
    date_to: '2031-05-31',
    channelId: CHANNEL,
    sportId: 'soccer',
    source: 'content',
    limit: '10',
    offset: '0',
  });
  await expectAccessible('the amounts of a sum');
  await page.getByRole('button', { name: 'Content views' }).click();
  await expect.element(page.getByRole('dialog', { name: /^How .* was worked out$/ })).toBeVisible();
  clearPage();
  network.goOffline();
  open(WANTED);
  await expect.element(page.getByText(/Last updated/)).toBeVisible();
  await expect.element(page.getByText('$64.00')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Content publishing' })).toBeVisible();
});

test('the balance opens to all that was earned and transferred, and is the one less the other', async () => {
  network.answer('/amounts/my', () => ({ count: 2, results: AMOUNTS, sums: { earned: 6_400, transferred: 3_000 } }));
  open({ tab: 'all' });
  await expect.element(page.getByRole('heading', { name: 'Of all time' })).toBeVisible();
  await expect
    .poll(() => page.getByText('Balance', { exact: true }).element().closest('dl')!.textContent)
    .toBe('Earned$64.00Transferred−$30.00Balance$34.00');
  clearPage();
  open({ ...WANTED, tab: 'all' });
  await expect.element(page.getByText('Earned', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Balance', { exact: true })).not.toBeInTheDocument();
});

test('without a network and never opened before it says what is not on the device; nothing is wider than 320 px', async () => {
  network.goOffline();
  open({ ...WANTED, from: '2031-01-01' });
  await expect.element(page.getByText(/^This page is not kept on this device yet/)).toBeVisible();
  clearPage();
  network.goOnline();
  await page.viewport(320, 700);
  document.documentElement.style.fontSize = '200%';
  try {
    open(WANTED);
    await expect.element(page.getByText('$64.00')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  } finally {
    document.documentElement.style.fontSize = '';
    await page.viewport(390, 844);
  }
});
