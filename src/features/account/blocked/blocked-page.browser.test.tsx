import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { BlockedPage } from './blocked-page.tsx';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());

const block = (name: string, blockedAt: string) => ({ id: newId(), scope: SCOPE, name, userPhoto: null, blockedAt });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  network.goOffline();
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('lists whom the person blocks offline, the last one first, and unblocks one at once', async () => {
  const [mia, leo] = [
    block('Mia Weber', '2026-05-01T10:00:00.000Z'),
    block('Leonora Wilhelmina Featherstonehaugh-Cholmondeley', '2026-05-02T10:00:00.000Z'),
  ];
  await account.db.blocks.bulkPut([mia, leo]);
  await notePull(account);
  await page.viewport(320, 640);
  showRouted(<BlockedPage />, '/account-setting/blocked');
  const rows = page.getByRole('list', { name: 'Blocked people' }).getByRole('link');
  await expect.element(rows.first()).toHaveTextContent(leo.name);
  expect(rows.elements().map((link) => link.getAttribute('href'))).toEqual([
    `/profile/${leo.id}`,
    `/profile/${mia.id}`,
  ]);
  const button = page.getByRole('button', { name: 'Unblock Mia Weber' });
  const { width, height } = button.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await expectAccessible('blocked people at 320 px');
  await button.click();
  await expect.element(page.getByText('You unblocked Mia Weber')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Mia Weber' })).not.toBeInTheDocument();
  const [entry] = await account.db.outbox.toArray();
  expect(entry).toMatchObject({ call: 'blocks.unblock', scope: SCOPE, input: { personId: mia.id } });
});

test('says that nobody is blocked, and where to block a person, once that is known', async () => {
  showRouted(<BlockedPage />, '/account-setting/blocked');
  await expect.element(page.getByRole('heading', { name: 'Blocked people' })).toBeVisible();
  expect(page.getByText('You block nobody.').elements()).toEqual([]);
  await notePull(account);
  await expect.element(page.getByText('You block nobody.')).toBeVisible();
  await expect.element(page.getByText('open the menu of their comment', { exact: false })).toBeVisible();
  await expectAccessible('nobody is blocked');
});
