import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId, type Scope } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, show, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { StorageLine } from './storage-line.tsx';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());
const ORGANIZATION = newId();
const SCOPE_OF_CLUB: Scope = `org:${ORGANIZATION}`;
const asClub = () =>
  account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      isOrganization: true,
      organizations: [{ id: ORGANIZATION, name: 'Club', role: 'Admin' }],
      storageUsed: 1e9,
      storageSize: 4e9,
    }),
  );
const raise = (version: number) => account.db.sync.update('sync', { versions: { [SCOPE_OF_CLUB]: version } });

let used: number;
beforeEach(async () => {
  account = await freshAccount();
  used = 2e9;
  network.answer('/library/storage', () => ({ storageUsed: used, storageSize: 8e9, storageReserved: 0 }));
  await notePull(account);
  await raise(1);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('the bar shows the storage of the organization, not of the person, again after each change of its rows', async () => {
  await asClub();
  show(<StorageLine />);
  await expect.element(page.getByText('2 GB of 8 GB used')).toBeVisible();
  expect(page.getByText(/of 4 GB/).elements()).toEqual([]);
  // Another admin has uploaded a file.
  used = 3e9;
  await raise(2);
  await expect.element(page.getByText('3 GB of 8 GB used')).toBeVisible();
});

test('offline the bar shows what was fetched last, and a person sees their own', async () => {
  await asClub();
  show(<StorageLine />);
  await expect.element(page.getByText('2 GB of 8 GB used')).toBeVisible();
  clearPage();
  network.goOffline();
  show(<StorageLine />);
  await expect.element(page.getByText('2 GB of 8 GB used')).toBeVisible();
  await account.db.me.put(person({ storageUsed: 1e9, storageSize: 4e9 }));
  await expect.element(page.getByText('1 GB of 4 GB used')).toBeVisible();
});
