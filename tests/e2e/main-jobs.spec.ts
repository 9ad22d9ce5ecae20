import type { Page } from '@playwright/test';
import { expect, ONLINE, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { network, openLibrary, tile, upload } from '#tests/support/library-page.ts';
import { videoFile } from '#tests/support/media.ts';
import { apiOf, dialogsGone, navigate, readyForOffline, openSignedIn } from '#tests/support/people.ts';

// The taps of docs/decisions/0030, counted as real presses in the page. Typing and the system's file dialog do not count.

test.use({ actionTimeout: 20_000 });

const KEY = 'counted-taps';

/**
 * Counts trusted presses from now on, also across page loads. Call it before the first page is opened. It listens at the
 * document: a press whose target moved away is stopped by Playwright at the window and made again, and counts once.
 */
const countTaps = async (page: Page): Promise<void> => {
  await page.addInitScript((key) => {
    const count = (event: Event) => {
      if (event.isTrusted) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1));
    };
    document.addEventListener('pointerdown', count, true);
  }, KEY);
};

/** How often the page was pressed during a job. */
const tapsOf = async (page: Page, job: () => Promise<void>): Promise<number> => {
  await page.evaluate((key) => sessionStorage.setItem(key, '0'), KEY);
  await job();
  return page.evaluate((key) => Number(sessionStorage.getItem(key)), KEY);
};

const tap = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();

const isPublished = (page: Page) => expect(page.getByText(/content was Added to Channel/)).toBeVisible();

interface Item {
  id: string;
  title: string;
  locked: boolean;
  content: { type: string };
  channel: { id: string };
}

test(
  'PUB-012 PUB-018 content is published from the Library in 6 taps with a choice of channel, from a channel in 4',
  ONLINE,
  async ({ page }) => {
    await countTaps(page);
    await openLibrary(page);
    for (const name of ['lob-take-3', 'corner-wide'])
      await expect(tile(page, name).getByText('In Library')).toBeVisible();
    const fromLibrary = await tapsOf(page, async () => {
      await tap(page, 'More actions for lob-take-3');
      await tap(page, 'Add Content to Channel');
      await page.getByRole('radio').first().check();
      await tap(page, 'Next');
      await expectAccessible(page, 'content description');
      await tap(page, 'Next');
      await expectAccessible(page, 'tags');
      await tap(page, 'Publish');
      await isPublished(page);
    });
    expect(fromLibrary).toBe(6);

    // Once it is live, the next step is offered where the person is.
    await expect(page.getByText('‘lob-take-3’ is live.')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Share link' })).toBeVisible();
    await page.getByRole('link', { name: 'See it' }).click();
    await expect(page.getByRole('heading', { name: 'lob-take-3', level: 1 })).toBeVisible();

    await navigate(page, '/channels');
    const fromChannel = await tapsOf(page, async () => {
      await page.getByRole('link', { name: 'Add Content to Channel' }).first().click();
      await expect(page.getByText(/^Tap what you want to add to /)).toBeVisible();
      // What is on a channel already is not offered.
      await expect(tile(page, 'lob-take-3')).toHaveCount(0);
      await tile(page, 'corner-wide').getByRole('button', { name: 'corner-wide', exact: true }).click();
      await tap(page, 'Next');
      await tap(page, 'Publish');
      await isPublished(page);
    });
    expect(fromChannel).toBe(4);
  },
);

test('D-360 a file is published when it is ready: planned while it uploads, also offline, taken back, planned again, and live by itself', async ({
  page,
  context,
  app,
}) => {
  await countTaps(page);
  await openLibrary(page);
  await readyForOffline(page);
  await network(context, false);
  await upload(page, 'Counter press.mp4', await videoFile({ seconds: 4 }));
  const card = page.getByRole('listitem').filter({ hasText: 'Counter press.mp4' });
  await expect(card).toBeVisible();
  const plan = async () => {
    await card.getByRole('link', { name: 'Publish when ready' }).click();
    await page.getByRole('radio').first().check();
    await tap(page, 'Next');
    await expect(page.getByText('The picture of the content. It is made when the file is ready.')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('Counter press');
    await expectAccessible(page, 'description of a file on its way');
    await tap(page, 'Next');
    await tap(page, 'Publish');
    await isPublished(page);
  };
  expect(await tapsOf(page, plan)).toBe(5);

  await page.getByRole('link', { name: 'Library' }).click();
  await expect(card.getByText(/^Goes live on .+ when it is ready\.$/)).toBeVisible();
  // A bar of content that is being prepared moves without an end, and the check waits for all movement.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessible(page, 'upload with a plan');
  await page.emulateMedia({ reducedMotion: null });
  await card.getByRole('button', { name: 'Do not publish' }).click();
  await expect(card.getByRole('link', { name: 'Publish when ready' })).toBeVisible();
  await navigate(page, '/outbox');
  // The offer stands here too, at the card of the upload; the plan itself is gone.
  await expect(card.getByRole('link', { name: 'Publish when ready' })).toBeVisible();
  await expect(page.getByText('Publish Counter press', { exact: true })).toHaveCount(0);
  await navigate(page, '/library');
  await plan();

  await network(context, true);
  const read = await apiOf(app.url, 'ana');
  const own = async () =>
    (
      await read<{ results: { title: string; published: { id: string } | null }[] }>(
        '/library/contents?search=Counter%20press',
      )
    ).results[0]?.published?.id;
  await expect.poll(own, { timeout: 120_000 }).toBeTruthy();
  const publication = async () =>
    read<{ isLive: boolean; coverImage: string | null }>(`/published-contents/${await own()}`);
  await expect
    .poll(publication, { timeout: 120_000 })
    .toMatchObject({ isLive: true, coverImage: expect.stringMatching(/^\/pictures\//) });
});

test(
  'WAT-016 a Member sees the first frame 1 tap after a cold start, finds, watches and rates in 6, saves an item in 2 and subscribes in 4',
  ONLINE,
  async ({ page, app }) => {
    await countTaps(page);
    const read = await apiOf(app.url, 'mia');
    const items = async (sport: string) =>
      (await read<{ results: Item[] }>(`/channels/contents/all/sports/${sport}/all/newest?limit=100`)).results;
    const isOpen = (item: Item) => !item.locked && item.content.type === 'video';
    await expect.poll(async () => (await items('soccer')).some(isOpen), { timeout: 120_000 }).toBe(true);
    const { title } = (await items('soccer')).find(isOpen)!;
    await openSignedIn(page, 'mia');
    const { sections } = await read<{ sections: { contents: Item[] }[] }>('/home');
    const shown = sections.flatMap(({ contents }) => contents).find(isOpen)!;
    await page.goto('/');
    const started = await tapsOf(page, async () => {
      await page.getByRole('article').filter({ hasText: shown.title }).first().getByRole('link').first().click();
      const time = () => page.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime);
      await expect.poll(time).toBeGreaterThan(0);
    });
    expect(started).toBe(1);

    await navigate(page, '/sport-page?sportId=soccer&sportName=Soccer');
    const found = page.getByRole('article').filter({ hasText: title });

    const rated = await tapsOf(page, async () => {
      await found.getByRole('link').first().click();
      const video = page.locator('video');
      await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.5);
      // The person has tapped, so the browser lets it play with sound.
      expect(await video.evaluate((media: HTMLVideoElement) => media.muted)).toBe(false);
      await page.getByRole('button', { name: /^Rate/ }).click();
      for (const category of ['Relevance', 'Helpful', 'Engaging']) {
        await page
          .getByRole('group', { name: category })
          .or(page.getByRole('radiogroup', { name: category }))
          .getByRole('radio')
          .nth(4)
          .check({ force: true });
      }
      await tap(page, 'Save rating');
      await expect(page.getByText('Your rating is saved.')).toBeVisible();
    });
    expect(rated).toBe(6);

    await dialogsGone(page);
    await navigate(page, '/sport-page?sportId=soccer&sportName=Soccer');
    const saved = await tapsOf(page, async () => {
      await found.getByRole('link').first().click();
      await tap(page, 'Save offline');
      await expect(page.getByRole('button', { name: 'Saved on this device' })).toBeVisible({ timeout: 30_000 });
    });
    expect(saved).toBe(2);

    const locked = (await items('basketball')).find((item) => item.locked)!;
    await navigate(page, `/watch-channel?content=${locked.id}&channelId=${locked.channel.id}`);
    const subscribed = await tapsOf(page, async () => {
      await page.getByRole('link', { name: 'Subscribe to Basketball' }).click();
      // The specification asks for the roles (SPO-017); those that the person has in the sport are ticked.
      await page.getByRole('checkbox', { name: 'Fan', exact: true }).check();
      await tap(page, 'Confirm');
      // It also says what the sport costs before it is joined (SUB-047).
      await tap(page, 'Start free trial');
      await expect
        .poll(async () => (await items('basketball')).find(({ id }) => id === locked.id)?.locked, { timeout: 30_000 })
        .toBe(false);
    });
    expect(subscribed).toBe(4);
  },
);
