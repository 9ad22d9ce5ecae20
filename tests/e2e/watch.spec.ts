import { expect, ONLINE, test } from '#tests/support/app.ts';
import { apiOf, dialogsGone, navigate, readyForOffline, openSignedIn } from '#tests/support/people.ts';

interface Item {
  id: string;
  title: string;
  locked: boolean;
  pricingCategory: string;
  /** `duration` in seconds. */
  content: { type: string; duration: number | null };
  channel: { id: string; name: string };
}
interface List<T> {
  results: T[];
}

/** A video of the demo: other tests publish short ones. */
const isLongVideo = ({ content, locked }: Item): boolean =>
  content.type === 'video' && (content.duration ?? 0) >= 10 && !locked;

/** Demo media are encoded by jobs after the start: waits until an item that the test needs can be played, or is locked. */
const findItem = async (
  url: string,
  sport: string,
  wanted: (item: Item, index: number, all: Item[]) => boolean,
): Promise<Item> => {
  const read = await apiOf(url, 'mia');
  let found: Item | undefined;
  await expect
    .poll(
      async () => {
        const list = await read<List<Item>>(`/channels/contents/all/sports/${sport}/all/newest?limit=100`);
        found = list.results.find(wanted);
        if (!found || found.locked) return found !== undefined;
        return (await read<{ url: string | null }>(`/published-contents/${found.id}/detail`)).url !== null;
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  return found!;
};

test(
  'WAT-004 WAT-005 WAT-007 WAT-008 a Member watches in the chosen quality and the next items are listed; a locked item has a message instead of a player and no media address',
  ONLINE,
  async ({ page, app }) => {
    const open = await findItem(app.url, 'soccer', isLongVideo);
    const locked = await findItem(app.url, 'ice-hockey', (item) => item.locked);
    await openSignedIn(page, 'mia');
    await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();

    await navigate(page, `/watch-channel?content=${open.id}&channelId=${open.channel.id}`);
    // Opening plays.
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.5);
    await expect(page.getByRole('heading', { name: 'Will be played next' })).toBeVisible();

    // Each quality that is offered is what plays once it is chosen, from where the video was.
    const settings = page.getByRole('button', { name: 'Playback speed and quality' });
    const qualities = page.getByRole('menuitemradio', { name: /^\d+p$/ });
    const height = () => video.evaluate((media: HTMLVideoElement) => media.videoHeight);
    await settings.click();
    await expect(qualities.nth(1)).toBeVisible();
    const offered = await qualities.allInnerTexts();
    // At last while it pauses: all of the clip is loaded, and no further piece is to come.
    for (const [quality, isPaused] of [
      [offered.at(-1)!, false],
      [offered[0]!, false],
      [offered.at(-1)!, true],
    ] as const) {
      if (isPaused) await video.evaluate((media: HTMLVideoElement) => media.pause());
      const choice = page.getByRole('menuitemradio', { name: quality });
      if (!(await choice.isVisible())) await settings.click();
      const before = await video.evaluate((media: HTMLVideoElement) => media.currentTime);
      await choice.click();
      await page.keyboard.press('Escape');
      if (isPaused) await video.evaluate((media: HTMLVideoElement) => media.play());
      await expect.poll(height).toBe(Number.parseInt(quality, 10));
      // Another player may be attached, which goes on from what was shown last.
      expect(await video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(before - 1);
    }

    const media: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/media/')) media.push(request.url());
    });
    const detail = page.waitForResponse((response) =>
      response.url().includes(`/published-contents/${locked.id}/detail`),
    );
    await page.goto(`/watch-channel?content=${locked.id}&channelId=${locked.channel.id}`);
    await expect(
      page.getByText('Oops! You need to subscribe to the sport to unlock this Member-Only content.'),
    ).toBeVisible();
    await expect(page.locator('video')).toHaveCount(0);
    expect(await (await detail).text()).not.toContain('/media/');
    expect(media).toEqual([]);
  },
);

test(
  'WAT-002 WAT-003 steps in the queue are counted, in the state and in the URL, and Back leaves the page in one step',
  ONLINE,
  async ({ page, app }) => {
    await openSignedIn(page, 'mia');
    const first = await findItem(
      app.url,
      'soccer',
      (item, _, all) => !item.locked && all.filter(({ channel }) => channel.id === item.channel.id).length > 2,
    );
    const next = page.locator('.queue-list__title').first();
    const counted = () => page.evaluate(() => (history.state as { from?: number }).from);
    await page.goto('/notifications');
    await page.goto(`/watch-channel?content=${first.id}&channelId=${first.channel.id}`);
    for (const step of [1, 2]) {
      const title = await next.innerText();
      await next.click();
      await expect(page).toHaveURL(new RegExp(`[?&]from=${step}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      expect(await counted()).toBe(step);
    }
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await counted()).toBe(2);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  },
);

test('WAT-009 WAT-016 offline after a reload: home, notifications and a saved item are there and it plays and seeks; rating and following wait and arrive once', async ({
  page,
  context,
  app,
}) => {
  const item = await findItem(app.url, 'soccer', isLongVideo);
  const read = await apiOf(app.url, 'mia');
  await openSignedIn(page, 'mia');
  await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();
  await navigate(page, '/community');
  const follow = page.getByRole('button', { name: /^Follow / }).first();
  await expect(follow).toBeVisible();
  const channelName = ((await follow.getAttribute('aria-label')) ?? '').replace('Follow ', '');
  // Nothing plays while it is saved, however long that takes: the place where it stops offline must be a new one.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await navigate(page, `/watch-channel?content=${item.id}&channelId=${item.channel.id}`);
  await page.getByRole('button', { name: 'Save offline' }).click();
  await expect(page.getByRole('button', { name: 'Saved on this device' })).toBeVisible({ timeout: 30_000 });
  await readyForOffline(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });

  await context.setOffline(true);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();
  await expect(page.getByText('You are offline. Changes are saved and sent later.')).toBeVisible();
  // In its sport, and in Continue watching if it has played.
  const tiles = page.getByRole('article').filter({ hasText: item.title });
  await expect(tiles.first()).toBeVisible();
  await expect(tiles.filter({ hasText: 'Needs a connection' })).toHaveCount(0);
  await expect(
    page
      .getByRole('article')
      .filter({ has: page.locator('.hero__title') })
      .last(),
  ).toContainText('Needs a connection');
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toBeVisible();

  await page.goto(`/watch-channel?content=${item.id}&channelId=${item.channel.id}`);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.3);
  await video.evaluate((media: HTMLVideoElement) => {
    media.currentTime = media.duration - 2;
  });
  await expect
    .poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime > media.duration - 2 && !media.error))
    .toBe(true);
  await video.evaluate((media: HTMLVideoElement) => media.pause());

  await page.getByRole('button', { name: /^Rate/ }).click();
  for (const category of ['Relevance', 'Helpful', 'Engaging']) {
    await page
      .getByRole('group', { name: category })
      .or(page.getByRole('radiogroup', { name: category }))
      .getByRole('radio')
      .nth(3)
      .check({ force: true });
  }
  await page.getByRole('button', { name: 'Save rating' }).click();
  await expect(page.getByText('Your rating is saved and will send when online.')).toBeVisible();
  await dialogsGone(page);
  await navigate(page, '/community');
  await page.getByRole('button', { name: `Follow ${channelName}` }).click();
  await navigate(page, '/outbox');
  for (const change of ['Rate content', 'Follow a channel', 'Remember where you stopped'])
    await expect(page.getByRole('listitem').filter({ hasText: change })).toHaveCount(1);
  await expect(page.getByRole('listitem')).toHaveCount(3);

  await context.setOffline(false);
  await expect
    .poll(
      async () =>
        (await read<{ contentItemRatings: { Relevance: number } | null }>(`/ratings/${item.id}`)).contentItemRatings
          ?.Relevance,
      { timeout: 60_000 },
    )
    .toBe(4);
  await expect
    .poll(
      async () =>
        (await read<List<{ name: string }>>('/channels/followed')).results.filter(
          (channel) => channel.name === channelName,
        ).length,
    )
    .toBe(1);
  await expect(page.getByRole('listitem')).toHaveCount(0);
});

test(
  'D-207 a long film goes on without a break while its address is renewed, and further pieces come by the new one',
  ONLINE,
  async ({ page, app }) => {
    const open = await findItem(app.url, 'soccer', isLongVideo);
    await openSignedIn(page, 'mia');
    // Nothing plays by itself: the address is renewed before the film begins.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Two addresses of the same file, whatever the server's clock: the first one is about to expire.
    const tokens = ['first-address', 'renewed-address'];
    let answers = 0;
    let real = '';
    await page.route('**/published-contents/*/detail', async (route) => {
      const response = await route.fetch();
      const detail = (await response.json()) as Record<string, unknown>;
      if (typeof detail['url'] !== 'string') return route.fulfill({ response });
      real = detail['url'].split('/')[2]!;
      const index = Math.min(answers, 1);
      answers += 1;
      const readdress = (url: unknown) => String(url).replace(real, tokens[index]!);
      await route.fulfill({
        response,
        json: {
          ...detail,
          url: readdress(detail['url']),
          progressiveUrl: readdress(detail['progressiveUrl']),
          urlExpiresAt: new Date(Date.now() + (index === 0 ? 4 : 25) * 60_000).toISOString(),
          durationInMilliseconds: 3_600_000,
        },
      });
    });
    const asked: string[] = [];
    await page.route(/\/media\/(first|renewed)-address\//, (route) => {
      asked.push(route.request().url());
      return route.continue({
        url: route
          .request()
          .url()
          .replace(/(first|renewed)-address/, real),
      });
    });
    await navigate(page, `/watch-channel?content=${open.id}&channelId=${open.channel.id}`);
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.readyState)).toBeGreaterThan(0);
    const source = await video.evaluate((media: HTMLVideoElement) => media.currentSrc);
    await expect.poll(() => answers).toBeGreaterThan(1);
    const before = asked.length;
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    expect(asked.slice(before).every((url) => url.includes('renewed-address'))).toBe(true);
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.5);
    expect(await video.evaluate((media: HTMLVideoElement) => media.currentSrc)).toBe(source);
  },
);
