import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceDatabase } from '#store/device.ts';
import { leaveAccount } from '#app/data/account.ts';
import { clearPage, person, standInNetwork, tokenOf, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SignInPage } from './sign-in-page.tsx';

const network = standInNetwork();

beforeEach(async () => {
  leaveAccount();
  await deviceDatabase.settings.clear();
  network.answer('/users/me', () => person());
  network.answer('/auth/login', () => ({
    loginAllowed: true,
    access: tokenOf(USER_ID),
    userId: USER_ID,
    profiles: [{ profileId: USER_ID }],
    isRegistrationComplete: true,
    isAdmin: false,
    isEducator: false,
    isOrganization: false,
  }));
});
afterEach(clearPage);
afterAll(() => network.restore());

test.each([
  ['/legal', '/legal'],
  ['https://evil.example/', '/dashboard'],
  ['//evil.example/', '/dashboard'],
  [undefined, '/dashboard'],
] as const)('with the wanted address %s the sign-in leads to %s', async (wanted, leadsTo) => {
  const at = showRouted(<SignInPage next={wanted} />, '/sign-in', ['/sign-in', '/legal', '/dashboard']);
  const before = location.href;
  await page.getByLabelText('Username or Email').fill('ana');
  await page.getByLabelText('Password', { exact: true }).fill('Sideline-2026!');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(at).toBe(leadsTo);
  expect(location.href).toBe(before);
});
