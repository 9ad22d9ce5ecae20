import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { WITHOUT_WORKER } from '#tests/support/app.ts';
import { addNotifications, expect, test } from '#tests/support/own-rows.ts';
import { apiOf, openSignedIn } from '#tests/support/people.ts';
import { addPerson } from '../faults/world/people.ts';
import { signInByForm } from '../faults/world/screens.ts';

test.use(WITHOUT_WORKER);

interface Item {
  id: string;
  title: string;
  locked: boolean;
  pricingCategory: string;
  channel: { id: string };
}
interface Notifications {
  unreadCount: number;
  results: { id: string; title: string; isRead: boolean }[];
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The demo's media are prepared behind the start: waits until the sport has a locked and a free item. */
const findItems = async (url: string, sport: string): Promise<{ locked: Item; free: Item }> => {
  const read = await apiOf(url, 'mia');
  let items: Item[] = [];
  const find = () => ({
    locked: items.find((item) => item.locked),
    free: items.find((item) => item.pricingCategory === 'free'),
  });
  await expect
    .poll(
      async () => {
        items = (await read<{ results: Item[] }>(`/channels/contents/all/sports/${sport}/all/newest?limit=100`))
          .results;
        const { locked, free } = find();
        return locked !== undefined && free !== undefined;
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  return find() as { locked: Item; free: Item };
};

test('ACC-019 a common password, or the person’s own name, is refused at step 4, before any code is sent', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/confirmation-code/')) sent.push(request.url());
  });
  const next = () => button(page, 'Next').click();
  await page.goto('/sign-up');
  await page.getByLabel('First name').fill('Philippa');
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('I am 13 years of age or older').check();
  await next();
  await page.getByLabel('Email address').fill('philippa@mail.example');
  await next();
  await page.getByLabel('Username').fill('pippa77');
  await next();
  const type = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await next();
  };
  await type('Sideline-2026!');
  await expect(page.getByText('This password is too common. Please choose another one.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page, 'common password');
  await type('Philippa.1987');
  await expect(page.getByText('This password is little more than your own name.')).toBeVisible();
  await type('Corner-flag7');
  await expect(page.getByRole('heading', { name: "What's your phone number?" })).toBeVisible();
  expect(sent).toEqual([]);
});

test('WAT-008 SUB-004 SUB-036 a locked page names the terms and what is free; subscribing says so, reads 14 days, and takes the locks away', async ({
  page,
  app,
}) => {
  const { locked, free } = await findItems(app.url, 'tennis');
  await openSignedIn(page, 'mia');
  await page.goto(`/watch-channel?content=${locked.id}&channelId=${locked.channel.id}`);
  await expect(page.getByText('14-day free trial, then $3.99 per month')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Free to watch now' })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Free to watch now' }).getByRole('link', { name: free.title }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Will be played next' })).toHaveCount(0);
  await expectAccessible(page, 'locked');
  await expect(page.getByRole('link', { name: 'Subscribe to Tennis' })).toHaveAttribute(
    'href',
    '/sport-subscribe-current-role?sport=tennis&from=watch-channel',
  );

  await page.goto('/sport-page?sportId=tennis&sportName=Tennis');
  const locks = page.getByRole('article').getByText('Member-Only');
  await expect(locks).not.toHaveCount(0);
  await button(page, 'Subscribe').click();
  await page.getByRole('checkbox', { name: 'Fan' }).check();
  await button(page, 'Confirm').click();
  await button(page, 'Start free trial').click();
  await expect(page.getByText('Your 14-day free trial of Tennis has started.')).toBeVisible();
  await button(page, 'Go to Tennis').click();
  await expect(page.getByText('Subscribed', { exact: true })).toBeVisible();
  await expect(page.getByText('Trial: 14 days left, then $3.99 per month.')).toBeVisible();
  await expect(page.getByText('All Member-Only content of Tennis is open to you.')).toBeVisible();
  await expect(locks).toHaveCount(0);
  for (const role of ['button', 'link'] as const)
    await expect(page.getByRole(role, { name: 'Subscribe', exact: true })).toHaveCount(0);
  // Tall enough that no tile is half below the tab bar.
  await page.setViewportSize({ width: 390, height: 2400 });
  await expectAccessible(page, 'subscribed');
});

test('an ended trial says so, promises no second one and leads to the amount', async ({ page }) => {
  await openSignedIn(page, 'mia');
  await page.goto('/sport-page?sportId=swimming&sportName=Swimming');
  await expect(page.getByText('Trial: 9 days left, then $3.99 per month.')).toBeVisible();
  // As the next pull brings it once the trial has ended.
  await page.evaluate(async () => {
    const name = (await indexedDB.databases())
      .map((each) => each.name!)
      .find((each) => /^sideline-[0-9a-f-]{36}$/.test(each))!;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
    });
    const rows = db.transaction('subscriptions', 'readwrite').objectStore('subscriptions');
    const all = await new Promise<{ sportId: string }[]>((resolve) => {
      const asked = rows.getAll();
      asked.onsuccess = () => resolve(asked.result);
    });
    const trial = all.find(({ sportId }) => sportId === 'swimming')!;
    await new Promise((resolve) => {
      rows.put({ ...trial, subscriptionType: 'expired' }).onsuccess = resolve;
    });
    db.close();
  });
  await page.reload();
  await expect(page.getByText('Your free trial of this sport has ended.')).toBeVisible();
  await expect(page.getByText('No credit card needed', { exact: false })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Subscribe', exact: true })).toHaveAttribute(
    'href',
    '/confirm-sport-subscription?sport=swimming&from=sport-page',
  );
  await expectAccessible(page, 'ended trial');
});

test('NOT-009 NOT-011 selected notifications are marked as read, and one that a push opens is read', async ({
  page,
  app,
  sql,
}) => {
  // A person of this test: those of the demo get notifications of what other tests do.
  const person = await addPerson(sql);
  await addNotifications(sql, person, 'educator', { unread: 4 });
  const read = await apiOf(app.url, person.username, person.password);
  const list = () => read<Notifications>('/notifications?recipientType=educator');
  await page.goto('/sign-in');
  await signInByForm(page, person);
  await page.goto('/notifications');
  const before = await list();
  // And that of the sign-in on a second device: the reader above was the first.
  expect(before.unreadCount).toBe(5);
  await button(page, 'Select notifications').click();
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
});
