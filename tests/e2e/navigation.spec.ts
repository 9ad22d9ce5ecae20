import type { Page } from '@playwright/test';
import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { navigate, openSignedIn } from '#tests/support/people.ts';

test.use(WITHOUT_WORKER);

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByText(name).locator('..');
const litTabs = (page: Page) =>
  page
    .locator('.tab-bar [aria-current]')
    .evaluateAll((tabs) =>
      tabs.map((each) => [each.querySelector('.tab-bar__label')!.textContent, each.getAttribute('aria-current')]),
    );
/** The focused element: its kind and its words. */
const focused = (page: Page) =>
  page.evaluate(() => [document.activeElement!.localName, document.activeElement!.textContent]);

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.locator('#root h1').first()).toBeVisible();
};

test('the tab of the shown area is lit on its inner pages too; a tap on it leads to its page, and there to the top; with reduced motion at once', async ({
  page,
}) => {
  await openSignedIn(page, 'mia');
  for (const [path, title, lit, current] of [
    ['/home', 'Home', 'Home', 'page'],
    ['/community', 'Community', 'Community', 'page'],
    ['/notifications', 'Notifications', 'Menu', 'true'],
    ['/notification-settings', 'Notification settings', 'Menu', 'true'],
    ['/help-support', 'Help & Support', 'Menu', 'true'],
    ['/outbox', 'Outbox', 'Menu', 'true'],
  ] as const) {
    await navigate(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect.poll(() => litTabs(page), path).toEqual([[lit, current]]);
  }
  await navigate(page, '/community');
  await page.locator('main a[href^="/channels/"]').first().click();
  await expect.poll(() => litTabs(page)).toEqual([['Community', 'true']]);

  await open(page, '/sport-page?sportId=soccer&sportName=Soccer');
  await expect.poll(() => litTabs(page)).toEqual([['Home', 'true']]);
  await tab(page, 'Home').click();
  await page.waitForURL(/\/home$/);
  await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    // Only once the lists are drawn is the page so long.
    await expect.poll(() => page.evaluate(() => (scrollTo(0, 600), scrollY))).toBe(600);
    const entries = await page.evaluate(() => history.length);
    await tab(page, 'Home').click();
    if (reducedMotion === 'reduce') expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  }
});

test('a page opened from a link outside has an arrow to the page above', async ({ page }) => {
  await openSignedIn(page, 'ana');
  await open(page, '/library?tab=folders');
  const folder = await page.locator('main a[href^="/library/"]').first().getAttribute('href');
  for (const [path, above] of [
    [folder!, /\/library\?tab=folders$/],
    ['/notification-settings', /\/notifications$/],
    ['/help-support/sync-storage', /\/help-support$/],
  ] as const) {
    const fresh = await page.context().newPage();
    await fresh.goto(path);
    await fresh.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(fresh).toHaveURL(above);
    await fresh.close();
  }
});

test('"Skip to content" comes first on every page, and leads past its bars; an opened page has the focus on its title; shown again by Back, on the link that was followed', async ({
  page,
}) => {
  const skip = page.getByRole('link', { name: 'Skip to content' });
  const expectSkip = async (path: string) => {
    await open(page, path);
    await expect(page.locator('a[href], button, input').first(), path).toHaveText('Skip to content');
    await skip.focus();
    await expect(skip).toBeInViewport();
    const address = page.url();
    await page.keyboard.press('Enter');
    await expect(page.locator('main'), path).toBeFocused();
    expect(page.url()).toBe(address);
  };
  for (const path of ['/welcome', '/sign-in', '/sign-up']) await expectSkip(path);
  await openSignedIn(page, 'mia');
  for (const path of ['/home', '/community', '/notifications', '/sport-page?sportId=soccer&sportName=Soccer'])
    await expectSkip(path);

  await tab(page, 'Home').click();
  await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();
  await tab(page, 'Community').click();
  await expect.poll(() => focused(page)).toEqual(['h1', 'Community']);
  const link = page.locator('main a[href^="/channels/"]').nth(2);
  const name = await link.textContent();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toEqual(['h1', name]);
  await page.goBack();
  await expect(link).toBeFocused();

  await tab(page, 'Home').click();
  const tile = page.locator('main a[href^="/watch-channel"]').first();
  const title = await tile.textContent();
  await tile.click();
  await expect.poll(() => focused(page)).toEqual(['h1', title]);
});
