import { expect, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { apiOf, readyForOffline, openSignedIn } from '#tests/support/people.ts';
import type { List } from '#tests/support/library-page.ts';

interface Item {
  id: string;
  title: string;
}

test('PUB-024 PUB-025 what is published is edited from its channel without a network, and members see it once it is sent', async ({
  page,
  context,
  app,
}) => {
  const [read, asMember] = [await apiOf(app.url, 'ana'), await apiOf(app.url, 'mia')];
  const [channel] = (await read<List<Item & { hasContent: boolean }>>('/channels/my')).results.filter(
    ({ hasContent }) => hasContent,
  );
  const [item] = (await read<List<Item>>(`/channels/${channel!.id}/contents`)).results as [Item];
  await openSignedIn(page, 'ana');
  await readyForOffline(page);
  await page.goto(`/channels/${channel!.id}`);
  const tile = (title: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const edit = async (from: string, to: string) => {
    await tile(from).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Edit Description' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await page.getByLabel('Title').fill(to);
  };
  await expect(tile(item.title)).toBeVisible();
  await context.setOffline(true);
  const title = `${item.title.slice(0, 30)} again`;
  await edit(item.title, title);
  await expectAccessible(page, 'edit published content');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('You have unsaved changes. Leave without saving?');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channel!.id}$`));
  await expect(tile(title).getByText('Will send when online')).toBeVisible();
  await context.setOffline(false);
  await expect(tile(title).getByText('Will send when online')).toBeHidden();
  const shown = async () =>
    (await asMember<List<Item>>(`/channels/${channel!.id}/contents`)).results.find(({ id }) => id === item.id)?.title;
  await expect.poll(shown).toBe(title);
  await edit(title, item.title);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(shown).toBe(item.title);
});
