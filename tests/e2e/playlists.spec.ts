import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { apiOf, navigate, readyForOffline, openSignedIn } from '#tests/support/people.ts';
import type { List } from '#tests/support/library-page.ts';

interface Named {
  id: string;
  name: string;
  title: string;
}

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
  await navigate(page, `/channels/${id}`);
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

  const visitor = await (await context.browser()!.newContext({ baseURL: app.url, ...WITHOUT_WORKER })).newPage();
  await openSignedIn(visitor, 'mia');
  await navigate(visitor, `/channels/${id}`);
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
