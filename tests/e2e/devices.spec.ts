import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { signIn } from '#tests/support/people.ts';

/** Longer than the longest wait before a device opens its stream of notices again. */
const NOTICED_WITHIN_MS = 30_000;

/** Databases of accounts on a device. */
const accountsOn = (page: Page): Promise<number> =>
  page.evaluate(
    async () => (await indexedDB.databases()).filter(({ name }) => /^sideline-[0-9a-f-]{36}$/.test(name!)).length,
  );

test('a device that is signed out from another one leaves the account at once and keeps none of its data', async ({
  page,
  browser,
  app,
}) => {
  const lost = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(lost, 'mia');
  await expect.poll(() => accountsOn(lost)).toBe(1);

  await signIn(page, 'mia');
  await page.goto('/account-setting');
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/\/account-setting\/devices$/);
  await expect(page.getByRole('list', { name: 'This device', exact: true }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'devices');
  await page.getByRole('button', { name: 'Sign out of all other devices', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible();

  await expect(lost).toHaveURL(/\/welcome$/, { timeout: NOTICED_WITHIN_MS });
  await expect.poll(() => accountsOn(lost)).toBe(0);
  expect((await lost.context().cookies()).map(({ name }) => name)).not.toContain('sideline_refresh');
  await lost.context().close();

  await page.reload();
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible();
  expect(await accountsOn(page)).toBe(1);
});
