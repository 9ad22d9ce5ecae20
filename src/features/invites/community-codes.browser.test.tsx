import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { CommunityCode } from '#contract/invites.ts';
import { clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { InviteCommunityPage } from './invite-community-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });

const ownCode = (codeValue: string, changes: Partial<CommunityCode> = {}): CommunityCode => ({
  id: newId(),
  codeValue,
  type: 'standard',
  name: 'First Touch friends',
  status: 'Active',
  usageRate: 12,
  maximumQuantityOfCodes: 100,
  customerMarketingFeeUnit: 'percent',
  customerMarketingFeeValue: 10,
  discountAmountUnit: 'percent',
  discountAmountValue: 20,
  durationInMonths: 6,
  recipientType: 'learner',
  startDate: '2026-05-01T12:00:00.000Z',
  expiryDate: '2027-05-01T12:00:00.000Z',
  creationDate: '2026-04-01T12:00:00.000Z',
  ...changes,
});

let rows: CommunityCode[];
let sent: unknown[];
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  rows = [];
  sent = [];
  network.answer('/affiliate-codes/my', () => ({ count: rows.length, results: rows }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const open = () => showRouted(<InviteCommunityPage />, '/invite-your-community');
const sheet = () => page.getByRole('dialog');

test('INV-014 INV-015 INV-016 INV-017 INV-018 INV-021 INV-023 INV-046 INV-047 INV-048 NAV-077 a tap on a code opens its details; it is paused and activated there', async () => {
  const code = ownCode('ANASOCCER');
  rows = [code, ownCode('KICKOFF26', { type: 'other', name: 'Bring a teammate', maximumQuantityOfCodes: null })];
  network.answer(`/affiliate-codes/my/update-status/${code.id}`, (_query, body) => {
    sent.push(body);
    rows = rows.map((row) =>
      row.id === code.id ? { ...row, status: body['status'] as CommunityCode['status'] } : row,
    );
    return rows[0];
  });
  open();
  const list = page.getByRole('list', { name: 'Your codes' });
  await expect.element(list.getByText('First Touch friends', { exact: true })).toBeVisible();
  await expect.element(list.getByText('Used by 12 of 100 people', { exact: true })).toBeVisible();
  await expect.element(list.getByText('Used by 12 people', { exact: true })).toBeVisible();
  await expectAccessible('own codes');
  await button('ANA SOC CER').click();
  for (const [label, value] of [
    ['Type', 'Standard'],
    ['Usage', 'Used by 12 of 100 people'],
    ['Discount for members', '20%'],
    ['You earn', '10% of what they pay'],
    ['Duration', '6 months'],
    ['For', 'Members'],
  ]) {
    await expect.element(sheet().getByText(label!, { exact: true })).toBeVisible();
    await expect.element(sheet().getByText(value!, { exact: true })).toBeVisible();
  }
  await expect.element(sheet().getByText(/2027/)).toBeVisible();
  await expectAccessible('the details of a code');
  await button('Pause Redemptions').click();
  await expect.element(sheet().getByText('Suspended', { exact: true })).toBeVisible();
  await button('Activate').click();
  await expect.element(sheet().getByText('Active', { exact: true })).toBeVisible();
  await expect.poll(() => sent).toEqual([{ status: 'Suspended' }, { status: 'Active' }]);
});

test('INV-019 INV-022 a code with another status is read only', async () => {
  const code = ownCode('ANASOCCER');
  for (const status of ['Inactive', 'Expired', 'Deleted'] as const) {
    rows = [{ ...code, status }];
    open();
    await button('ANA SOC CER').click();
    await expect.element(sheet().getByText(status, { exact: true })).toBeVisible();
    expect(button('Pause Redemptions').elements()).toEqual([]);
    expect(button('Activate').elements()).toEqual([]);
    clearPage();
  }
});

test('D-291 a code that an operator paused is read only, and says whom to ask', async () => {
  rows = [ownCode('ANASOCCER', { status: 'Suspended', isPausedByOperator: true })];
  open();
  await button('ANA SOC CER').click();
  await expect
    .element(sheet().getByText('Sideline has paused this code. Write to us under Help & Support to ask why.'))
    .toBeVisible();
  expect(button('Activate').elements()).toEqual([]);
});

test('INV-062 a Creator without codes reads when one comes; offline the codes stay readable', async () => {
  open();
  await expect
    .element(page.getByText('You have no codes yet. You get your code when your first application is approved.'))
    .toBeVisible();
  clearPage();
  rows = [ownCode('ANASOCCER')];
  open();
  await expect.element(button('ANA SOC CER')).toBeVisible();
  clearPage();
  network.goOffline();
  open();
  await button('ANA SOC CER').click();
  await expect.element(button('Pause Redemptions')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(sheet().getByText('Connect to the internet to change an invitation.')).toBeVisible();
});
