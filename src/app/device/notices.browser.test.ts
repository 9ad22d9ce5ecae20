import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { Notification } from '#contract/rows.ts';
import { freshAccount, person, SCOPE } from '../data/signed-in.fixtures.tsx';

afterEach(() => vi.restoreAllMocks());

test('a notification that is read on another device leaves the screen and the number at the icon, until the page leaves the account', async () => {
  const badge = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue();
  const shown = new Set<string>();
  const registration = {
    getNotifications: async () => [...shown].map((tag) => ({ tag, close: () => void shown.delete(tag) })),
  };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as never);
  const { followNotices } = await import('./notices.ts');
  const { db, userId } = await freshAccount();
  await db.me.put(person({ lastLoginedRole: 'learner' }));
  const [first, second] = [newId(), newId()];
  const row = (id: string, isRead: boolean) =>
    ({ id, scope: SCOPE, recipientType: 'learner', isRead, sendedAt: '2026-11-01T10:00:00.000Z' }) as Notification;
  await db.notifications.bulkPut([row(first, false), row(second, false)]);
  shown.add(first).add(second);

  const end = followNotices(userId);
  await expect.poll(() => badge.mock.lastCall).toEqual([2]);
  expect([...shown]).toEqual([first, second]);
  // As the next pull brings it.
  await db.notifications.put(row(first, true));
  await expect.poll(() => badge.mock.lastCall).toEqual([1]);
  expect([...shown]).toEqual([second]);
  end();
  const calls = badge.mock.calls.length;
  await db.notifications.put(row(second, true));
  const { readKnownNotices } = await import('#store/notices.ts');
  expect((await readKnownNotices(db, userId)).unread).toBe(0);
  expect(badge.mock.calls.length).toBe(calls);
});
