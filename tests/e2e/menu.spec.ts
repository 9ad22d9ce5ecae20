import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { addNotifications, expect, test } from '#tests/support/own-rows.ts';
import { ONLINE } from '#tests/support/app.ts';
import { apiOf, readyForOffline, openSignedIn } from '#tests/support/people.ts';
import { addPerson } from '../faults/world/people.ts';
import { signInByForm } from '../faults/world/screens.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

const openMenu = async (page: Page): Promise<void> => {
  await button(page, 'Menu').click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
};
const openRoles = async (page: Page): Promise<void> => {
  await openMenu(page);
  await button(page, 'My Roles').click();
  await expect(page.getByRole('heading', { name: 'My Roles' })).toBeVisible();
};

test(
  'NAV-096 NAV-097 NAV-098 NAV-099 NAV-100 NAV-103 NAV-105 NAV-126 the drawer shows who is signed in and holds the items of the role',
  ONLINE,
  async ({ page, app }) => {
    await openSignedIn(page, 'ana');
    await openMenu(page);
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByText('Ana Kovač')).toBeVisible();
    await expect(drawer.locator('.avatar')).toBeVisible();
    await expect(drawer.locator('.avatar__creator')).toHaveCount(1);
    await expect(button(page, 'Log Out')).toBeVisible();
    await expect(button(page, 'Creator')).toBeVisible();
    await expect(button(page, 'Subscriptions (Coming Soon)')).toHaveAttribute('aria-disabled', 'true');
    await expect(link(page, 'Sideline University')).toHaveAttribute('href', '/university');
    await expect(link(page, 'Payment Methods')).toHaveAttribute('href', '/payment-methods');
    await expect(link(page, 'About')).toHaveAttribute('href', `${app.url}/welcome`);
    await expect(link(page, 'About')).toHaveAttribute('target', '_blank');
    await link(page, 'Legal').click();
    await expect(page.getByRole('heading', { name: 'Legal' })).toBeVisible();
  },
);

/** Ana has entered the Member role before; clears that on this device. */
const asNewMember = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases())
      .map((each) => each.name!)
      .find((each) => /^sideline-[0-9a-f-]{36}$/.test(each))!;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
    });
    const people = db.transaction('me', 'readwrite').objectStore('me');
    const [me] = await new Promise<{ firstTimeLogin: object }[]>((resolve) => {
      const asked = people.getAll();
      asked.onsuccess = () => resolve(asked.result);
    });
    await new Promise((resolve) => {
      people.put({ ...me, firstTimeLogin: { ...me!.firstTimeLogin, learner: true } }).onsuccess = resolve;
    });
    db.close();
  });

test('NAV-108 NAV-109 NAV-112 NAV-113 NAV-115 roles are listed and switched; the first time in a role is welcomed, also offline', async ({
  page,
  context,
  app,
}) => {
  const read = await apiOf(app.url, 'ana');
  const lastRole = async () => (await read<{ lastLoginedRole: string }>('/users/me')).lastLoginedRole;
  await openSignedIn(page, 'ana');
  await openRoles(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Creator' }).getByLabel('in use')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Apply as an Organization' })).toHaveAttribute(
    'href',
    '/join-as-organization?apply-role=true',
  );
  await expectAccessible(page, 'my roles');
  await button(page, 'Member').click();
  await expect(page).toHaveURL(/\/home$/);
  await expect.poll(lastRole).toBe('learner');
  await expect(link(page, 'Community')).toBeVisible();

  await openRoles(page);
  await button(page, 'Creator').click();
  await expect(page).toHaveURL(/\/channels$/);
  await expect.poll(lastRole).toBe('educator');
  await readyForOffline(page);
  await context.setOffline(true);
  // Two documents: an answer that was on its way to the first one could write her row again.
  await page.reload();
  await asNewMember(page);
  await page.reload();
  await openRoles(page);
  await button(page, 'Member').click();
  await expect(page).toHaveURL(/\/welcome-page$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Ana.' })).toBeVisible();
  await button(page, 'Start').click();
  await expect(page).toHaveURL(/\/home$/);
  await context.setOffline(false);
  await expect.poll(lastRole).toBe('learner');
  // The tests after this one know ana as a Creator.
  await openRoles(page);
  await button(page, 'Creator').click();
  await expect.poll(lastRole).toBe('educator');
});

test('NAV-098 NAV-102 HLP-002 HLP-003 the help to install has a video and steps for each kind of phone; without a network the steps stay', async ({
  page,
  context,
  request,
}) => {
  await openSignedIn(page, 'mia');
  await readyForOffline(page);
  await openMenu(page);
  await expect(page.getByRole('dialog', { name: 'Menu' }).locator('.avatar__creator')).toHaveCount(0);
  await button(page, 'Add to Mobile').click();
  const dialog = page.getByRole('dialog', { name: 'Add Sideline to your phone' });
  for (const [phone, browser] of [
    ['iPhone and iPad', 'Safari'],
    ['Android', 'Chrome'],
  ]) {
    await dialog.getByText(phone!, { exact: true }).click();
    const video = dialog.getByLabel(`How to add Sideline to the home screen: ${phone}`);
    await video.evaluate((media: HTMLVideoElement) => media.play());
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.2);
    const part = await request.get((await video.getAttribute('src'))!, { headers: { Range: 'bytes=0-1' } });
    expect([part.status(), (await part.body()).length]).toEqual([206, 2]);
    await expect(dialog.getByText(`Open Sideline in ${browser}.`)).toBeVisible();
  }
  await expectAccessible(page, 'install help');
  await context.setOffline(true);
  await expect(dialog.locator('video')).toHaveCount(0);
  await expect(dialog.getByText('Open Sideline in Chrome.')).toBeVisible();
  await context.setOffline(false);
});

test(
  'NOT-001 NOT-004 NOT-012 NOT-013 NOT-016 NOT-019 NOT-027 notifications are chosen and deleted; a frequency and the switch reach the server',
  ONLINE,
  async ({ page, app, sql }) => {
    // A person of this test: others read the notifications of the demo's people.
    const person = await addPerson(sql);
    await sql.query(`update users set last_role = 'learner' where id = $1`, [person.userId]);
    await addNotifications(sql, person, 'learner', { unread: 4, read: 3 });
    const read = await apiOf(app.url, person.username, person.password);
    await page.goto('/sign-in');
    await signInByForm(page, person);
    await page.goto('/notifications');
    await expect(page.getByRole('heading', { name: 'New', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Old', exact: true })).toBeVisible();
    const before = (await read<{ count: number }>('/notifications?recipientType=learner')).count;
    await button(page, 'Select notifications').click();
    await expect(page.getByRole('navigation')).toBeHidden();
    await page.getByRole('checkbox').first().check({ force: true });
    await button(page, 'Delete selected').click();
    await expect
      .poll(async () => (await read<{ count: number }>('/notifications?recipientType=learner')).count)
      .toBe(before - 1);
    await button(page, 'Select notifications').click();
    await button(page, 'Delete all read').click();
    await expect(page.getByRole('heading', { name: 'Old', exact: true })).toHaveCount(0);

    await page.goto('/notification-settings');
    await page.getByRole('combobox', { name: 'New content' }).click();
    await expect(page.getByRole('option')).toHaveText([
      'Immediately',
      'Every hour',
      'Every 3 hours',
      'Every 6 hours',
      'Every 12 hours',
      'Once a day',
      'Every 2 days',
      'Once a week',
      'Never',
    ]);
    await page.getByRole('option', { name: 'Once a day' }).click();
    await page.getByRole('switch', { name: 'All notifications' }).click();
    await expect
      .poll(() => read('/notifications/settings'))
      .toMatchObject({ isEnabled: false, frequencies: { learnerCommunityNewContent: 'day_1' } });
  },
);

test(
  'EXP-003 SPO-002 SPO-003 SPO-004 SPO-009 home shows how complete the profile is; a sport filters, sorts and gets a compact header',
  ONLINE,
  async ({ page, app }) => {
    await openSignedIn(page, 'mia');
    const read = await apiOf(app.url, 'mia');
    const { completeness } = await read<{ completeness: number }>('/users/me');
    expect(completeness).toBeGreaterThan(0);
    await expect(page.getByRole('meter', { name: 'Profile completeness' })).toHaveAttribute(
      'aria-valuenow',
      String(completeness),
    );
    await expect(link(page, 'Add a sport')).toBeVisible();
    await page.goto('/sport-page?sportId=soccer&sportName=Soccer');
    await expect(page.getByRole('tab')).toHaveText(['Recommended', 'Community']);
    // Make the page long enough to scroll, however many contents are ready.
    await page.evaluate(() => {
      document.body.style.minHeight = '2000px';
    });
    const bar = page.getByRole('banner');
    await expect(bar).not.toContainText('Soccer');
    await page.evaluate(() => scrollTo(0, 21));
    await expect(bar).toContainText('Soccer');
    await page.evaluate(() => scrollTo(0, 20));
    await expect(bar).not.toContainText('Soccer');

    await button(page, 'All content').click();
    await page.getByRole('radio', { name: 'Free' }).check();
    await page.getByRole('button', { name: /^Show \d+ items?$/ }).click();
    await expect(button(page, 'Free')).toBeVisible();
    await expect(page.getByRole('main').getByText('Member-Only', { exact: true })).toHaveCount(0);
    await button(page, 'Show on top: Newest').click();
    // Not check(): the choice closes the sheet, and a closed radio cannot be asked whether it is checked.
    await page.getByRole('radio', { name: 'Highest Rated' }).click();
    await expect(button(page, 'Show on top: Highest Rated')).toBeVisible();
    const { results } = await read<{ results: { title: string }[] }>(
      '/channels/contents/all/sports/soccer/free/highest_rated',
    );
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveText(
      results.map(({ title }) => title),
    );
    await expectAccessible(page, 'sport');
  },
);

test(
  'SPO-006 SPO-007 SPO-008 SUB-039 SUB-040 a Beta sport asks before it is joined, and a second one shows why not; without followed channels a link to the community is shown',
  ONLINE,
  async ({ page }) => {
    await openSignedIn(page, 'mia');
    await page.goto('/sport-page?sportId=rugby&sportName=Rugby');
    await button(page, 'Join').click();
    const sheet = page.getByRole('dialog', { name: 'Join Rugby' });
    await expect(sheet.getByText('A Beta sport is free while its community grows.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page).toHaveURL(/\/sport-subscribe-current-role\?sport=rugby&from=sport-page$/);
    await page.getByRole('checkbox', { name: 'Fan' }).check();
    await button(page, 'Confirm').click();
    await expect(page.getByRole('heading', { name: 'Welcome to the Rugby Beta community.' })).toBeVisible();
    await button(page, 'Go to Rugby').click();
    await expect(page.getByText('Subscribed', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Community' }).click();
    await expect(
      page.getByText(
        'No channels have been followed yet. Go to your Community section to find channels recommended for you.',
      ),
    ).toBeVisible();
    await button(page, 'Go to Recommended Channels').click();
    await expect(page).toHaveURL(/\/community\?tab=recommended/);
    await page.goto('/sport-page?sportId=cricket&sportName=Cricket');
    await button(page, 'Join').click();
    await expect(
      page.getByRole('dialog', { name: 'You can only join one Beta Sport Community at a time' }),
    ).toBeVisible();
    await expectAccessible(page, 'second beta');
  },
);
