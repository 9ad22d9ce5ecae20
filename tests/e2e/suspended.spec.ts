import type { Page } from '@playwright/test';
import { expect, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { test } from '#tests/support/own-rows.ts';
import { apiOf, followLink, navigate, openSignedIn, PASSWORD, signIn } from '#tests/support/people.ts';

/** Longer than the longest wait before a device opens its stream of notices again. */
const NOTICED_WITHIN_MS = 30_000;
const ABOUT = 'I play on the left wing.';

const decide = async (desk: Page, act: 'Suspend' | 'Restore', reason: string): Promise<void> => {
  const card = desk.getByRole('listitem').filter({ hasText: '@mia ' });
  await card.getByRole('button', { name: act, exact: true }).click();
  const sheet = desk.getByRole('dialog');
  await sheet.getByLabel('Reason', { exact: true }).fill(reason);
  await sheet.getByRole('button', { name: act, exact: true }).click();
  await expect(sheet).toBeHidden();
};

test('D-49 decision 0120 what a suspended person did offline stays on the device, and is sent after Restore and a sign-in', async ({
  page,
  context,
  browser,
  app,
  sql,
}) => {
  await sql.query(`update users set is_superadmin = true where username = 'ana'`);
  const desk = await (await browser.newContext({ baseURL: app.url, ...WITHOUT_WORKER })).newPage();
  await signIn(desk, 'ana');
  await navigate(desk, '/admin/people');
  await desk.getByRole('searchbox', { name: 'Name, username or email' }).fill('mia');

  await openSignedIn(page, 'mia');
  await followLink(page, '/profile/edit/about-me');
  await expect(page.getByLabel('About me', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('About me', { exact: true }).fill(ABOUT);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).not.toHaveURL(/about-me/);

  await decide(desk, 'Suspend', 'Insults in many comments.');
  await context.setOffline(false);
  await expect(page.getByText('Your session is over. Sign in again; what you did here is kept.')).toBeVisible({
    timeout: NOTICED_WITHIN_MS,
  });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  const enter = async () => {
    await page.getByLabel('Username or Email').fill('mia');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    // The message that the session is over has such a button too.
    await page.locator('#root').getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await enter();
  await expect(page.getByText(/^If we suspended your account, the mail about it says why\./)).toBeVisible();
  await expectAccessible(page, 'the sign-in of a suspended person');

  await decide(desk, 'Restore', 'It was a mistake.');
  await enter();
  await page.waitForURL(/\/(home|channels|welcome-page)$/);
  const read = await apiOf(app.url, 'mia');
  const { userId, profileId } = await read<{ userId: string; profileId: string }>('/users/me');
  await expect
    .poll(async () => (await read<{ aboutMe?: string }>(`/${userId}/profiles/sports/${profileId}/basic-info`)).aboutMe)
    .toBe(ABOUT);
  await desk.context().close();
});
