import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { signIn } from '#tests/support/people.ts';

// Each test opens a dozen screens.
test.describe.configure({ timeout: 300_000 });
test.use({ actionTimeout: 30_000 });

/** Waits until a screen is complete: it has its first heading and shows no loading state. */
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

/** The screen as shown: accessible in both themes, and nothing wider than a small phone with text at 200 %. */
const expectGoodLooks = async (page: Page, where: string): Promise<void> => {
  await settled(page);
  await expectAccessible(page, where);
  // Only colours differ in the dark theme.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${where}, dark`, ['color-contrast']);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${where}: wider than 320 px with words of 200 %`,
  ).toBeLessThanOrEqual(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: null });
};

const visit = async (page: Page, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await page.goto(path);
    await expectGoodLooks(page, path);
  }
};

test('every screen without a session is accessible in both themes and at 320 px with words of 200 %', async ({
  page,
}) => {
  await visit(page, [
    '/welcome',
    '/sign-in',
    '/legal/terms-of-use',
    '/legal/privacy-policy',
    '/reset-password-email',
    '/reset-password-sms',
  ]);
});

test('every screen of a Member is accessible in both themes and at 320 px with words of 200 %', async ({ page }) => {
  await signIn(page, 'mia');
  await visit(page, [
    '/home',
    '/community',
    '/notifications',
    '/notification-settings',
    '/outbox',
    '/legal',
    '/help-support',
    '/help-support/sync-storage',
    '/university',
    '/learner/choose-your-sport',
    '/learner/choose-sport-interest',
  ]);
  await page.goto('/home');
  await page
    .getByRole('link', { name: /^See all/ })
    .first()
    .click();
  await page.waitForURL(/sport-page/);
  await expectGoodLooks(page, 'sport page');
  await page.locator('.tile__open').first().click();
  await page.waitForURL(/watch-channel/);
  await expectGoodLooks(page, 'watch');
});

test('every screen of a Creator is accessible in both themes and at 320 px with words of 200 %', async ({ page }) => {
  await signIn(page, 'ana');
  await visit(page, ['/library', '/library?tab=folders', '/library?tab=tags', '/channels']);
  await page.locator('main a[href*="/channels/"]').first().click();
  await page.waitForURL(/\/channels\/.+/);
  await expectGoodLooks(page, 'channel');
  await page.goto('/library');
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await expectGoodLooks(page, 'move sheet');
});
