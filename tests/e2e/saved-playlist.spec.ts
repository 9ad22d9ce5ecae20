import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/app.ts';
import { apiOf, navigate, readyForOffline, openSignedIn } from '#tests/support/people.ts';

interface Item {
  id: string;
  title: string;
  locked: boolean;
  content: { type: string };
  channel: { id: string };
}
interface List<T> {
  results: T[];
}

const DAY_MS = 24 * 3_600_000;

/** A playlist of ana's with two videos that mia may watch. Other tests may have published any number of newer contents. */
const findPlaylist = async (url: string): Promise<{ id: string; items: Item[] }> => {
  const [creator, member] = await Promise.all([apiOf(url, 'ana'), apiOf(url, 'mia')]);
  const channels = await creator<List<{ id: string }>>('/channels/my');
  for (const channel of channels.results) {
    const playlists = await member<List<{ id: string }>>(`/channels/${channel.id}/playlists?limit=100&offset=0`);
    for (const { id } of playlists.results ?? []) {
      const items = (await member<List<Item>>(`/playlists/${id}/contents?limit=25&offset=0`)).results;
      if (items.filter(({ locked, content }) => !locked && content.type === 'video').length >= 2) return { id, items };
    }
  }
  throw new Error('The demo has no playlist with two videos.');
};

const savedOf = (page: Page) => page.getByRole('main').getByText('Saved on this device');

test('a playlist goes on being saved after its page was killed half way, plays offline, and not after the end of its lease', async ({
  page: first,
  context,
  app,
}) => {
  const { id, items } = await findPlaylist(app.url);
  const playable = items.filter(({ locked }) => !locked);
  const last = playable.findLast(({ content }) => content.type === 'video')!;
  await openSignedIn(first, 'mia');
  await readyForOffline(first);
  // The first file is answered, the next one never: the page is killed while it is asked for.
  let asked = 0;
  let isHeld = true;
  await context.route('**/media/**/*.{mp4,m4a,pdf}', (route) => {
    if (!isHeld || route.request().method() === 'HEAD') return route.continue();
    asked += 1;
    return asked === 1 ? route.continue() : undefined;
  });
  await navigate(first, `/playlists/${id}`);
  await first.getByRole('button', { name: 'Save all offline' }).click();
  await expect(savedOf(first)).toHaveCount(1);
  await expect.poll(() => asked).toBeGreaterThan(1);
  isHeld = false;
  await first.close({ runBeforeUnload: false });

  const page = await context.newPage();
  await page.clock.install({ time: Date.now() });
  await page.goto(`/playlists/${id}`);
  await expect(savedOf(page)).toHaveCount(playable.length, { timeout: 60_000 });
  await navigate(page, `/watch-channel?content=${last.id}&channelId=${last.channel.id}`);
  await expect(page.getByRole('button', { name: 'Saved on this device' })).toBeVisible();

  await context.setOffline(true);
  await page.goto(`/watch-channel?content=${last.id}&channelId=${last.channel.id}`);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0);
  await navigate(page, '/help-support/sync-storage');
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: last.title })
      .getByText(/Until /),
  ).toBeVisible();

  await page.clock.setSystemTime(Date.now() + 31 * DAY_MS);
  await page.goto(`/watch-channel?content=${last.id}&channelId=${last.channel.id}`);
  await expect(page.getByText('The time to watch this offline is over.', { exact: false }).first()).toBeVisible();
  await expect(video).toHaveCount(0);

  // The server's clock renews it.
  await page.clock.setSystemTime(Date.now());
  await context.setOffline(false);
  await navigate(page, '/help-support/sync-storage');
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: last.title })
      .getByText(/Until /),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove all', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all', exact: true }).click();
  await expect(page.getByText('Nothing is saved.', { exact: false })).toBeVisible();
});
