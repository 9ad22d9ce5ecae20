import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '#tests/support/app.ts';
import { audioFile, pdfFile, pictureFile, videoFile } from '#tests/support/media.ts';
import { apiOf, readyForOffline, signIn } from '#tests/support/people.ts';

interface Content {
  id: string;
  title: string;
  filename: string;
  type: string;
  folderId: string | null;
  originFileSize: number;
  isPublished: boolean;
  published: { id: string; channelId: string } | null;
}
interface List<T> {
  count: number;
  results: T[];
}

test.setTimeout(240_000);
// A press that cannot be made is known soon; only media take long.
test.use({ actionTimeout: 20_000 });

const tile = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true, level: 3 }) });
const contents = async (url: string, search: string): Promise<Content[]> =>
  (await (await apiOf(url, 'ana'))<List<Content>>(`/library/contents?search=${encodeURIComponent(search)}`)).results;

/** A file under a name of its own, so that tests do not meet in the Library. */
const named = async (name: string, file: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
  const { readFile } = await import('node:fs/promises');
  return { name, mimeType: 'application/octet-stream', buffer: await readFile(file) };
};

const openLibrary = async (page: Page): Promise<void> => {
  await signIn(page, 'ana');
  await page.getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Content' })).toBeVisible();
};

const upload = async (page: Page, name: string, file: string): Promise<void> => {
  await page.getByLabel('Upload', { exact: true }).setInputFiles([await named(name, file)]);
};

/** Takes the network away, also from workers, and gives it back. */
const network = async (context: BrowserContext, isThere: boolean): Promise<void> => {
  if (isThere) await context.unroute('**/api/**');
  else await context.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await context.setOffline(!isThere);
};

test('on a device that was just signed in nothing is called empty before its rows have come', async ({
  page,
  context,
}) => {
  const held = Promise.withResolvers<void>();
  await context.route(/\/api\/sync(\?|$)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await signIn(page, 'ana');
  const isEmpty = page.locator('.empty-state');
  for (const path of ['/channels', '/library', '/library?tab=folders', '/library?tab=tags', '/notifications']) {
    await page.goto(path);
    // A skeleton stands only after the first read.
    await expect(page.locator('output.skeletons').first()).toBeVisible();
    await expect(isEmpty, path).toHaveCount(0);
  }
  await page.goto('/library');
  held.resolve();
  await expect(page.getByRole('list', { name: 'Content' })).toBeVisible();
  await expect(isEmpty).toHaveCount(0);
});

test('UPL-001 UPL-004 UPL-056 LIB-002 LIB-006 a video, an audio and a PDF are picked and stand in the grid with picture, length and size', async ({
  page,
  app,
}) => {
  await openLibrary(page);
  await page
    .getByLabel('Upload', { exact: true })
    .setInputFiles([
      await named('Corner routine.mp4', await videoFile({ seconds: 4 })),
      await named('Halftime words.mp3', await audioFile('mp3', 5)),
      await named('Session plan.pdf', await pdfFile(3)),
    ]);
  await expect(
    page.getByText('While your content is uploading, feel free to explore other areas of Sideline.'),
  ).toBeVisible();
  for (const [title, length] of [
    ['Corner routine', '0:04'],
    ['Halftime words', '0:05'],
    ['Session plan', '3 pages'],
  ] as const) {
    const item = tile(page, title);
    await expect(item.getByText(length)).toBeVisible({ timeout: 120_000 });
    await expect(item.getByText('In Library')).toBeVisible({ timeout: 60_000 });
    await expect(item.getByText(/\d[\d.]* (KB|MB)/)).toBeVisible();
    const picture = item.getByRole('presentation').first();
    await expect(picture).toHaveAttribute('src', /\/pictures\//);
  }
  await expect(page.getByRole('heading', { name: /^Uploads/ })).toHaveCount(0, { timeout: 60_000 });
  expect((await contents(app.url, 'Corner routine')).map(({ filename, type }) => [filename, type])).toEqual([
    ['Corner routine.mp4', 'video'],
  ]);
});

test('UPL-022 UPL-023 an upload that loses the network is paused at its percentage and goes on by itself to one whole file', async ({
  page,
  context,
  app,
}) => {
  const file = await videoFile({ seconds: 20, width: 1280, height: 720 });
  await openLibrary(page);
  await readyForOffline(page);
  let passed = 0;
  let isCut = false;
  await context.route('**/api/mam/ondemand?**', async (route) => {
    // Two chunks arrive, then the line is dead.
    if (isCut || passed >= 2) return route.abort('internetdisconnected');
    passed += 1;
    return route.continue();
  });
  await context.route('**/api/health', (route) => route.abort('internetdisconnected'));
  await upload(page, 'Long match.mp4', file);
  await expect(page.getByText(/^Paused at \d+%\. Resumes when online\.$/)).toBeVisible({ timeout: 60_000 });
  isCut = true;
  await context.setOffline(true);
  await page.reload().catch(() => {});
  await context.setOffline(false);
  await context.unroute('**/api/mam/ondemand?**');
  await context.unroute('**/api/health');
  await page.goto('/library');
  await expect(tile(page, 'Long match').getByText('0:20')).toBeVisible({ timeout: 180_000 });
  const [content, ...others] = await contents(app.url, 'Long match');
  expect(others).toEqual([]);
  const { size } = await (await import('node:fs/promises')).stat(file);
  expect(content!.originFileSize).toBe(size);
});

test('UPL-028 UPL-033 UPL-040 too many files, a wrong one, and a name that is taken are said in the given words', async ({
  page,
}) => {
  await openLibrary(page);
  const audio = await audioFile('mp3', 3);
  const six = await Promise.all(Array.from({ length: 6 }, (_unused, index) => named(`Six ${index}.mp3`, audio)));
  await page.getByLabel('Upload', { exact: true }).setInputFiles(six);
  await expect(page.getByText('You are only able to upload 5 files at a time.')).toBeVisible();
  await page
    .getByLabel('Upload', { exact: true })
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }]);
  await expect(page.getByText("File 'notes.txt' is not a video")).toBeVisible();
  await upload(page, 'Twice.mp3', audio);
  await expect(tile(page, 'Twice').getByText('In Library')).toBeVisible({ timeout: 120_000 });
  await upload(page, 'Twice.mp3', audio);
  await expect(
    page.getByText(
      '[Twice.mp3] already exists in your content library. It has been stored as a copy under [Twice (1).mp3]',
    ),
  ).toBeVisible({ timeout: 60_000 });
  await expect(tile(page, 'Twice (1)').getByText('In Library')).toBeVisible({ timeout: 120_000 });
});

test('LIB-017 LIB-046 LIB-047 LIB-049 offline a folder is made, renamed and filled; all of it waits in words and arrives once, in order', async ({
  page,
  context,
  app,
}) => {
  await openLibrary(page);
  const [title] = await page.getByRole('list', { name: 'Content' }).getByRole('heading', { level: 3 }).allInnerTexts();
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
  await page.getByRole('button', { name: `More actions for ${title!}`, exact: true }).click();
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await page.getByRole('button', { name: 'Away season' }).click();
  await expect(tile(page, title!).getByText('Move will send when online')).toBeVisible();

  await page.goto('/outbox').catch(() => {});
  await expect(page.getByRole('listitem').filter({ hasText: 'Create the folder Away games' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Rename a folder to Away season' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Move / })).toBeVisible();
  await network(context, true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Everything is sent.')).toBeVisible({ timeout: 30_000 });
  // Whoever was awake sent them (a worker that starts with the line is not always seen here): none twice, none out of order.
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

test('LIB-062 a folder title that another device took meanwhile comes back in its place with the reason, and can be changed or discarded', async ({
  page,
  context,
  app,
}) => {
  await openLibrary(page);
  await readyForOffline(page);
  await network(context, false);
  await page.getByRole('link', { name: 'Folders' }).click();
  await page.getByRole('button', { name: 'Create Folder' }).click();
  await page.getByLabel('Folder name').fill('Cup final');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Cup final' })).toBeVisible();
  const answer = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'ana', password: 'Sideline-2026!' }),
  });
  const { access } = (await answer.json()) as { access: string };
  const made = await fetch(`${app.url}/api/library/folders`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${access}`,
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify({ id: crypto.randomUUID(), title: 'Cup final' }),
  });
  expect(made.ok).toBe(true);
  await network(context, true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('alert').filter({ hasText: 'Cup final already exists' })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Folder name').fill('Cup final 2');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Cup final 2' })).toBeVisible();
  await expect(page.getByText('Cup final already exists')).toHaveCount(0);
});

test('PUB-018 PUB-019 PUB-020 PUB-051 LIB-024 LIB-025 content goes through the wizard onto a channel with a cropped cover, and off it again', async ({
  page,
  app,
}) => {
  await openLibrary(page);
  await upload(page, 'Overlap run.mp4', await videoFile({ seconds: 5 }));
  await expect(tile(page, 'Overlap run').getByText('In Library')).toBeVisible({ timeout: 120_000 });
  await page.getByRole('button', { name: 'More actions for Overlap run' }).click();
  await page.getByRole('button', { name: 'Add Content to Channel' }).click();

  await expect(page.getByRole('heading', { name: 'Choose a channel' })).toBeVisible();
  await expect(page.getByText('Choose a channel to go on.')).toBeVisible();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Overlap run');
  await page.getByLabel('Title').fill('Overlap run, left side');
  await page.getByLabel('Description').fill('Two against one at the line.');
  await page.getByLabel('Upload cover').setInputFiles(await pictureFile('jpg', 1600, 1200));
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByRole('button', { name: 'Crop again' })).toBeVisible();
  await page.getByRole('radio', { name: 'Free' }).check();

  // Leaving asks, and what was typed is offered again.
  await page.getByRole('button', { name: 'Leave this page' }).click();
  await expect(page.getByText('Your progress will be lost.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/library$/);
  await page.getByRole('button', { name: 'More actions for Overlap run' }).click();
  await page.getByRole('button', { name: 'Add Content to Channel' }).click();
  await expect(page.getByText('What you typed here before is still there.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Overlap run, left side');

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Create Playlist' }).click();
  await page.getByLabel('Playlist name').fill('Wide play');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Wide play' })).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Tags help members to find your content.')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Custom tags').fill('overlap ');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('The ‘Overlap run, left side’ content was Added to Channel.')).toBeVisible();
  await expect(page).toHaveURL(/\/channels\/[0-9a-f-]{36}$/);

  const read = await apiOf(app.url, 'ana');
  await expect.poll(async () => (await contents(app.url, 'Overlap run'))[0]?.isPublished).toBe(true);
  const { published } = (await contents(app.url, 'Overlap run'))[0]!;
  expect(await read(`/published-contents/${published!.id}`)).toMatchObject({
    title: 'Overlap run, left side',
    description: 'Two against one at the line.',
    customTags: ['overlap'],
    pricingCategory: 'free',
    coverImage: expect.stringMatching(/^\/pictures\//),
  });

  await page.getByRole('link', { name: 'Library' }).click();
  await expect(tile(page, 'Overlap run').getByText('On Channel')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Overlap run' }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(tile(page, 'Overlap run').getByText('Removed from channel')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Overlap run' }).click();
  await page.getByRole('button', { name: 'Re-Add' }).click();
  await page.getByRole('button', { name: 'Use previous tags' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Overlap run, left side');
});

test('LIB-003 LIB-005 LIB-007 LIB-063 LIB-064 the Library is searched, sorted and selected; deletes are said in the given words', async ({
  page,
}) => {
  await openLibrary(page);
  const audio = await audioFile('mp3', 3);
  for (const name of ['Bin one.mp3', 'Bin two.mp3', 'Bin three.mp3']) await upload(page, name, audio);
  for (const title of ['Bin one', 'Bin two', 'Bin three'])
    await expect(tile(page, title).getByText('In Library')).toBeVisible({ timeout: 120_000 });
  await page.getByLabel('Search your library').fill('bin');
  const list = page.getByRole('list', { name: 'Content' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Sort: Newest' }).click();
  await page.getByRole('radio', { name: 'Alphabetical (Z-A)' }).check();
  await expect(list.getByRole('heading')).toHaveText(['Bin two', 'Bin three', 'Bin one']);

  await page.getByRole('button', { name: 'More actions for Bin one' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The ‘Bin one.mp3’ content was deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(page.getByText(/^2 selected · /)).toBeVisible();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Delete 2 files?' })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Files were deleted.')).toBeVisible();
  await expect(page.getByText('No content matches your search.')).toBeVisible();
});

test('LIB-010 LIB-053 LIB-054 LIB-065 tag groups are made, put in order and deleted', async ({ page, app }) => {
  await signIn(page, 'ana');
  await page.goto('/library?tab=tags');
  await page.getByRole('button', { name: 'Create Tag Group' }).click();
  await page.getByLabel('Group name').fill('Set pieces');
  await page.getByRole('textbox', { name: 'Tags' }).fill('corner free-kick ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The ‘Set pieces’ profile was created.')).toBeVisible();
  await page.getByRole('button', { name: 'Reorder' }).click();
  while (await page.getByRole('button', { name: 'Move Set pieces up' }).isEnabled())
    await page.getByRole('button', { name: 'Move Set pieces up' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  const read = await apiOf(app.url, 'ana');
  await expect
    .poll(async () => (await read<List<{ title: string }>>('/library/tag-profiles')).results[0]?.title)
    .toBe('Set pieces');
  await page.getByRole('button', { name: 'More actions for Set pieces' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(async () =>
      (await read<List<{ title: string }>>('/library/tag-profiles')).results.some(
        ({ title }) => title === 'Set pieces',
      ),
    )
    .toBe(false);
});

test('PUB-001 PUB-004 PUB-007 a channel is unpublished and published from its menu, and the page says so', async ({
  page,
  app,
}) => {
  await signIn(page, 'ana');
  const menu = page.getByRole('button', { name: /^More actions for/ }).first();
  await menu.click();
  await page.getByRole('button', { name: 'Unpublish channel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish channel' }).click();
  await expect(page.getByText('1 of your channels is unpublished.')).toBeVisible();
  const read = await apiOf(app.url, 'ana');
  await expect
    .poll(
      async () =>
        (await read<List<{ active: boolean }>>('/channels/my')).results.filter(({ active }) => !active).length,
    )
    .toBe(1);
  await page.getByRole('button', { name: 'Publish channel' }).click();
  await expect(page.getByText('1 of your channels is unpublished.')).toHaveCount(0);
  await expect
    .poll(async () => (await read<List<{ active: boolean }>>('/channels/my')).results.every(({ active }) => active))
    .toBe(true);
});

test('PUB-003 channels are put in order by hand, on this device at once and on the server', async ({ page, app }) => {
  await signIn(page, 'ana');
  const names = page.getByRole('list', { name: 'Your channels' }).getByRole('heading');
  await page.getByRole('button', { name: 'Reorder' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  const order = page.getByRole('list', { name: 'Your channels' }).getByRole('listitem');
  const [first, second] = (await order.allInnerTexts()).map((text) => text.trim());
  await page.getByRole('button', { name: `Move ${first!} down` }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(names.first()).toHaveText(second!);
  const read = await apiOf(app.url, 'ana');
  await expect
    .poll(async () => (await read<List<{ name: string }>>('/channels/my')).results.map(({ name }) => name))
    .toEqual([second, first]);
});
