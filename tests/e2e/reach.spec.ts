import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect, ONLINE, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { openSignedIn, readyForOffline } from '#tests/support/people.ts';

const OFFLINE = 'You are offline. Changes are saved and sent later.';
const UNREACHABLE = 'Sideline cannot be reached right now. Changes are saved and sent later.';
const FAILING = 'Something is wrong on our side. Changes are saved and sent later.';
const PORTAL = 'This network asks you to sign in first. Changes are saved and sent later.';
const SENTENCES = [OFFLINE, UNREACHABLE, FAILING, PORTAL];

const API = /\/api\//;
const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>Not Sideline</h1>' });

/** What may be between the device and the server, and what the app says then. */
const FAULTS: readonly [string, (route: Route) => Promise<void>, string][] = [
  [
    'a server that fails',
    (route) => route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: 'No.' }] } }),
    FAILING,
  ],
  ['a proxy’s error page', html(502), FAILING],
  ['a server that is away', (route) => route.abort('connectionrefused'), UNREACHABLE],
  ['a hotspot’s page', html(200), PORTAL],
  ['a hotspot’s redirect', (route) => route.fulfill({ status: 302, headers: { Location: '/welcome' } }), PORTAL],
];

/** Exactly one sentence about the network is shown, and it is this one. */
const expectSentence = async (page: Page, sentence: string): Promise<void> => {
  await expect(page.getByText(sentence)).toBeVisible();
  for (const other of SENTENCES.filter((each) => each !== sentence)) await expect(page.getByText(other)).toHaveCount(0);
};

const expectNone = async (page: Page): Promise<void> => {
  for (const sentence of SENTENCES) await expect(page.getByText(sentence)).toHaveCount(0);
};

const during = async (context: BrowserContext, fault: (route: Route) => Promise<void>, work: () => Promise<void>) => {
  await context.route(API, fault);
  await work();
  await context.unroute(API, fault);
};

test(
  'each page names what is between the person and Sideline, in one sentence, and goes on by itself; so does one that was not opened before',
  ONLINE,
  async ({ page, context }) => {
    await openSignedIn(page, 'mia');
    await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();
    for (const [name, fault, sentence] of FAULTS)
      await test.step(name, async () => {
        await during(context, fault, async () => {
          await page.reload();
          await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();
          await expectSentence(page, sentence);
        });
        // Nothing is tapped and nothing is loaded again.
        await expectNone(page);
      });
    await context.setOffline(true);
    await expectSentence(page, OFFLINE);
    await context.setOffline(false);
    await expectNone(page);

    await test.step('an answer that was on its way when the network went does not hide that it went', async () => {
      const asked = Promise.withResolvers<Route>();
      await context.route('**/api/sync?*', (route) => asked.resolve(route), { times: 1 });
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      const route = await asked.promise;
      const answer = await route.fetch();
      await context.setOffline(true);
      await expectSentence(page, OFFLINE);
      // The page asks again by itself: only then is it known that the former answer has been dealt with.
      const askedAgain = page.waitForEvent('requestfailed', {
        predicate: (request) => request.url().includes('/api/sync?'),
        // Not by the regular pull, which comes after a minute: until then it would claim to be online.
        timeout: 30_000,
      });
      await route.fulfill({ response: answer });
      await askedAgain;
      await expectSentence(page, OFFLINE);
      await context.setOffline(false);
      await expectNone(page);
    });

    await test.step('a page that was not opened before says why it is empty, and opens by itself', async () => {
      await during(context, html(503), async () => {
        await page.goto('/sport-page?sportId=tennis&sportName=Tennis');
        await expect(
          page.getByText('This page is not kept on this device yet. It tries again by itself.'),
        ).toBeVisible();
        await expectSentence(page, FAILING);
        await expect(page.getByText('Connect to the internet')).toHaveCount(0);
        await expectAccessible(page, 'failing server');
      });
      await expect(page.getByText('This could not be loaded.')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible();
    });
  },
);

test('the watch page has one sentence offline, and says why it cannot be saved', async ({ page, context }) => {
  await openSignedIn(page, 'mia');
  await page.getByRole('article').getByRole('link').first().click();
  const save = page.getByRole('button', { name: 'Save offline' });
  await expect(save).toBeEnabled();
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await expectSentence(page, OFFLINE);
  await expect(page.getByText('This is not saved on this device.')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription('Needs a connection');
  expect(await page.getByText(/internet|offline\b/i).allTextContents()).toEqual([OFFLINE, 'Save offline']);
  await expectAccessible(page, 'watch offline');
});
