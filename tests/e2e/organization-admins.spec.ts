import { newId } from '#contract/ids.ts';
import { expect, test } from '#tests/support/own-rows.ts';
import { ONLINE, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { button } from '#tests/support/join-page.ts';
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
    await page.goto('/admins-management');
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
    await other.goto('/notifications');
    await expect(other.getByText(`${club}: you were invited.`)).toBeVisible();
    await other.goto('/organization-invitations');
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
