import type { Page } from '@playwright/test';
import { startApp } from '#tests/support/app-process.ts';
import type { App } from '#tests/support/app-process.ts';
import { WITHOUT_WORKER } from '#tests/support/app.ts';
import { expect, test as base } from '#tests/support/own-rows.ts';
import { apiOf, openSignedIn } from '#tests/support/people.ts';

/** An app of its own, because these tests see its first minutes. */
const test = base.extend<object, { fresh: App }>({
  fresh: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern.
    async ({}, provide) => {
      const app = await startApp();
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  app: async ({ fresh }, provide) => provide(fresh),
});
test.use(WITHOUT_WORKER);
// On one worker, so that the demo is made once.
test.describe.configure({ mode: 'default' });

interface Item {
  id: string;
  channel: { id: string };
  locked: boolean;
  content: { type: string };
}

/** The encoding of a publication's content that has not begun, and those of all others. */
const OWN = `(select content_id::text from publications where id = $1)`;
const IS_QUEUED = `select 1 from jobs.job where name = 'media.prepare' and state = 'created' and data->>'contentId' = ${OWN}`;
const IS_OTHER = `j.name = 'media.prepare' and j.state = 'created' and j.data->>'contentId' <> ${OWN}`;

const NOTHING = 'There is no content here yet.';

/** Addresses of the pictures on the screen, after all of them have loaded. */
const pictures = async (page: Page, selector: string): Promise<string[]> => {
  const images = page.locator(selector);
  await expect(images.first()).toBeVisible();
  await expect
    .poll(
      () =>
        images.evaluateAll((all: HTMLImageElement[]) => {
          for (const image of all) image.loading = 'eager';
          return all.every((image) => image.complete && image.naturalWidth > 0);
        }),
      { timeout: 30_000 },
    )
    .toBe(true);
  return images.evaluateAll((all: HTMLImageElement[]) => all.map((image) => image.getAttribute('src') ?? ''));
};

test('right after the first start every section of Home has contents, each with a picture of its own; what is not ready says so and then plays without a reload', async ({
  page,
  app,
  sql,
  encodings,
}) => {
  await encodings.hold();
  const read = await apiOf(app.url, 'mia');
  const list = await read<{ results: Item[] }>('/channels/contents/video/sports/soccer/all/newest?limit=100');
  // One whose encoding has begun is not held, and is ready in a moment.
  const firstQueued = async (): Promise<Item | undefined> => {
    for (const item of list.results.toReversed())
      if (!item.locked && (await sql.query(IS_QUEUED, [item.id])).rowCount === 1) return item;
  };
  await expect.poll(firstQueued, { message: 'a content that is not ready', timeout: 120_000 }).toBeDefined();
  const waiting = await firstQueued();

  await openSignedIn(page, 'mia');
  await expect(page.getByRole('heading', { name: 'Tennis' })).toBeVisible();
  await expect(page.getByText(NOTHING)).toHaveCount(0);
  const covers = await pictures(page, '.cover__image');
  expect(covers.length).toBeGreaterThan(8);
  for (const cover of covers) expect(cover).toMatch(/^\/pictures\//);
  expect(new Set(covers).size).toBe(covers.length);

  await page.goto(`/watch-channel?content=${waiting!.id}&channelId=${waiting!.channel.id}`);
  await expect(page.getByText('Getting ready to play.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save offline' })).toHaveCount(0);
  // The others wait longer: this test needs this one.
  await sql.query(`update jobs.job j set start_after = now() + interval '1 hour' where ${IS_OTHER}`, [waiting!.id]);
  await encodings.release();
  const video = page.locator('video');
  await expect(video).toBeVisible({ timeout: 180_000 });
  // It plays by itself, as an opened item does.
  await expect
    .poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime), { timeout: 60_000 })
    .toBeGreaterThan(0.3);
});

test('each channel in Community has a cover of its own, with followers', async ({ page }) => {
  await openSignedIn(page, 'mia');
  await page.goto('/community');
  const covers = await pictures(page, '.channel-card__cover > .cover__image');
  const real = covers.filter((cover) => cover.startsWith('/pictures/'));
  expect(new Set(real).size).toBe(real.length);
  await expect(page.getByText(NOTHING)).toHaveCount(0);
  await expect(page.getByText(/\d\d followers/).first()).toBeVisible();
});
