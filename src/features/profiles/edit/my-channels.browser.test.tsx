import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { channelRow } from '../profile.fixtures.ts';
import { MyChannelsPage } from './my-channels-page.tsx';

let account: Account;
const network = standInNetwork();
const links = () =>
  page
    .getByRole('list', { name: 'Your channels' })
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')]);

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('PRO-020 my channels lead to the pages that edit them, offline, in their order; those of others are not among them', async () => {
  const [first, second] = [
    channelRow('First Touch Lab', { position: 0 }),
    channelRow('Set Pieces', { position: 1, active: false }),
  ];
  await account.db.channels.bulkPut([second, first, channelRow('Another', { scope: `user:${newId()}` })]);
  showRouted(<MyChannelsPage />);
  await expect.element(page.getByRole('heading', { name: 'My Channels', level: 1 })).toBeVisible();
  await expect.poll(links).toEqual([
    ['First Touch Lab', `/edit-channel/${first.id}`],
    ['Set Pieces', `/edit-channel/${second.id}`],
  ]);
  await expect.element(page.getByText(/, unpublished$/)).toBeVisible();
});

test('PRO-020 a Creator without a channel is led to their first one', async () => {
  const path = showRouted(<MyChannelsPage />);
  await expect.element(page.getByText('No channels yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create Channel' }).click();
  await expect.poll(path).toBe('/create-channel');
});
