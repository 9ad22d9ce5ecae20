import type { Page } from '@playwright/test';
import { openLibrary, upload } from '#tests/support/library-page.ts';
import { videoFile } from '#tests/support/media.ts';
import { readyForOffline, openSignedIn } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/site.ts';

test.use({ actionTimeout: 20_000 });

const VERSION_CALL = '**/api/logs/versions/current';

const offer = (page: Page) => page.getByText('A new version is available.');
const waiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);

test('NAV-118 NAV-119 the version is checked every minute while the page is visible; another one is offered, waits until the person chooses it, and then the page runs it', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openSignedIn(page, 'mia');
  await readyForOffline(page);
  let version = '1.1.12';
  let checks = 0;
  await page.route(VERSION_CALL, (route) => {
    checks += 1;
    return route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ versionNumber: version }),
    });
  });
  await page.clock.pauseAt(Date.now() + 600_000);
  await expect.poll(() => checks).toBeGreaterThan(0);
  checks = 0;
  await page.clock.runFor(59_900);
  await page.clock.runFor(200);
  await expect.poll(() => checks).toBe(1);
  site.deploy();
  await page.clock.runFor(60_000);
  await expect.poll(() => checks).toBe(2);
  await expect(offer(page), 'the server still names this version').toHaveCount(0);
  version = '1.1.13';
  await page.clock.runFor(60_000);
  await page.clock.resume();
  await expect(offer(page)).toBeVisible();
  expect(await waiting(page)).toBe('installed');

  await page.unroute(VERSION_CALL);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update' }).click();
  await reloaded;
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
});

test('no version is offered while a file is being sent; afterwards it is', async ({ page, context, site }) => {
  await openLibrary(page);
  await readyForOffline(page);
  const held = Promise.withResolvers<void>();
  const started = page.waitForRequest(/\/api\/mam\/ondemand/);
  await context.route(/\/api\/mam\/ondemand/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await upload(page, 'While updating.mp4', await videoFile({ seconds: 2 }));
  await started;
  site.deploy();
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect.poll(() => waiting(page)).toBe('installed');
  await expect(offer(page)).toHaveCount(0);
  held.resolve();
  // After the notices of the upload, which are shown before it.
  await expect(offer(page)).toBeVisible({ timeout: 60_000 });
});

test('calls to the server pass the service worker by: none wakes one that an update ends', async ({
  page,
  site: _site,
}) => {
  await openSignedIn(page, 'mia');
  await readyForOffline(page);
  // A page that a worker controls from its start.
  await page.reload();
  const answeredBy = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
        .map((call) => (call as PerformanceEntry & { workerFinalSourceType?: string }).workerFinalSourceType),
    );
  await expect.poll(async () => (await answeredBy()).length).toBeGreaterThan(0);
  expect(new Set(await answeredBy())).toEqual(new Set(['network']));
});
