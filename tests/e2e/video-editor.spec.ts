import { expect, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { contents, network, openLibrary, tile, upload } from '#tests/support/library-page.ts';
import { videoFile } from '#tests/support/media.ts';
import { readyForOffline } from '#tests/support/people.ts';

test('NAV-079 VID-001 D-94 D-140 a video is cut without a network; the copy waits in the Library, and is made once there is one', async ({
  page,
  context,
  app,
}) => {
  await openLibrary(page);
  const name = `Drill ${Date.now()}`;
  await upload(page, `${name}.mp4`, await videoFile({ seconds: 8 }));
  await expect
    .poll(async () => (await contents(app.url, name))[0], { timeout: 120_000 })
    .toMatchObject({ encodingStatus: 4 });
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Edit Video' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/video-editor' && url.searchParams.has('contentId'));
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'End of the part' })).toHaveAttribute('aria-valuetext', /^00:08\.0/);
  await expectAccessible(page, 'video editor');
  await readyForOffline(page);
  await network(context, false);
  await page.getByRole('textbox', { name: 'End', exact: true }).fill('00:04.0');
  await expect(page.getByText('Part: 00:04.0')).toBeVisible();
  await page.getByRole('button', { name: 'Save as copy' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/library');
  const copy = tile(page, `${name} (1)`);
  await expect(copy.getByText('Edit will send when online')).toBeVisible();
  await network(context, true);
  await expect
    .poll(async () => (await contents(app.url, `${name} (1)`))[0], { timeout: 120_000 })
    .toMatchObject({ encodingStatus: 4, duration: expect.closeTo(4, 1) });
  await expect(copy.getByText('Edit will send when online')).toBeHidden();

  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Edit Video' }).click();
  await page.getByRole('textbox', { name: 'Start', exact: true }).fill('00:03.0');
  await expect(page.getByText('Part: 00:05.0')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Keep only this part' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/library');
  await expect(tile(page, name).getByText(/^(Waiting to be edited|Editing)/)).toBeVisible();
  await expect(tile(page, name).getByText('0:05')).toBeVisible({ timeout: 120_000 });
  await expect(tile(page, name).getByText(/^(Waiting to be edited|Editing)/)).toBeHidden();
});
