import type { Page } from '@playwright/test';
import { contents, named, network, openLibrary, tile, upload } from '#tests/support/library-page.ts';
import { audioFile, paddedVideoFile, pdfFile, videoFile } from '#tests/support/media.ts';
import { ONLINE } from '#tests/support/app.ts';
import { expect, test } from '#tests/support/own-rows.ts';
import { readyForOffline } from '#tests/support/people.ts';

// A failing press should fail early; only media take long.
test.use({ actionTimeout: 20_000 });

test(
  'UPL-001 UPL-004 UPL-056 LIB-002 LIB-006 a video, an audio and a PDF are picked and shown in the grid with picture, length and size',
  ONLINE,
  async ({ page, app }) => {
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
  },
);

test('UPL-022 UPL-023 an upload that loses the network is paused at its percentage and continues automatically to one complete file', async ({
  page,
  context,
  app,
}) => {
  const file = await paddedVideoFile(20_000_000, { seconds: 20 });
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

const card = (page: Page, filename: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Cancel ${filename}` }) });

test('UPL-003 UPL-004 an upload is one card until it is ready, with the menu of its content; what was sent is never paused', async ({
  page,
  context,
  encodings,
}) => {
  await openLibrary(page);
  await readyForOffline(page);
  await encodings.hold();
  await upload(page, 'Set piece.mp4', await videoFile({ seconds: 4 }));
  const sent = card(page, 'Set piece.mp4');
  // The menu comes with the content: the server has every byte.
  await expect(sent.getByRole('button', { name: 'More actions for Set piece.mp4' })).toBeVisible({ timeout: 60_000 });
  await network(context, false);
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await expect(sent.getByText(/^Optimizing/).first()).toBeVisible();
  await expect(tile(page, 'Set piece')).toHaveCount(0);

  await sent.getByRole('button', { name: 'More actions for Set piece.mp4' }).click();
  await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Select' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('link', { name: /^Outbox/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible();
  await expect(sent.getByText(/^Optimizing/).first()).toBeVisible();
  await expect(page.getByText(/Paused/)).toHaveCount(0);

  await encodings.release();
  await network(context, true);
  await page.goto('/library');
  await expect(tile(page, 'Set piece').getByText('In Library')).toBeVisible({ timeout: 120_000 });
  await expect(sent).toHaveCount(0);
  await expect(tile(page, 'Set piece').getByText('0:04')).toBeVisible();
});
