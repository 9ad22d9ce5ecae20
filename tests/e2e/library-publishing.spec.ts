import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { tile, contents, openLibrary } from '#tests/support/library-page.ts';
import { pictureFile } from '#tests/support/media.ts';
import { apiOf } from '#tests/support/people.ts';

test.use(WITHOUT_WORKER);

// A failing press should fail early.
test.use({ actionTimeout: 20_000 });

test('PUB-018 PUB-019 PUB-020 PUB-051 LIB-017 LIB-024 LIB-025 content goes through the wizard onto a channel with a cropped cover, and off it again', async ({
  page,
  app,
}) => {
  await openLibrary(page);
  await expect(tile(page, 'corner-wide').getByText('In Library')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for corner-wide' }).click();
  await page.getByRole('button', { name: 'Add Content to Channel' }).click();

  await expect(page.getByRole('heading', { name: 'Choose a channel' })).toBeVisible();
  await expect(page.getByText('Choose a channel to go on.')).toBeVisible();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('corner-wide');
  await page.getByLabel('Title').fill('Overlap run, left side');
  await page.getByLabel('Description').fill('Two against one at the line.');
  const preview = page.locator('.crop-field__preview img');
  await expect(preview).toHaveAttribute('src', /^\/pictures\//);
  // The drawings come one after another, then the content's own picture again.
  let before = (await preview.getAttribute('src'))!;
  for (const kind of [/^blob:/, /^blob:/, /^blob:/, /^blob:/, /^\/pictures\//]) {
    await page.getByRole('button', { name: 'Next default' }).click();
    await expect(preview).not.toHaveAttribute('src', before);
    await expect(preview).toHaveAttribute('src', kind);
    before = (await preview.getAttribute('src'))!;
  }
  await page.getByLabel('Upload cover').setInputFiles(await pictureFile('jpg', 1600, 1200));
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByRole('button', { name: 'Crop again' })).toBeVisible();
  await page.getByRole('radio', { name: 'Free' }).check();

  // Leaving asks first, and Undo brings back what was typed.
  await page.getByRole('button', { name: 'Leave this page' }).click();
  await expect(page.getByRole('heading', { name: 'Leave this page?' })).toBeVisible();
  await expect(page.getByText('Your progress will be lost.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/library$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('What you typed here before is still there.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Overlap run, left side');

  await expect(page.getByRole('heading', { name: 'Choose a playlist' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Playlist' }).click();
  await page.getByLabel('Playlist name').fill('Wide play');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Wide play' })).toBeChecked();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Tags help members to find your content.')).toBeVisible();
  await expect(page.getByLabel('Custom tags')).toBeHidden();
  await page.getByText('Begin tagging').click();
  await page.getByLabel('Custom tags').fill('overlap ');
  await page.getByText('Select a saved tag group').click();
  await expect(page.getByRole('radio', { name: 'No tag group' })).toBeChecked();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('The ‘Overlap run, left side’ content was Added to Channel.')).toBeVisible();
  await expect(page).toHaveURL(/\/channels\/[0-9a-f-]{36}$/);

  const read = await apiOf(app.url, 'ana');
  await expect.poll(async () => (await contents(app.url, 'corner-wide'))[0]?.isPublished).toBe(true);
  const { published } = (await contents(app.url, 'corner-wide'))[0]!;
  expect(await read(`/published-contents/${published!.id}`)).toMatchObject({
    title: 'Overlap run, left side',
    description: 'Two against one at the line.',
    customTags: ['overlap'],
    pricingCategory: 'free',
    coverImage: expect.stringMatching(/^\/pictures\//),
  });

  await page.getByRole('link', { name: 'Library' }).click();
  await expect(tile(page, 'corner-wide').getByText('On Channel')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for corner-wide' }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(tile(page, 'corner-wide').getByText('Removed from channel')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for corner-wide' }).click();
  await page.getByRole('button', { name: 'Re-Add' }).click();
  await page.getByRole('button', { name: 'Use previous tags' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Overlap run, left side');
});
