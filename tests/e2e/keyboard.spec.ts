import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/app.ts';
import { network } from '#tests/support/library-page.ts';
import { navigate, openSignedIn, PASSWORD, readyForOffline } from '#tests/support/people.ts';

/** More than any page has places to stop at. */
const TABS_MAX = 60;

/** Where the focus is: whether it is at `wanted`, and can be seen there. */
const focusAt = (wanted: Locator) =>
  wanted.evaluate((element) => {
    // A field has its mark inside its frame.
    const frame = element.closest('.field__control');
    const isFieldMarked = frame !== null && getComputedStyle(frame).boxShadow.endsWith('3px inset');
    const hasOutline = (of: Element, part?: string) => getComputedStyle(of, part).outlineStyle !== 'none';
    const { left, top, width, height } = element.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return {
      isThere: element === document.activeElement,
      isMarked:
        isFieldMarked || [element, element.parentElement!].some((of) => hasOutline(of) || hasOutline(of, '::after')),
      isCovered: !onTop || !(element.contains(onTop) || onTop.contains(element)),
    };
  });

/** Presses Tab until the focus is at `wanted`, where it must be seen. */
const tabTo = async (page: Page, wanted: Locator): Promise<void> => {
  await expect(wanted).toBeVisible();
  for (let pressed = 0; !(await focusAt(wanted)).isThere; pressed++) {
    expect(pressed, `Tab reaches ${wanted}`).toBeLessThan(TABS_MAX);
    await page.keyboard.press('Tab');
  }
  await expect.poll(() => focusAt(wanted)).toEqual({ isThere: true, isMarked: true, isCovered: false });
};

const enter = async (page: Page, wanted: Locator): Promise<void> => {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
};

test('by keyboard alone: signed in, the profile edited offline, which waits, arrives and is on another device, and Account Settings', async ({
  page,
  context,
  browser,
  app,
}) => {
  const ABOUT = 'Left back. I coach the juniors on Tuesdays.';
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const drawer = page.getByRole('dialog', { name: 'Menu', exact: true });
  await page.goto('/sign-in');
  await tabTo(page, page.getByLabel('Username or Email', { exact: true }));
  await page.keyboard.type('mia');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home$/);
  await readyForOffline(page);

  await enter(page, menu);
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await enter(page, drawer.getByRole('link', { name: 'Profile', exact: true }));
  await page.waitForURL(/\/profile$/);

  await network(context, false);
  await enter(page, link('Edit About Me'));
  await tabTo(page, page.getByRole('textbox', { name: 'About me' }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(ABOUT);
  await enter(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.waitForURL(/\/profile$/);
  await expect(page.getByText(ABOUT)).toBeVisible();
  await page.reload();
  await expect(page.getByText(ABOUT)).toBeVisible();
  await expect(page.getByText('Will send when online', { exact: true })).toBeVisible();

  await network(context, true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Will send when online', { exact: true })).toHaveCount(0);
  const other = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' });
  const there = await other.newPage();
  await openSignedIn(there, 'mia');
  await navigate(there, '/profile');
  await expect(there.getByText(ABOUT)).toBeVisible();
  await other.close();

  await enter(page, menu);
  await enter(page, drawer.getByRole('link', { name: 'Account Settings', exact: true }));
  await page.waitForURL(/\/account-setting$/);
  await expect(page.getByRole('heading', { name: 'Account Settings', exact: true })).toBeVisible();
});
