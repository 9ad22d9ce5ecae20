import type { Page } from '@playwright/test';
import { newId, organizationScope } from '#contract/ids.ts';
import { expect, test } from '#tests/support/own-rows.ts';
import { ONLINE, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { button } from '#tests/support/join-page.ts';
import { named, network, openLibrary, tile, type Content, type List } from '#tests/support/library-page.ts';
import { audioFile } from '#tests/support/media.ts';
import { apiOf, navigate, PASSWORD, readyForOffline } from '#tests/support/people.ts';
import { addPerson } from '../faults/world/people.ts';
import { signInByForm } from '../faults/world/screens.ts';

test(
  'APP-081 ADM-001 ADM-016 ADM-022 ADM-024 ADM-025 D-236 an Owner invites a person, who accepts, becomes the Owner and removes the former one',
  ONLINE,
  async ({ page, app, browser, sql }) => {
    const [owner, friend] = [await addPerson(sql), await addPerson(sql)];
    const [id, club] = [newId(), `Club ${owner.username}`];
    const called = (userId: string, name: string) =>
      sql.query(`update users set first_name = $2, last_name = 'Admins' where id = $1`, [userId, name]);
    await called(owner.userId, 'Olga');
    await called(friend.userId, 'Freya');
    await sql.query(`insert into organizations (id, name, status, first_time) values ($1, $2, 'approved', false)`, [
      id,
      club,
    ]);
    await sql.query(`insert into organization_admins (organization_id, user_id, role) values ($1, $2, 'Owner')`, [
      id,
      owner.userId,
    ]);
    await sql.query(`update users set is_organization = true, last_role = 'organization' where id = $1`, [
      owner.userId,
    ]);

    await page.goto('/sign-in');
    await signInByForm(page, owner);
    await navigate(page, '/admins-management');
    await expect(page.getByText('Olga Admins')).toBeVisible();
    await button(page, 'Add administrators').click();
    await page.getByRole('link', { name: 'Add admin users' }).click();
    await page.getByLabel('Search for people').fill(friend.username);
    // The people of the search, no longer everybody: the row that is pressed must stay.
    await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1);
    await page.getByText('Freya Admins').click();
    await expectAccessible(page, 'the picker of administrators');
    await button(page, 'Invite 1').click();
    await expect(page).toHaveURL(/\/admins-management$/);

    const context = await browser.newContext({ baseURL: app.url, ...WITHOUT_WORKER });
    const other = await context.newPage();
    await other.goto('/sign-in');
    await signInByForm(other, friend);
    await navigate(other, '/notifications');
    await expect(other.getByText(`${club}: you were invited.`)).toBeVisible();
    await navigate(other, '/organization-invitations');
    await button(other, 'Accept').click();
    await button(other, `Open ${club}`).click();
    await expect(other.getByText('Olga Admins')).toBeVisible();
    // Only the Owner has buttons on others.
    await expect(button(other, 'More actions for Olga Admins')).toHaveCount(0);

    await page.reload();
    await button(page, 'More actions for Freya Admins').click();
    await button(page, 'Change role').click();
    await page.getByRole('radio', { name: 'Owner', exact: true }).check();
    await button(page, 'Assign').click();
    await button(page, 'Transfer ownership').click();
    await button(page, 'Yes, Freya Admins is the Owner').click();
    await expect(page.getByText('Freya Admins is the Owner now.')).toBeVisible();
    await expect(button(page, 'More actions for Freya Admins')).toHaveCount(0);

    await button(other, 'More actions for Olga Admins').click();
    await button(other, 'Remove').click();
    await button(other, 'Remove').click();
    await expect(other.getByText('Olga Admins was removed.')).toBeVisible();
    // The device of the removed person learns it without being asked.
    await expect(page).toHaveURL(/\/channels$/);
    await context.close();
  },
);

test('D-288 D-270 decision 0050 an Admin uploads and publishes for the organization without a network: it all arrives there, nothing in the own Library', async ({
  page,
  context,
  app,
  sql,
}) => {
  const {
    rows: [club],
  } = await sql.query<{ id: string }>(`select organization_id as id from organization_admins limit 1`);
  await sql.query(
    `insert into organization_admins (organization_id, user_id, role) select $1, id, 'Admin' from users where username = 'ana'`,
    [club!.id],
  );
  await sql.query(`update users set is_organization = true where username = 'ana'`);
  const [readOwn, readClub] = [
    await apiOf(app.url, 'ana'),
    await apiOf(app.url, 'nora', PASSWORD, organizationScope(club!.id)),
  ];
  const usedBy = async (read: typeof readOwn) => (await read<{ storageUsed: number }>('/library/storage')).storageUsed;
  const [ownBefore, clubBefore] = [await usedBy(readOwn), await usedBy(readClub)];
  const file = await named('Club evening.mp3', await audioFile('mp3', 4));

  await openLibrary(page);
  await readyForOffline(page);
  await network(context, false);
  await switchTo(page, 'Organization');
  await page.getByRole('link', { name: /^Library/ }).click();
  await page.getByLabel('Upload', { exact: true }).setInputFiles([file]);
  await page.getByRole('link', { name: /^Publish when ready/ }).click();
  await page.getByRole('radio', { name: /North Shore Hockey School/ }).check();
  await button(page, 'Next').click();
  await button(page, 'Next').click();
  await button(page, 'Publish').click();
  await expect(page.getByText(/content was Added to Channel/)).toBeVisible();
  await switchTo(page, 'Creator');
  await page.getByRole('link', { name: /^Library/ }).click();
  await expect(tile(page, 'lob-take-3')).toBeVisible();
  await expect(page.getByText(/^Club evening/)).toHaveCount(0);

  await network(context, true);
  const inLibrary = async (read: typeof readOwn) =>
    (await read<List<Content>>('/library/contents?search=Club%20evening')).results;
  const published = async () => {
    const [item] = await inLibrary(readClub);
    if (!item?.published) return undefined;
    const { results } = await readOwn<List<{ title: string; contentId: string }>>(
      `/channels/${item.published.channelId}/contents`,
    );
    return results.find(({ title }) => title === 'Club evening') && item.originFileSize;
  };
  await expect.poll(published, { timeout: 60_000 }).toBe(file.buffer.length);
  expect(await usedBy(readClub)).toBeGreaterThan(clubBefore);
  expect([await inLibrary(readOwn), await usedBy(readOwn)]).toEqual([[], ownBefore]);

  await switchTo(page, 'Organization');
  await page.getByRole('link', { name: /^Library/ }).click();
  await expect(tile(page, 'Club evening').getByText('On Channel')).toBeVisible({ timeout: 20_000 });
});

const switchTo = async (page: Page, role: 'Creator' | 'Organization'): Promise<void> => {
  await page.getByRole('button', { name: /^Menu/ }).click();
  await button(page, 'My Roles').click();
  await button(page, role).click();
  await expect(page).toHaveURL(/\/(channels|welcome-page)$/);
};
