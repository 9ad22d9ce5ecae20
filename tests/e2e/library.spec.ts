import { expect, test } from '#tests/support/app.ts';
import { tile, openLibrary, network, type List } from '#tests/support/library-page.ts';
import { apiOf, dialogsGone, navigate, readyForOffline } from '#tests/support/people.ts';

// A failing press should fail early; only media take long.
test.use({ actionTimeout: 20_000 });

test('LIB-017 LIB-046 LIB-047 LIB-049 offline a folder is made, renamed and filled; all of it is shown as waiting and arrives once, in order', async ({
  page,
  context,
  app,
}) => {
  await openLibrary(page);
  const titles = page.getByRole('list', { name: 'Content' }).getByRole('heading', { level: 3 });
  const title = await titles.first().innerText();
  const sent: string[] = [];
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().method() !== 'GET' && pathname.startsWith('/api/library/'))
      sent.push(`${response.request().method()} ${pathname.replace(/[0-9a-f-]{36}/g, ':id')} ${response.status()}`);
  });
  await readyForOffline(page);
  await network(context, false);
  await page.getByRole('link', { name: 'Folders' }).click();
  await page.getByRole('button', { name: 'Create Folder' }).click();
  await page.getByLabel('Folder name').fill('Away games');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Away games' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Away games' }).click();
  await page.getByRole('button', { name: 'Rename folder' }).click();
  await page.getByLabel('Folder name').fill('Away season');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click();
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await page.getByRole('button', { name: 'Away season' }).click();
  await expect(tile(page, title).getByText('Move will send when online')).toBeVisible();

  await dialogsGone(page);
  await navigate(page, '/outbox');
  await expect(page.getByRole('listitem').filter({ hasText: 'Create the folder Away games' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Rename a folder to Away season' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Move / })).toBeVisible();
  await network(context, true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Everything is sent.')).toBeVisible({ timeout: 30_000 });
  // Page or worker sent them (a worker that starts when the network returns is not always visible here): none twice,
  // none out of order.
  const inOrder = [
    'POST /api/library/folders 200',
    'PUT /api/library/folders/:id 200',
    'POST /api/library/folders/move-contents 204',
  ];
  const done = sent.filter((line) => / 20\d$/.test(line));
  expect(done).toEqual(inOrder.filter((line) => done.includes(line)));

  const read = await apiOf(app.url, 'ana');
  const folders = (
    await read<List<{ id: string; title: string; videoCount: number; audioCount: number; textCount: number }>>(
      '/library/folders',
    )
  ).results.filter((folder) => folder.title.startsWith('Away'));
  expect(folders).toMatchObject([{ title: 'Away season' }]);
  expect(folders[0]!.videoCount + folders[0]!.audioCount + folders[0]!.textCount).toBe(1);
});
