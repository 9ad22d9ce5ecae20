import { expect, test } from '#tests/support/app.ts';
import { tile, contents, named, openLibrary, upload } from '#tests/support/library-page.ts';
import { audioFile, pdfFile, videoFile } from '#tests/support/media.ts';
import { readyForOffline } from '#tests/support/people.ts';

test.setTimeout(240_000);
// A failing press should fail early; only media take long.
test.use({ actionTimeout: 20_000 });

test('UPL-001 UPL-004 UPL-056 LIB-002 LIB-006 a video, an audio and a PDF are picked and shown in the grid with picture, length and size', async ({
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

test('UPL-022 UPL-023 an upload that loses the network is paused at its percentage and continues automatically to one complete file', async ({
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
    // Two chunks arrive, then the network is cut.
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

test('UPL-028 UPL-033 UPL-040 too many files, a wrong one, and a taken name show the specified messages', async ({
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
