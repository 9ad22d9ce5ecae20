import { expect, test } from '#tests/support/app.ts';
import { network } from '#tests/support/library-page.ts';
import { storeAsOlderBuild } from '#tests/support/older-rows.ts';
import { navigate, openSignedIn, readyForOffline, type DemoPerson } from '#tests/support/people.ts';

// The app was updated while the phone has no signal: what it shows was stored by the build before.

test.use({ actionTimeout: 20_000 });

const SCREENS: readonly (readonly [DemoPerson, readonly string[]])[] = [
  [
    'mia',
    [
      '/home',
      '/community',
      '/explore',
      '/notifications',
      '/learner-subscriptions',
      '/profile',
      '/outbox',
      '/account-setting',
    ],
  ],
  ['ana', ['/library', '/channels', '/notifications', '/profile', '/create-channel', '/outbox']],
];

for (const [person, paths] of SCREENS) {
  test(`${person} reads every screen offline from rows and answers that lack the fields added since`, async ({
    page,
    context,
  }) => {
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    await openSignedIn(page, person);
    await readyForOffline(page);
    for (const path of paths) {
      await navigate(page, path);
      await expect(page.locator('main')).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
    }
    await network(context, false);
    await storeAsOlderBuild(page);
    await page.reload();
    for (const path of paths) {
      await navigate(page, path);
      await expect(page.locator('main'), path).toBeVisible();
      await expect(page.locator('.skeleton'), path).toHaveCount(0);
      const words = await page.locator('body').innerText();
      expect(words, path).not.toMatch(/undefined|NaN|\bnull\b|Invalid Date|Oops!|Something went wrong/);
    }
    expect(failures).toEqual([]);
  });
}
