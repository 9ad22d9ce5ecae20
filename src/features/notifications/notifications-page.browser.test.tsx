import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Notification } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  Refusal,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { NotificationsPage } from './notifications-page.tsx';

let account: Account;
const network = standInNetwork();
const row = (title: string, facts: Partial<Notification> = {}): Notification => ({
  id: newId(),
  scope: SCOPE,
  recipientType: 'learner',
  title,
  text: `About ${title}`,
  image: null,
  compressedImageUrl: null,
  compressedImage: null,
  imageLink: null,
  link: '/channels/1',
  linkTitle: 'Watch',
  isRead: false,
  sportId: null,
  sendedAt: '2026-11-01T10:00:00.000Z',
  ...facts,
});
const has = (...rows: Notification[]) => account.db.notifications.bulkPut(rows);
const open = () => showRouted(<NotificationsPage openId={undefined} />, '/notifications');
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const titlesIn = (section: string) =>
  page
    .getByRole('list', { name: section })
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.list-row__title')?.textContent ?? item.textContent);

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('NOT-001 NOT-002 unread ones are new, read ones old; without a new one the person is all caught up', async () => {
  await has(row('Fresh'), row('Seen', { isRead: true }));
  open();
  await expect.element(heading('New')).toBeVisible();
  await expect.element(heading('Old')).toBeVisible();
  expect([titlesIn('New')[0], titlesIn('Old')[0]].map((text) => /Fresh|Seen/.exec(text ?? '')?.[0])).toEqual([
    'Fresh',
    'Seen',
  ]);
  expect(page.getByText("You're all caught up").query()).toBeNull();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.element(page.getByText("You're all caught up")).toBeVisible();
  expect(heading('New').query()).toBeNull();
});

test('NOT-006 without any there is nothing to notify about', async () => {
  open();
  await expect.element(page.getByText('Nothing to notify you about!')).toBeVisible();
});

test('NOT-005 NOT-010 one opens as an overlay with its text; its link leads to its page and has read it', async () => {
  const fresh = row('Fresh');
  await has(fresh);
  const path = open();
  await page.getByText('Fresh').click();
  const sheet = page.getByRole('dialog', { name: 'Fresh' });
  await expect.element(sheet.getByText('About Fresh')).toBeVisible();
  await sheet.getByRole('button', { name: 'Watch' }).click();
  await expect.poll(path).toBe('/channels/1');
  await expect.poll(async () => (await account.db.notifications.get(fresh.id))?.isRead).toBe(true);
});

test('NOT-007 the overlay shows the picture, and a tap on it leads to its page; a missing one takes no room', async () => {
  const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"/>';
  const missing = row('Missing', { image: 'data:image/png,none', imageLink: '/channels/2' });
  await has(row('Pictured', { image: picture, imageLink: '/channels/2' }), missing);
  const path = open();
  await page.getByText('Missing', { exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Missing' }).getByText('About Missing')).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').element().querySelector('img')).toBeNull();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('Pictured', { exact: true }).click();
  const tap = page.getByRole('button', { name: 'Watch: Pictured', exact: true });
  await expect.element(tap).toBeVisible();
  await expect.poll(() => tap.element().querySelector('img')?.naturalWidth).toBe(80);
  await expectAccessible('a notification with a picture');
  await tap.click();
  await expect.poll(path).toBe('/channels/2');
});

test('NOT-009 one that a push opened by its address is read, also if its row arrives only then', async () => {
  const [here, late] = [row('Here'), row('Late')];
  await has(here);
  for (const opened of [here, late]) {
    showRouted(<NotificationsPage openId={opened.id} />, `/notifications?id=${opened.id}`);
    await has(opened);
    await expect.element(page.getByRole('dialog', { name: opened.title })).toBeVisible();
    await expect.poll(async () => (await account.db.notifications.get(opened.id))?.isRead).toBe(true);
    clearPage();
  }
  const read = (await account.db.outbox.toArray()).map(({ input }) => input);
  expect(read).toEqual([{ notificationId: here.id }, { notificationId: late.id }]);
});

test('neighbours about one subject are one row that shows the others at a tap; select mode shows each', async () => {
  const joined = (name: string, minute: number, facts: Partial<Notification> = {}) =>
    row('New member', { text: `${name} joined.`, sendedAt: `2026-11-01T10:0${minute}:00.000Z`, ...facts });
  await has(
    joined('Mia', 1),
    joined('Ben', 2),
    joined('Lea', 3),
    joined('Tom', 4, { link: '/channels/2' }),
    joined('Kim', 5, { isRead: true }),
    row('Welcome', { link: null, sendedAt: '2026-11-01T09:01:00.000Z' }),
    row('Welcome', { link: null, sendedAt: '2026-11-01T09:02:00.000Z' }),
  );
  open();
  const texts = (section: string) =>
    page
      .getByRole('list', { name: section })
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('.list-row__text, .notifications__more button')?.textContent);
  const about = 'About Welcome';
  await expect.poll(() => texts('New')).toEqual(['Tom joined.', 'Lea joined.', '2 more New member', about, about]);
  expect(texts('Old')).toEqual(['Kim joined.']);
  await expectAccessible('a group of notifications');
  const more = page.getByRole('button', { name: '2 more New member' });
  expect(more.element().getAttribute('aria-expanded')).toBe('false');
  await more.click();
  const fewer = page.getByRole('button', { name: 'Show fewer New member' });
  await expect.element(fewer).toHaveFocus();
  const all = ['Tom joined.', 'Lea joined.', 'Show fewer New member', 'Ben joined.', 'Mia joined.', about, about];
  expect(texts('New')).toEqual(all);
  await fewer.click();
  await expect.poll(() => texts('New')).toHaveLength(5);
  await page.getByRole('button', { name: 'Select notifications' }).click();
  await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(7);
});

/** The server's list, of which the device keeps the newest: 25 older ones, 20 a page. */
const OLDER = Array.from({ length: 25 }, (_, at) =>
  row(`Older ${at}`, { isRead: at > 0, sendedAt: new Date(Date.UTC(2025, 0, 30 - at)).toISOString() }),
);
const pages = (query: URLSearchParams) => {
  const start = (Number(query.get('page')) - 1) * 20;
  const count = OLDER.length;
  return { count, unreadCount: 1, results: OLDER.slice(start, start + 20) };
};
const atEnd = () => scrollTo(0, document.documentElement.scrollHeight);
const items = (section: string) => page.getByRole('list', { name: section }).getByRole('listitem').elements().length;

test('NOT-003 after those on the device the older ones come by page as one scrolls; they are read and deleted alike', async () => {
  await has(...Array.from({ length: 30 }, (_, at) => row(`Kept ${at}`, { isRead: true })));
  network.goOnline();
  network.requests.length = 0;
  network.answer('/notifications', pages);
  open();
  const asked = () => network.requests.filter((path) => path.startsWith('/notifications?'));
  await expect.poll(() => items('Old')).toBe(20);
  expect(asked()).toEqual([]);
  await expect.poll(() => (atEnd(), items('Old'))).toBe(54);
  expect(items('New')).toBe(1);
  expect(asked().map((path) => new URLSearchParams(path.split('?')[1]).get('page'))).toEqual(['1', '2']);
  const before = new URLSearchParams(asked()[0]!.split('?')[1]).get('before')!;
  const days = (Date.now() - Date.parse(before)) / 86_400_000;
  expect([days > 88, days <= 90]).toEqual([true, true]);

  await page.getByText('Older 0', { exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Older 0' })).toBeVisible();
  await expect.poll(() => items('New')).toBe(0);
  clearPage();
  // Also offline and after the page was left.
  network.goOffline();
  open();
  await expect.poll(() => (atEnd(), items('Old'))).toBe(55);
  expect(items('New')).toBe(0);
  await page.getByRole('button', { name: 'Select notifications' }).click();
  await page.getByText('Older 3', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await expect.poll(() => items('Old')).toBe(54);
  expect((await account.db.outbox.toArray()).map(({ input }) => input)).toEqual([
    { notificationId: OLDER[0]!.id },
    { notificationIds: [OLDER[3]!.id] },
  ]);
});

test('offline, and while the server fails, the list says that the older ones are missing', async () => {
  await has(row('Kept'));
  open();
  await expect.element(page.getByText(/^Notifications of more than 90 days ago show here once/)).toBeVisible();
  await expect.element(page.getByText('Kept', { exact: true })).toBeVisible();
  clearPage();
  network.goOnline();
  network.answer('/notifications', () => {
    throw new Refusal(500, 'server.failed', 'Internal.');
  });
  open();
  await expect.element(page.getByText(/^Notifications of more than 90 days ago could not be loaded/)).toBeVisible();
  expect(document.body.textContent).not.toMatch(/online|Internal/);
});

/** Enters select mode and chooses these. */
const select = async (...titles: string[]) => {
  await page.getByRole('button', { name: 'Select notifications' }).click();
  for (const title of titles) await page.getByText(title, { exact: true }).click();
};

test('NOT-004 select mode has a box for each and says how many are chosen and marks them as read', async () => {
  await has(row('Fresh'), row('Seen', { isRead: true }));
  open();
  await expect.element(heading('New')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  await select('Fresh');
  await expect.element(page.getByRole('checkbox', { name: 'Fresh' })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Seen' })).not.toBeChecked();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await expectAccessible('notifications in select mode');
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect.element(page.getByText("You're all caught up")).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect((await account.db.notifications.toArray()).map(({ isRead }) => isRead)).toEqual([true, true]);
});

test('NOT-012 NOT-013 select mode deletes what is chosen, or all that is read, and keeps the rest', async () => {
  await has(row('One'), row('Two'), row('Seen', { isRead: true }), row('Old news', { isRead: true }));
  open();
  await expect.element(heading('New')).toBeVisible();
  await select();
  await expect.element(page.getByRole('button', { name: 'Delete selected' })).toBeDisabled();
  await page.getByText('One', { exact: true }).click();
  await page.getByText('Old news', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const left = async () => (await account.db.notifications.toArray()).map(({ title }) => title).toSorted();
  await expect.poll(left).toEqual(['Seen', 'Two']);
  await expect.poll(() => [...titlesIn('New'), ...titlesIn('Old')]).toEqual(['Two', 'Seen']);
  await select();
  await page.getByRole('button', { name: 'Delete all read' }).click();
  await expect.poll(left).toEqual(['Two']);
  expect((await account.db.outbox.toArray()).map(({ call }) => call)).toEqual([
    'notifications.delete',
    'notifications.delete',
  ]);
});

test('NOT-014 the role in use decides which ones are shown', async () => {
  await has(row('For Members'), row('For Creators', { recipientType: 'educator' }));
  for (const [lastLoginedRole, shown, hidden] of [
    ['learner', 'For Members', 'For Creators'],
    ['educator', 'For Creators', 'For Members'],
    ['organization', 'For Creators', 'For Members'],
  ] as const) {
    await account.db.me.put(person({ lastLoginedRole }));
    open();
    await expect.element(page.getByText(shown)).toBeVisible();
    expect(page.getByText(hidden).query(), lastLoginedRole).toBeNull();
    clearPage();
  }
});
