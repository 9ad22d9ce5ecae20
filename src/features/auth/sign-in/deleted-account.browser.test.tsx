import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceDatabase } from '#store/device.ts';
import { readActiveUserId } from '#store/door.ts';
import { leaveAccount } from '#app/data/account.ts';
import { clearPage, person, standInNetwork, tokenOf, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SignInPage } from './sign-in-page.tsx';

const network = standInNetwork();
const DAY_MS = 86_400_000;
const allowed = {
  loginAllowed: true,
  access: tokenOf(USER_ID),
  userId: USER_ID,
  profiles: [{ profileId: USER_ID }],
  isRegistrationComplete: true,
  isAdmin: false,
  isEducator: false,
  isOrganization: false,
};
const deleted = (restorableUntilMs: number) => ({
  ...allowed,
  loginAllowed: false,
  access: undefined,
  deletion: {
    deletedAt: new Date(Date.now() - DAY_MS).toISOString(),
    restorableUntil: new Date(restorableUntilMs).toISOString(),
  },
});

beforeEach(async () => {
  leaveAccount();
  await deviceDatabase.settings.clear();
  network.requests.length = 0;
  network.answer('/users/me', () => person());
});
afterEach(clearPage);
afterAll(() => network.restore());

/** What the page asked the server for, without the offer of passkeys. */
const asked = () => network.requests.filter((path) => !path.startsWith('/auth/passkey/'));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const signIn = async () => {
  const at = showRouted(<SignInPage next={undefined} />, '/sign-in');
  await page.getByLabelText('Username or Email').fill('ana');
  await page.getByLabelText('Password', { exact: true }).fill('Sideline-2026!');
  await button('Sign in').click();
  return at;
};

test('D-90 the sign-in of a deleted account asks whether to restore it; Stay deleted leaves it so, nothing is opened', async () => {
  network.answer('/auth/login', () => deleted(Date.now() + 29 * DAY_MS));
  await signIn();
  await expect.element(page.getByRole('heading', { name: 'Restore your account?' })).toBeVisible();
  await button('Stay deleted').click();
  await expect.element(page.getByRole('heading', { name: 'Restore your account?' })).not.toBeInTheDocument();
  expect(asked()).toEqual(['/auth/login']);
  expect(await readActiveUserId()).toBeUndefined();
});

test('D-90 Restore account undoes the deletion with the same name and password, then signs in', async () => {
  const sent: unknown[] = [];
  network.answer('/auth/login', () => (sent.length > 0 ? allowed : deleted(Date.now() + DAY_MS)));
  network.answer('/account/restore', (_query, body) => {
    sent.push(body);
    return undefined;
  });
  const at = await signIn();
  await button('Restore account').click();
  await expect.poll(at).toContain('/dashboard');
  await expect.poll(() => sent).toEqual([{ username: 'ana', password: 'Sideline-2026!' }]);
  expect(await readActiveUserId()).toBe(USER_ID);
});

test('D-90 after 30 days the reason shows under the password, without a choice', async () => {
  network.answer('/auth/login', () => deleted(Date.now() - DAY_MS));
  await signIn();
  await expect.element(page.getByText(/It can no longer be restored/)).toBeVisible();
  expect(asked()).toEqual(['/auth/login']);
});

test('D-49 decision 0120 a suspended account stays closed, and the page says how to object', async () => {
  network.answer('/auth/login', () => ({ ...allowed, loginAllowed: false, access: undefined }));
  await signIn();
  await expect.element(page.getByText('Your application is still under review, please try again later.')).toBeVisible();
  await expect.element(page.getByText(/^If we suspended your account, the mail about it says why\./)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact-support');
  await expectAccessible('the closed account');
  expect(await readActiveUserId()).toBeUndefined();
});
