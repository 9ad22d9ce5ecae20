import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { MembershipPage } from './membership-page.tsx';
import { patchDraft, readDraft } from './registration-draft.ts';

const network = standInNetwork();
const flag = (isVisible: boolean, isEnabled = true) =>
  network.answer('/feature-flags/JoinAsOrganization', () => ({
    name: 'JoinAsOrganization',
    isVisible,
    isEnabled,
  }));
const names = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(async () => {
  const { db } = await freshAccount();
  await db.me.put(person({ isRegistrationComplete: false, isEducator: false }));
  network.requests.length = 0;
});
afterEach(clearPage);

test('ACC-045 ACC-046 ACC-047 ACC-048 ACC-050 ACC-052 ACC-133 Member, Creator, and Organization where its flag is visible', async () => {
  flag(true);
  showRouted(<MembershipPage />);
  await expect.poll(names).toEqual(['Member', 'Creator', 'Organization']);
  await expect
    .element(page.getByRole('link', { name: 'Join as a Member' }))
    .toHaveAttribute('href', '/learner/invite-code?next=1');
  for (const name of ['Join as a Creator', 'Apply to join as an Organization'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
});

test('ACC-052 without the flag there is no Organization, also while it is not known', async () => {
  flag(false);
  showRouted(<MembershipPage />);
  await expect.poll(() => network.requests).toContain('/feature-flags/JoinAsOrganization');
  await expect.poll(names).toEqual(['Member', 'Creator']);
  clearPage();
  network.goOffline();
  showRouted(<MembershipPage />);
  await expect.poll(names).toEqual(['Member', 'Creator']);
  network.goOnline();
});

const PAGES = ['/apply-to-become-an-educator', '/join-as-organization'];
const organization = 'Apply to join as an Organization';

test('ACC-049 ACC-053 ACC-141 the Organization option leads to its application while the flag is enabled, else it is disabled', async () => {
  flag(true, true);
  showRouted(<MembershipPage />, '/', PAGES);
  await expect.element(page.getByRole('link', { name: organization })).toHaveAttribute('href', '/join-as-organization');
  await expect
    .element(page.getByRole('link', { name: 'Join as a Creator' }))
    .toHaveAttribute('href', '/apply-to-become-an-educator');
  clearPage();
  await freshAccount().then(({ db }) => db.me.put(person({ isRegistrationComplete: false, isEducator: false })));
  flag(true, false);
  showRouted(<MembershipPage />, '/', PAGES);
  await expect.element(page.getByRole('button', { name: organization })).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(page.getByRole('button', { name: organization }))
    .toHaveAccessibleDescription('Applications are closed at the moment.');
});

test('an application that the app has no page for waits and says so, whatever the flag says', async () => {
  flag(true, true);
  showRouted(<MembershipPage />);
  for (const name of ['Join as a Creator', organization])
    await expect.element(page.getByRole('button', { name })).toHaveAccessibleDescription('Applications open soon.');
});

test('ACC-054 leaving the memberships: progress is kept, or dropped, or one stays', async () => {
  flag(false);
  const sent: unknown[] = [];
  network.answer('/registration/save-progress', (_query, body) => {
    sent.push(body);
    throw new Refusal(503, 'server.failed', 'Not now.');
  });
  const account = await freshAccount();
  await account.db.me.put(person({ isRegistrationComplete: false, isEducator: false }));
  await patchDraft(account.db, { affiliateCode: 'CLUBCODE1' });
  showRouted(<MembershipPage />);
  const dialog = page.getByRole('dialog', { name: 'Exit sign up?' });
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await inDialog('Back').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => sent).toEqual([]);
  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await inDialog('Exit and save progress').click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await inDialog("Exit, but don't save progress").click();
  await expect.poll(() => sent).toHaveLength(2);
  await expect
    .poll(() => sent)
    .toEqual([
      expect.objectContaining({
        saveProgress: true,
        data: expect.objectContaining({ answers: { affiliateCode: 'CLUBCODE1' } }),
      }),
      { saveProgress: false },
    ]);
  // A refusal keeps the person signed in, with what was answered.
  expect(await readDraft(account.db)).toMatchObject({ affiliateCode: 'CLUBCODE1' });
});
