import { stat, writeFile } from 'node:fs/promises';
import { expect, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { contents, network, openLibrary, upload } from '#tests/support/library-page.ts';
import { describeMedia, largeUprightVideoFile } from '#tests/support/media.ts';
import { apiOf, readyForOffline } from '#tests/support/people.ts';

test.setTimeout(300_000);
test.use({ actionTimeout: 30_000 });

test('a video is made smaller without a network and over a reload, and arrives whole, upright and with its sound', async ({
  page,
  context,
  app,
}, info) => {
  const file = await largeUprightVideoFile();
  const { size } = await stat(file);
  await openLibrary(page);
  await readyForOffline(page);
  await network(context, false);
  const name = `Training ${Date.now()}`;
  await upload(page, `${name}.mov`, file);
  await expect(page.getByText(/^Make it smaller, 480p: about [\d.]+ MB instead of/)).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page, 'upload with an offer to make it smaller');
  await page.getByRole('button', { name: `Make smaller: ${name}.mov` }).click();
  await expect(page.getByText(/^Making it smaller \d+%$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Made smaller: [\d.]+ MB instead of/)).toBeVisible({ timeout: 120_000 });
  await network(context, true);
  await expect
    .poll(async () => (await contents(app.url, name)).map((row) => ({ ...row })), { timeout: 150_000 })
    .toMatchObject([{ filename: `${name}.mp4`, encodingStatus: 4 }]);
  const [content] = await contents(app.url, name);
  expect(content!.originFileSize).toBeLessThan(size * 0.7);

  const api = await apiOf(app.url, 'ana');
  const link = await api<{ url: string; sizeBytes: number }>(`/library/contents/${content!.id}/download-link`);
  const original = info.outputPath('original.mp4');
  await writeFile(original, Buffer.from(await (await fetch(app.url + link.url)).arrayBuffer()));
  expect((await stat(original)).size).toBe(content!.originFileSize);
  const facts = await describeMedia(original);
  expect(facts).toMatch(/Video: (h264|vp9).* 480x854/);
  expect(facts).toMatch(/Audio: aac/);
  expect(facts).toMatch(/Duration: 00:00:0(5\.9|6\.0)/);
  expect(facts).not.toMatch(/rotat|rotation of/);
  expect(facts).toMatch(/frame= *180 /);
});
