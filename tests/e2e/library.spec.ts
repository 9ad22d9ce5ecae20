import { expect, ONLINE, test } from '#tests/support/app.ts';
import { tile, openLibrary, network, type List } from '#tests/support/library-page.ts';
import { apiOf, dialogsGone, openSignedIn, readyForOffline, signIn } from '#tests/support/people.ts';

// A failing press should fail early; only media take long.
test.use({ actionTimeout: 20_000 });

test('after a sign-in no list is shown as empty before its rows have arrived', ONLINE, async ({ page, context }) => {
  const held = Promise.withResolvers<void>();
  await context.route(/\/api\/sync(\?|$)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await signIn(page, 'ana');
  const isEmpty = page.locator('.empty-state');
  for (const path of ['/channels', '/library', '/library?tab=folders', '/library?tab=tags', '/notifications']) {
    await page.goto(path);
    // Skeletons are shown only after the first read.
    await expect(page.locator('output.skeletons').first()).toBeVisible();
    await expect(isEmpty, path).toHaveCount(0);
  }
  await page.goto('/library');
  held.resolve();
  await expect(page.getByRole('list', { name: 'Content' })).toBeVisible();
  await expect(isEmpty).toHaveCount(0);
});

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
  await page.goto('/outbox').catch(() => {});
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

test('a folder title that another device used meanwhile is shown as refused in its place with the reason, and can be changed or discarded', async ({
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

test(
  'LIB-010 LIB-017 LIB-053 LIB-054 LIB-065 tag groups are made, put in order and deleted',
  ONLINE,
  async ({ page, app }) => {
    await openSignedIn(page, 'ana');
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
  },
);
