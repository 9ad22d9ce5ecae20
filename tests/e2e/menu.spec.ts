import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { addNotifications, expect, test } from '#tests/support/own-rows.ts';
import { ONLINE } from '#tests/support/app.ts';
import { apiOf, navigate, openSignedIn, readyForOffline } from '#tests/support/people.ts';
import { addPerson } from '../faults/world/people.ts';
import { signInByForm } from '../faults/world/screens.ts';

interface Notifications {
  count: number;
  unreadCount: number;
  results: { id: string; title: string; isRead: boolean }[];
}

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

test('NAV-096 NAV-097 NAV-098 NAV-099 NAV-100 NAV-103 NAV-105 NAV-108 NAV-109 NAV-112 NAV-113 NAV-115 NAV-126 the drawer shows who is signed in and holds the items of the role; roles are listed and switched; the first time in a role is welcomed, also offline', async ({
  page,
  context,
  app,
}) => {
  const read = await apiOf(app.url, 'ana');
  const lastRole = async () => (await read<{ lastLoginedRole: string }>('/users/me')).lastLoginedRole;
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

test(
  'NAV-098 NAV-102 HLP-002 HLP-003 the help to install has a video and steps for each kind of phone; without a network the steps stay',
  ONLINE,
  async ({ page, context, request }) => {
    await openSignedIn(page, 'mia');
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
  },
);

test(
  'NOT-001 NOT-004 NOT-009 NOT-011 NOT-012 NOT-013 NOT-016 NOT-019 NOT-027 notifications are chosen, marked as read and deleted, and one that a push opens is read; a frequency and the switch reach the server',
  ONLINE,
  async ({ page, app, sql }) => {
    // A person of this test: those of the demo get notifications of what other tests do.
    const person = await addPerson(sql);
    await sql.query(`update users set last_role = 'learner' where id = $1`, [person.userId]);
    await addNotifications(sql, person, 'learner', { unread: 4, read: 3 });
    const read = await apiOf(app.url, person.username, person.password);
    await page.goto('/sign-in');
    await signInByForm(page, person);
    await navigate(page, '/notifications');
    await expect(page.getByRole('heading', { name: 'New', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Old', exact: true })).toBeVisible();
    const list = () => read<Notifications>('/notifications?recipientType=learner');
    const before = await list();
    // And that of the sign-in on a second device: the reader above was the first.
    expect(before.unreadCount).toBe(5);
    await button(page, 'Select notifications').click();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(button(page, 'Mark as read')).toHaveAttribute('aria-disabled', 'true');
    const boxes = page.getByRole('checkbox');
    await boxes.nth(0).check({ force: true });
    await boxes.nth(1).check({ force: true });
    // Only what cannot be taken back is red.
    await expect(page.locator('.selection-bar [data-danger]')).toHaveText(['Delete selected']);
    await expectAccessible(page, 'select notifications');
    await button(page, 'Mark as read').click();
    await expect.poll(async () => (await list()).unreadCount).toBe(before.unreadCount - 2);

    const unread = (await list()).results.find(({ isRead }) => !isRead)!;
    await page.goto(`/notifications?id=${unread.id}`);
    await expect(page.getByRole('dialog', { name: unread.title })).toBeVisible();
    await expect.poll(async () => (await list()).results.find(({ id }) => id === unread.id)!.isRead).toBe(true);

    await page.goto('/notifications');
    await button(page, 'Select notifications').click();
    await boxes.first().check({ force: true });
    await button(page, 'Delete selected').click();
    await expect.poll(async () => (await list()).count).toBe(before.count - 1);
    await button(page, 'Select notifications').click();
    await button(page, 'Delete all read').click();
    await expect(page.getByRole('heading', { name: 'Old', exact: true })).toHaveCount(0);

    await navigate(page, '/notification-settings');
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
