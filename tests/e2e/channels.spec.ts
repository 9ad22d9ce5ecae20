import { expect, test } from '#tests/support/app.ts';
import { pictureFile } from '#tests/support/media.ts';
import type { List } from '#tests/support/library-page.ts';
import { apiOf, readyForOffline, openSignedIn } from '#tests/support/people.ts';

interface Named {
  id: string;
  name: string;
  logoImage: string | null;
  coverImage: string | null;
}

test('PUB-002 PUB-033 PUB-036 a channel is created offline with its pictures, arrives by itself, is edited, and deleted again', async ({
  page,
  context,
  app,
}) => {
  const read = await apiOf(app.url, 'ana');
  const stored = async (name: string) =>
    (await read<List<Named>>('/channels/my')).results.find((channel) => channel.name === name);
  await openSignedIn(page, 'ana');
  await expect(page.getByRole('list', { name: 'Your channels' })).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create Channel' }).click();
  await page.getByRole('radio', { name: 'Soccer' }).check();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const choose = async (label: string, width: number, height: number) => {
    await page.getByLabel(`Upload ${label}`).setInputFiles(await pictureFile('jpg', width, height));
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByRole('dialog', { name: 'Crop the picture' })).toBeHidden();
  };
  await choose('logo', 400, 400);
  await choose('cover', 1600, 900);
  await page.getByLabel('Name').fill('Set pieces');
  await page.getByRole('button', { name: 'Create Channel' }).click();

  await expect(page.getByRole('heading', { name: 'Set pieces', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/channels\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Will send when online')).toBeVisible();
  await expect(page.getByText('There is no content here yet.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Will send when online')).toBeHidden();
  await expect
    .poll(() => stored('Set pieces'))
    .toMatchObject({
      logoImage: expect.stringMatching(/^\/pictures\//),
      coverImage: expect.stringMatching(/^\/pictures\//),
    });
  const logo = page.locator('.channel-page__head .channel-logo img');
  await expect(logo).toHaveAttribute('src', (await stored('Set pieces'))!.logoImage!);

  const menu = page.getByRole('button', { name: 'More actions for Set pieces' });
  await menu.click();
  await page.getByRole('button', { name: 'Edit channel' }).click();
  await page.getByLabel('Name').fill('Set pieces for two');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Set pieces for two', level: 1 })).toBeVisible();
  await expect.poll(() => stored('Set pieces for two')).toBeDefined();

  await page.getByRole('button', { name: 'More actions for Set pieces for two' }).click();
  await page.getByRole('button', { name: 'Delete channel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete channel' }).click();
  await expect(page).toHaveURL(/\/channels$/);
  await expect(page.getByRole('heading', { name: 'Set pieces for two' })).toHaveCount(0);
  await expect.poll(() => stored('Set pieces for two')).toBeUndefined();
});
