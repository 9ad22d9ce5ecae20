import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { CommunityCode } from '#contract/invites.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible, expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { CommunityPosterPage } from './community-poster-page.tsx';
import { InviteCommunityPage } from './invite-community-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });

const ownCode = (changes: Partial<CommunityCode> = {}): CommunityCode => ({
  id: newId(),
  codeValue: 'ANASXCCER',
  type: 'standard',
  name: 'Your code',
  status: 'Active',
  usageRate: 0,
  maximumQuantityOfCodes: null,
  customerMarketingFeeUnit: 'percent',
  customerMarketingFeeValue: 10,
  discountAmountUnit: 'percent',
  discountAmountValue: 0,
  durationInMonths: 12,
  recipientType: 'learner',
  startDate: null,
  expiryDate: null,
  creationDate: '2026-04-01T12:00:00.000Z',
  ...changes,
});

let account: Account;
let rows: CommunityCode[];
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  rows = [ownCode()];
  network.answer('/affiliate-codes/my', () => ({ count: rows.length, results: rows }));
});
afterEach(() => {
  vi.restoreAllMocks();
  clearPage();
  network.goOnline();
});

const open = (code: string | undefined = 'ANASXCCER') =>
  showRouted(<CommunityPosterPage code={code} />, '/invite-your-community/poster');
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

test('D-219 a code is shown as a poster with name, QR code, link and letters; it is printed, and the screen stays on while it is shown', async () => {
  const locks: string[] = [];
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async (kind = 'screen') => {
    locks.push(kind);
    return { release: async () => void locks.push('released') } as unknown as WakeLockSentinel;
  });
  const printed = vi.spyOn(globalThis, 'print').mockImplementation(() => {});
  open();
  await expect.element(heading('Join Ana Silva on Sideline')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'QR code of the invitation ANASXCCER' })).toBeVisible();
  await expect.element(page.getByText(`${location.origin}/invitation/ANASXCCER`, { exact: true })).toBeVisible();
  await expect.element(page.getByText('ANA SXC CER', { exact: true })).toBeVisible();
  await expectAccessibleAtWidths('the poster of a code');
  await button('Print').click();
  expect(printed).toHaveBeenCalledOnce();
  expect(locks).toEqual(['screen']);
  clearPage();
  await expect.poll(() => locks).toEqual(['screen', 'released']);
});

test('the poster works without a network, and has the name of the organization that the person works for', async () => {
  open();
  await expect.element(heading('Join Ana Silva on Sideline')).toBeVisible();
  clearPage();
  network.goOffline();
  await account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      organizations: [{ id: newId(), name: 'Rijeka Juniors', role: 'Owner' }],
    }),
  );
  network.goOnline();
  open();
  await expect.element(heading('Join Rijeka Juniors on Sideline')).toBeVisible();
  clearPage();
  network.goOffline();
  open();
  await expect.element(heading('Join Rijeka Juniors on Sideline')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'QR code of the invitation ANASXCCER' })).toBeVisible();
});

test('a code that is paused, or of somebody else, is no poster', async () => {
  rows = [ownCode({ status: 'Suspended' })];
  open();
  await expect.element(page.getByText(/^Nobody can join with this code now\./)).toBeVisible();
  expect(page.getByRole('img').elements()).toEqual([]);
  clearPage();
  open('ZZZZZZZZZ');
  await expect.element(page.getByText('This code is not in your list.')).toBeVisible();
  await expectAccessible('a code that is not there');
});

test('the page of the codes leads to the poster and to a list; an administrator of an organization without a code reads whose it is', async () => {
  showRouted(<InviteCommunityPage />, '/invite-your-community');
  await expect
    .element(page.getByRole('link', { name: 'Invite many', exact: true }))
    .toHaveAttribute('href', '/invite-friend/many/create');
  await button('ANA SXC CER').click();
  await expect
    .element(page.getByRole('link', { name: 'Show as a poster', exact: true }))
    .toHaveAttribute('href', '/invite-your-community/poster?code=ANASXCCER');
  clearPage();
  rows = [];
  await account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      organizations: [{ id: newId(), name: 'Rijeka Juniors', role: 'Admin' }],
    }),
  );
  showRouted(<InviteCommunityPage />, '/invite-your-community');
  await expect.element(page.getByText(/^The code of an organization belongs to its Owner\./)).toBeVisible();
});
