import { expect, test } from '#tests/support/app.ts';
import { apiOf, readyForOffline, signIn } from '#tests/support/people.ts';

interface Item {
  id: string;
  title: string;
  locked: boolean;
  pricingCategory: string;
  content: { type: string; duration: number | null };
  channel: { id: string; name: string };
}
interface List<T> {
  results: T[];
}

/** Demo media are encoded by jobs after the start: waits until the sport has the items that the test needs. */
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
        return found !== undefined;
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  return found!;
};

test.setTimeout(240_000);

test('WAT-004 WAT-005 WAT-007 WAT-008 a Member watches and the next items are listed; a locked item has a message instead of a player and no media address', async ({
  page,
  app,
}) => {
  const open = await findItem(app.url, 'soccer', (item) => item.content.type === 'video' && !item.locked);
  const locked = await findItem(app.url, 'ice-hockey', (item) => item.locked);
  await signIn(page, 'mia');
  await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();

  await page.goto(`/watch-channel?content=${open.id}&channelId=${open.channel.id}`);
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.5);
  await expect(page.getByRole('heading', { name: 'Will be played next' })).toBeVisible();

  const media: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/media/')) media.push(request.url());
  });
  const detail = page.waitForResponse((response) => response.url().includes(`/published-contents/${locked.id}/detail`));
  await page.goto(`/watch-channel?content=${locked.id}&channelId=${locked.channel.id}`);
  await expect(
    page.getByText('Oops! You need to subscribe to the sport to unlock this Member-Only content.'),
  ).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  expect(await (await detail).text()).not.toContain('/media/');
  expect(media).toEqual([]);
});

test('WAT-002 WAT-003 steps in the queue are counted, in the state and in the URL, and Back leaves the page in one step', async ({
  page,
  app,
}) => {
  await signIn(page, 'mia');
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
});

test('WAT-009 WAT-016 offline after a reload: home, notifications and a saved item are there and it plays and seeks; rating and following wait and arrive once', async ({
  page,
  context,
  app,
}) => {
  const item = await findItem(app.url, 'soccer', (each) => each.content.type === 'video' && !each.locked);
  const read = await apiOf(app.url, 'mia');
  await signIn(page, 'mia');
  await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();
  await page.goto('/community');
  const follow = page.getByRole('button', { name: /^Follow / }).first();
  await expect(follow).toBeVisible();
  const channelName = ((await follow.getAttribute('aria-label')) ?? '').replace('Follow ', '');
  await page.goto(`/watch-channel?content=${item.id}&channelId=${item.channel.id}`);
  await page.getByRole('button', { name: 'Save offline' }).click();
  await expect(page.getByRole('button', { name: 'Saved on this device' })).toBeVisible({ timeout: 30_000 });
  await readyForOffline(page);

  await context.setOffline(true);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Soccer' })).toBeVisible();
  await expect(page.getByText('You are offline. Changes are saved and sent later.')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: item.title })).not.toContainText('Needs a connection');
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
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
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
  await page.goto('/community');
  await page.getByRole('button', { name: `Follow ${channelName}` }).click();
  await page.goto('/outbox');
  await expect(page.getByRole('listitem')).toHaveCount(2);

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
