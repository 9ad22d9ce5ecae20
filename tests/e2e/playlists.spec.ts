import { expect, ONLINE, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { apiOf, readyForOffline, openSignedIn } from '#tests/support/people.ts';
import type { List } from '#tests/support/library-page.ts';

interface Named {
  id: string;
  name: string;
  title: string;
}

/** A channel of ana that has playlists, whatever order other tests left her channels in. */
const findChannel = async (url: string): Promise<{ id: string; playlists: Named[] }> => {
  const read = await apiOf(url, 'ana');
  const channels = await read<List<Named>>('/channels/my');
  const lists = await Promise.all(
    channels.results.map(async ({ id }) => ({
      id,
      playlists: (await read<List<Named>>(`/channels/${id}/playlists`)).results,
    })),
  );
  return lists.find(({ playlists: { length } }) => length >= 2)!;
};

test('the owner renames a playlist on its channel offline; a title that is taken there is refused before it is queued', async ({
  page,
  context,
  app,
}) => {
  const read = await apiOf(app.url, 'ana');
  const { id, playlists } = await findChannel(app.url);
  const [playlist, other] = playlists as [Named, Named];
  await openSignedIn(page, 'ana');
  await readyForOffline(page);
  await page.goto(`/channels/${id}`);
  const rename = async (from: string, to: string) => {
    await page.getByRole('button', { name: `More actions for ${from}` }).click();
    await page.getByRole('button', { name: 'Rename playlist' }).click();
    await expect(page.getByLabel('Playlist name')).toHaveValue(from);
    await page.getByLabel('Playlist name').fill(to);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  await expect(page.getByRole('link', { name: playlist.title })).toBeVisible();
  await context.setOffline(true);
  await rename(playlist.title, other.title);
  await expect(page.getByText(`${other.title} already exists`)).toBeVisible();
  await expectAccessible(page, 'playlist rename');
  const title = `${playlist.title.slice(0, 30)} again`;
  await page.getByLabel('Playlist name').fill(title);
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
  await expect(row.getByText('Will send when online')).toBeVisible();
  await context.setOffline(false);
  await expect(row.getByText('Will send when online')).toBeHidden();
  const stored = async () =>
    (await read<List<Named>>(`/channels/${id}/playlists`)).results.find((each) => each.id === playlist.id)?.title;
  await expect.poll(stored).toBe(title);
  await rename(title, playlist.title);
  await expect.poll(stored).toBe(playlist.title);
});

test('a visitor of a channel sees no menu on its playlists', ONLINE, async ({ page, app }) => {
  const { id } = await findChannel(app.url);
  await openSignedIn(page, 'mia');
  await page.goto(`/channels/${id}`);
  await expect(page.getByRole('list', { name: 'Playlists' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Playlists' }).getByRole('button')).toHaveCount(0);
});

test('a playlist is made, filled and put in order offline; once it is sent, others play it in that order', async ({
  page,
  context,
  app,
}) => {
  const read = await apiOf(app.url, 'ana');
  const { id } = (await read<List<Named & { hasContent: boolean }>>('/channels/my')).results.find(
    (channel) => channel.hasContent,
  )!;
  await openSignedIn(page, 'ana');
  await readyForOffline(page);
  await page.goto(`/channels/${id}`);
  await expect(page.getByRole('button', { name: 'Create Playlist' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create Playlist' }).click();
  await page.getByLabel('Playlist name').fill('Match week');
  await expectAccessible(page, 'new playlist');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('link', { name: 'Match week' }).click();
  await expect(page.getByRole('heading', { name: 'Match week', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add items' }).click();
  // Two that a Member may play: other tests leave some on the channel that wait.
  const readAsMember = await apiOf(app.url, 'mia');
  const listed = (await readAsMember<List<Named & { locked: boolean }>>(`/channels/${id}/contents`)).results;
  for (const { title } of listed.filter(({ locked }) => !locked).slice(0, 2))
    await page.getByRole('checkbox', { name: title }).check({ force: true });
  await expectAccessible(page, 'items to add');
  await page.getByRole('button', { name: 'Add 2 items' }).click();
  const rows = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  const titles = () => rows.getByRole('link').allInnerTexts();
  // A row is there before what is in it.
  await expect(rows.getByRole('link')).toHaveCount(2);
  const [first, second] = await titles();
  await page.getByRole('button', { name: `More actions for ${second}` }).click();
  await page.getByRole('button', { name: 'Move to top' }).click();
  await expect.poll(titles).toEqual([second, first]);
  await expectAccessible(page, 'own playlist');
  await context.setOffline(false);

  const stored = async () =>
    (await read<List<Named>>(`/channels/${id}/playlists`)).results.find(({ title }) => title === 'Match week')?.id;
  const sent = async () => {
    const playlistId = await stored();
    return (
      playlistId && (await read<List<Named>>(`/playlists/${playlistId}/contents`)).results.map(({ title }) => title)
    );
  };
  await expect.poll(sent).toEqual([second, first]);

  const visitor = await (await context.browser()!.newContext({ baseURL: app.url })).newPage();
  await openSignedIn(visitor, 'mia');
  await visitor.goto(`/channels/${id}`);
  await visitor.getByRole('link', { name: 'Match week' }).click();
  await expectAccessible(visitor, 'playlist of another person');
  await visitor.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(visitor.getByRole('heading', { name: second!, level: 1 })).toBeVisible();
  await visitor.context().close();

  await page.getByRole('button', { name: 'More actions for Match week' }).click();
  await page.getByRole('button', { name: 'Delete playlist' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete playlist' }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${id}$`));
  await expect.poll(stored).toBeUndefined();
});
