import type { Page } from '@playwright/test';
import { expect, ONLINE, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { navigate, openSignedIn, readyForOffline } from '#tests/support/people.ts';

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
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
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

/**
 * Opens each screen as a link in the app does, after the page was loaded once: a screen is the same however it is
 * reached (routes.spec.ts types the addresses), and a load takes several times as long.
 */
const visit = async (page: Page, paths: readonly string[]): Promise<void> => {
  if (page.url() === 'about:blank') await page.goto(paths[0]!);
  for (const path of paths) {
    await navigate(page, path);
    await expectGoodLooks(page, path);
  }
};

test(
  'every screen without a session is accessible in both themes and at 320 px with words of 200 %',
  ONLINE,
  async ({ page }) => {
    await visit(page, [
      '/welcome',
      '/sign-in',
      '/sign-up',
      '/contact-support',
      '/server-error',
      '/legal/terms-of-use',
      '/legal/privacy-policy',
      '/reset-password-email',
      '/reset-password-sms',
      '/guardian-consent',
    ]);
  },
);

test(
  'every screen of a Member is accessible in both themes and at 320 px with words of 200 %',
  ONLINE,
  async ({ page }) => {
    await openSignedIn(page, 'mia');
    await visit(page, [
      '/home',
      '/community',
      '/explore',
      '/explore-section/new',
      '/learner-subscriptions',
      '/search-for-subscribe-to-sport',
      '/sport-subscribe-current-role?sport=golf',
      '/confirm-sport-subscription?sport=swimming',
      '/payment-methods',
      '/payment-methods?card=new',
      '/invoice-history',
      '/monthly-invoice/2026/1',
      '/notifications',
      '/notification-settings',
      '/outbox',
      '/legal',
      '/help-support',
      '/help-support/sync-storage',
      '/university',
      '/profile',
      '/learner/choose-your-sport',
    ]);
    await page.getByRole('group', { name: 'Sports' }).getByRole('button', { name: 'Golf', exact: true }).click();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForURL(/\/learner\/choose-sport-interest$/);
    await expectGoodLooks(page, 'choice of roles');
    await navigate(page, '/home');
    await page
      .getByRole('link', { name: /^See all/ })
      .first()
      .click();
    await page.waitForURL(/sport-page/);
    await expectGoodLooks(page, 'sport page');
    await page.locator('.tile__open').first().click();
    await page.waitForURL(/watch-channel/);
    await expectGoodLooks(page, 'watch');
  },
);

test(
  'every page of a Member’s account and profile is accessible in both themes and at 320 px with words of 200 %',
  ONLINE,
  async ({ page }) => {
    await openSignedIn(page, 'mia');
    await visit(page, [
      '/account-setting',
      '/account-setting/name',
      '/account-setting/username',
      '/account-setting/email',
      '/account-setting/phone',
      '/account-setting/password',
      '/account-setting/communication-method',
      '/account-setting/security',
      '/account-setting/devices',
      '/account-setting/blocked',
      '/account-setting/data',
      '/account-setting/guardian',
      '/account-setting/delete-account',
      '/account-history',
      '/profile/edit/personal-info',
      '/profile/edit/about-me',
      '/profile/edit/place-of-birth',
      '/profile/edit/language',
      '/profile/edit/physical-size',
      '/profile/edit/my-sports',
      '/profile/edit/contacts',
      '/profile/edit/contacts?contact=new',
      '/profile/edit/sport-bio/soccer',
      '/contact-support',
      '/technical-support',
      '/welcome-page',
      '/learner/invite-code?next=1',
      '/learner/affiliate-code',
    ]);
  },
);

test(
  'the pages of an Organization’s profile are accessible in both themes and at 320 px with words of 200 %',
  ONLINE,
  async ({ page }) => {
    await openSignedIn(page, 'nora');
    await visit(page, [
      '/profile',
      '/profile/edit/organization-info',
      '/profile/edit/organization-description',
      '/profile/edit/contacts',
      '/welcome-page',
      '/admins-management',
      '/invite-friend?variant=admin',
      '/invite-admin',
      '/add-admin-users',
      '/organization-invitations',
    ]);
  },
);

test(
  'the pages of what a Creator earns and stores are accessible in both themes and at 320 px with words of 200 %',
  ONLINE,
  async ({ page }) => {
    await openSignedIn(page, 'ana');
    await visit(page, [
      '/dashboard/educator',
      '/dashboard/educator/select-target',
      '/dashboard/educator/widget-settings',
      '/educator-wallet',
      '/educator-wallet/amounts',
      '/storage-plan-access-fees',
      '/confirm-plan-payment?planIndex=1',
      '/library/archived',
      '/invite-friend/many/create',
      '/invite-your-community',
      '/invite-your-community/poster?code=ANASOCCER',
    ]);
  },
);

test('screens that are empty, missing or offline are accessible too', async ({ page, context }) => {
  const missing = '01930000-0000-7000-8000-000000000000';
  await openSignedIn(page, 'mia');
  await visit(page, [
    '/community?tab=following&sport=cricket',
    '/community?tab=recommended&sport=cricket',
    '/sport-page?sportId=cricket&sportName=Cricket',
    '/sport-page?sportId=no-such-sport&sportName=Nothing',
    `/channels/${missing}`,
    `/watch-channel?content=${missing}&channelId=${missing}`,
    '/university?search=no-such-answer',
  ]);
  await navigate(page, '/sport-page?sportId=soccer&sportName=Soccer');
  await page.locator('.tile__open').first().click();
  await page.waitForURL(/watch-channel/);
  await settled(page);
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'offline' }).first()).toBeVisible();
  await expectAccessible(page, 'watch, offline');
  await page.goto('/home');
  await settled(page);
  await expectAccessible(page, 'home, offline');
});

test(
  'every screen of a Creator is accessible in both themes and at 320 px with words of 200 %',
  ONLINE,
  async ({ page }) => {
    await openSignedIn(page, 'ana');
    await visit(page, [
      '/library',
      '/library/01930000-0000-7000-8000-000000000000',
      '/library?tab=folders',
      '/library?tab=tags',
      '/comments',
      '/channels',
      '/create-channel',
      '/profile/edit/my-channels',
      '/educator/invite-code',
    ]);
    await navigate(page, '/channels');
    await page.locator('main a[href*="/channels/"]').first().click();
    await page.waitForURL(/\/channels\/.+/);
    await expectGoodLooks(page, 'channel');
    const channel = new URL(page.url()).pathname;
    await page.locator('.channel-page__owner').click();
    await page.waitForURL(/\/profile\/.+/);
    await expectGoodLooks(page, 'profile of a Creator');
    await visit(page, [channel.replace('/channels/', '/edit-channel/')]);
    await navigate(page, '/library');
    await page
      .getByRole('button', { name: /^More actions for/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Move to Folder' }).click();
    await expectGoodLooks(page, 'move sheet');
  },
);
