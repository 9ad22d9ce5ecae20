import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readProfile, type ProfilePage } from '#contract/profiles.ts';
import { answerKey } from '#store/answers.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ProfileById } from './own-profile.tsx';
import { answeredPage } from './profile.fixtures.ts';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());
const menu = () => page.getByRole('button', { name: 'More actions for Mia Weber' });
const sheet = () => page.getByRole('dialog', { name: 'Report Mia Weber' });
const entries = async () =>
  (await account.db.outbox.toArray()).map(({ call, scope, input }) => ({ call, scope, input }));
const open = async (facts: Partial<ProfilePage> = {}) => {
  const shown = answeredPage(facts);
  await account.db.answers.put({
    key: answerKey(readProfile, { id: shown.userId }),
    call: readProfile.id,
    answer: shown,
    fetchedAtMs: 1,
  });
  showRouted(<ProfileById id={shown.userId} />);
  await expect.element(page.getByRole('heading', { level: 1, name: shown.name })).toBeVisible();
  return shown;
};

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.answer('/feature-flags/PhysicalSize', () => ({ name: 'PhysicalSize', isVisible: true, isEnabled: true }));
  network.goOffline();
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('a person is reported offline from their profile, once, and the menu says so', async () => {
  const shown = await open();
  await expectAccessible('the profile of somebody else');
  await menu().click();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expectAccessible('the sheet that reports a person');
  await sheet().getByRole('radio', { name: 'A risk to young people' }).click();
  await sheet()
    .getByLabelText(/Anything to add/)
    .fill('Wrote to my son.');
  await sheet().getByRole('button', { name: 'Report', exact: true }).click();
  await expect.element(page.getByText('Thank you. We will look at what you wrote about Mia Weber.')).toBeVisible();
  await expect.poll(entries).toEqual([
    {
      call: 'reports.person',
      scope: SCOPE,
      input: { userId: shown.userId, reason: 'risk', text: 'Wrote to my son.' },
    },
  ]);
  await menu().click();
  await expect.element(page.getByRole('button', { name: 'Reported', exact: true })).toBeDisabled();
});

test('the server says who was reported before; the own profile and that of an organization have no menu', async () => {
  await open({ isReported: true });
  await menu().click();
  await expect.element(page.getByRole('button', { name: 'Reported', exact: true })).toBeDisabled();
  for (const facts of [{ isOwner: true }, { isOrganization: true }]) {
    clearPage();
    await open(facts);
    expect(menu().elements()).toEqual([]);
  }
});
