import { expect, test } from '#tests/support/app.ts';
import { launchOptions } from '#tests/support/chromium.ts';
import { contents, network, openLibrary, tile, type List } from '#tests/support/library-page.ts';
import { apiOf, readyForOffline } from '#tests/support/people.ts';

test.use({
  actionTimeout: 30_000,
  launchOptions: {
    ...launchOptions(),
    args: [...launchOptions().args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

test('from whistle to published without a network: recorded, cut, captioned, described, published; all of it arrives by itself, once', async ({
  page,
  context,
  app,
}) => {
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const isAtLibrary = () => expect(page).toHaveURL((url) => url.pathname === '/library');
  await openLibrary(page);
  await readyForOffline(page);
  const before = (await contents(app.url, '')).map(({ id }) => id);
  await network(context, false);

  await page.getByRole('link', { name: 'Record video' }).click();
  await tap('Record');
  // Longer than the part that is kept: on a busy machine the first picture comes a second or more after the start.
  await expect(page.getByRole('timer')).toHaveText(/0:(0[89]|[1-5]\d)/, { timeout: 60_000 });
  await tap('Stop');
  await expect(page.getByText(/^On this phone: 0:\d\d/)).toBeVisible();
  await tap('Use it');
  await isAtLibrary();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Publish when ready/ }) });

  await card.getByRole('link', { name: /^Edit Video/ }).click();
  await page.getByRole('textbox', { name: 'Start', exact: true }).fill('00:00.5');
  await page.getByRole('textbox', { name: 'End', exact: true }).fill('00:03.5');
  await expect(page.getByText('Part: 00:03.0')).toBeVisible();
  await tap('Save');
  await tap('Keep only this part');
  await isAtLibrary();

  await card.getByRole('link', { name: /^Captions/ }).click();
  await tap('Add caption here');
  await page.getByRole('textbox', { name: /^Caption 1,/ }).fill('Watch the far post');
  await tap('Save');
  await isAtLibrary();

  await card.getByRole('link', { name: /^Publish when ready/ }).click();
  await page.getByRole('radio').first().check();
  await tap('Next');
  await page.getByLabel('Title').fill('Corner routine');
  await tap('Next');
  await tap('Publish');
  await expect(page.getByText(/content was Added to Channel/)).toBeVisible();
  await page.getByRole('link', { name: 'Library' }).click();
  await expect(page.getByText(/^Goes live on .+ when it is ready\.$/)).toBeVisible();

  await network(context, true);
  const [read, readOwn] = [await apiOf(app.url, 'mia'), await apiOf(app.url, 'ana')];
  const recorded = async () => (await contents(app.url, '')).filter(({ id }) => !before.includes(id));
  const published = async () => {
    const { id, channelId } = (await recorded())[0]?.published ?? {};
    if (!id) return undefined;
    const { results } = await read<List<{ id: string; title: string }>>(`/channels/${channelId}/contents`);
    return results.find((each) => each.id === id)?.title;
  };
  await expect.poll(published, { timeout: 150_000 }).toBe('Corner routine');
  const [item, ...others] = await recorded();
  expect(others).toEqual([]);
  expect(item).toMatchObject({ duration: expect.closeTo(3, 0), trim: null });
  const { tracks } = await readOwn<{ tracks: { cues: { text: string }[] }[] }>(
    `/library/contents/${item!.id}/captions`,
  );
  expect(tracks.flatMap(({ cues }) => cues.map(({ text }) => text))).toEqual(['Watch the far post']);
  await expect(tile(page, item!.title).getByText('On Channel')).toBeVisible({ timeout: 60_000 });
});
