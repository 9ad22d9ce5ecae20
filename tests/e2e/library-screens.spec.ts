import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { openLibrary, tile, type Content, type List } from '#tests/support/library-page.ts';
import { apiOf } from '#tests/support/people.ts';

test.use(WITHOUT_WORKER);

test.use({ actionTimeout: 20_000 });

test('LIB-001 LIB-004 LIB-008 LIB-009 LIB-014 LIB-015 LIB-016 LIB-062 LIB-066 the three tabs; a folder refuses a taken name in its dialog, and shows its title, counts and content', async ({
  page,
  app,
}) => {
  const read = await apiOf(app.url, 'ana');
  const [item] = (await read<List<Content>>('/library/contents?type=video&sort=a_z')).results;
  await openLibrary(page);
  const tabs = page.getByRole('navigation', { name: 'Library' }).or(page.getByRole('tablist', { name: 'Library' }));
  await expect(tabs.getByRole('link')).toHaveText(['Content', 'Folders', 'Tags']);
  await page.getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('heading', { name: 'Saved Tags Groups' })).toBeVisible();
  await page.getByRole('link', { name: 'Folders' }).click();
  await page.getByRole('button', { name: 'Create Folder' }).click();
  await page.getByLabel('Folder name').fill('Drill book');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const folders = page.getByRole('list', { name: 'Folders' });
  await expect(folders.getByRole('link', { name: 'Drill book' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Folder' }).click();
  await page.getByLabel('Folder name').fill('drill BOOK');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByLabel('Folder name')).toHaveAccessibleDescription(/drill BOOK already exists/);
  await page.keyboard.press('Escape');
  await expect(folders.getByRole('link', { name: /drill book/i })).toHaveCount(1);

  await folders.getByRole('link', { name: 'Drill book' }).click();
  await expect(page.getByRole('heading', { name: 'Drill book', level: 1 })).toBeVisible();
  await expect(page.getByText('Nothing in this folder')).toBeVisible();
  const counts = page.locator('.folder-board__count');
  await expect(counts).toHaveText(['0video', '0audio', '0text']);
  await page
    .getByRole('button', { name: 'Back' })
    .or(page.getByRole('link', { name: 'Back' }))
    .click();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByLabel('Search your library').fill(item!.title);
  await page.getByRole('button', { name: `More actions for ${item!.title}`, exact: true }).click();
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await page.getByRole('button', { name: 'Drill book' }).click();
  await page.getByRole('link', { name: 'Folders' }).click();
  await folders.getByRole('link', { name: 'Drill book' }).click();
  await expect(counts).toHaveText(['1video', '0audio', '0text']);
  await expect(tile(page, item!.title)).toBeVisible();
});

test('LIB-011 LIB-012 LIB-013 help explains the Library and how to publish; tips that were hidden stay hidden', async ({
  page,
}) => {
  await openLibrary(page);
  await page.getByText('Before you upload').click();
  await expect(page.getByText('Up to 5 files at a time.')).toBeVisible();
  await page.getByRole('button', { name: 'Do not show again' }).click();
  await expect(page.getByText('Before you upload')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Content' })).toBeVisible();
  await expect(page.getByText('Before you upload')).toHaveCount(0);

  // The list grows while it is scrolled; help is loaded near its end.
  const scrollToEnd = () =>
    page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight);
      return document.querySelector('.library__help') !== null;
    });
  await expect.poll(scrollToEnd).toBe(true);
  const help = page.getByRole('region', { name: 'Help' });
  for (const question of ['Library', 'Channel', 'Content', 'Playlist'])
    await expect(help.getByRole('heading', { name: `What is a ${question}?` })).toBeVisible();
  await help.getByRole('heading', { name: 'What is a Channel?' }).click();
  await expect(help.getByText('A Channel shows content to your community.')).toBeVisible();
  await help.getByRole('heading', { name: 'How to publish' }).click();
  await expect(help.getByRole('listitem').filter({ hasText: 'Add Content to Channel' })).toBeVisible();
});

test('LIB-033 the search begins when nothing was typed for half a second', async ({ page }) => {
  await page.clock.install();
  await openLibrary(page);
  const items = page.getByRole('list', { name: 'Content' }).getByRole('listitem');
  await expect(items.nth(1)).toBeVisible();
  const before = await items.count();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Search your library').fill('no such words');
  await page.clock.runFor(400);
  await page.getByLabel('Search your library').fill('no such words at all');
  await page.clock.runFor(499);
  await expect(items).toHaveCount(before);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page.getByText('No content matches your search.')).toBeVisible();
});
