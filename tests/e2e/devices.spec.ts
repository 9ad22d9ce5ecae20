import type { Page } from '@playwright/test';
import { expect, ONLINE, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { navigate, openSignedIn, readyForOffline, signIn } from '#tests/support/people.ts';

/** Longer than the longest wait before a device opens its stream of notices again. */
const NOTICED_WITHIN_MS = 30_000;

/** Databases of accounts on a device. */
const accountsOn = (page: Page): Promise<number> =>
  page.evaluate(
    async () => (await indexedDB.databases()).filter(({ name }) => /^sideline-[0-9a-f-]{36}$/.test(name!)).length,
  );

test(
  'a device that is signed out from another one leaves the account at once and keeps none of its data',
  ONLINE,
  async ({ page, browser, app }) => {
    // This one has the service worker.
    const lost = await (await browser.newContext({ baseURL: app.url })).newPage();
    await signIn(lost, 'mia');
    await expect.poll(() => accountsOn(lost)).toBe(1);

    await signIn(page, 'mia');
    await navigate(page, '/account-setting');
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
  },
);

/** Notes the theme of each frame that is drawn before the app has started. */
const watchFirstFrames = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const themes = new Set<string>();
    Object.assign(globalThis, { firstThemes: themes });
    const note = () => {
      if (document.documentElement.dataset['started']) return;
      if (document.body) themes.add(getComputedStyle(document.documentElement).colorScheme);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });

const firstThemes = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as { firstThemes: Set<string> }).firstThemes]);

test('D-71 D-365 a device on which Dark was chosen is dark from its first frame: in each tab, started offline, after a sign-out', async ({
  page,
  context,
}) => {
  const theme = (of: Page) => of.locator('html').getAttribute('data-theme');
  const colours = (of: Page) =>
    of.evaluate(() => ({
      page: getComputedStyle(document.documentElement).getPropertyValue('--ground'),
      bars: [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ content }) => content),
    }));
  await openSignedIn(page, 'mia');
  const other = await context.newPage();
  await other.goto('/account-setting');
  await readyForOffline(page);
  await page.goto('/account-setting');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => theme(page)).toBe('light');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => theme(page)).toBe('dark');
  await expect.poll(() => theme(other)).toBe('dark');
  await expect(other.getByRole('radio', { name: 'Dark', exact: true })).toBeChecked();
  await expectAccessible(page, 'account settings, dark');
  await other.close();

  await context.setOffline(true);
  await page.close();
  const again = await context.newPage();
  await watchFirstFrames(again);
  await again.goto('/account-setting');
  await expect(again.getByRole('radio', { name: 'Dark', exact: true })).toBeChecked();
  expect(await firstThemes(again)).toEqual(['dark']);
  expect(await colours(again)).toEqual({ page: '#07130e', bars: ['#07130e', '#07130e'] });
  // Paper is light.
  await again.emulateMedia({ media: 'print' });
  expect((await colours(again)).page).toBe('#f3f5ef');
  await again.emulateMedia({ media: null });

  await context.setOffline(false);
  await again.getByRole('button', { name: 'Menu', exact: true }).click();
  await again.getByRole('button', { name: 'Log Out', exact: true }).click();
  const question = again.getByRole('dialog', { name: 'Log out of Sideline?', exact: true });
  await question.getByRole('button', { name: 'Log Out', exact: true }).click();
  await again.waitForURL(/\/welcome$/);
  await expect(again.getByRole('link', { name: 'Join now' })).toBeVisible();
  expect(await firstThemes(again)).toEqual(['dark']);
  expect(await theme(again)).toBe('dark');
});
