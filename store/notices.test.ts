import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import type { Me, Notification, Role } from '#contract/rows.ts';
import type { AccountDatabase } from './database.ts';
import { accountDatabase } from './door.ts';
import { matchSystemNotices, readKnownNotices } from './notices.ts';

let userId: string;
let db: AccountDatabase;

beforeEach(() => {
  userId = newId();
  db = accountDatabase(userId);
});

const has = async (facts: Partial<Notification>): Promise<string> => {
  const id = newId();
  await db.notifications.put({
    id,
    scope: userScope(userId),
    recipientType: 'learner',
    isRead: false,
    ...facts,
  } as Notification);
  return id;
};
const isIn = (lastLoginedRole: Role) => db.me.put({ id: userId, lastLoginedRole } as Me);

/** The system's side: what is on the screen, and the number at the icon. */
const system = (...tags: string[]) => {
  const shown = new Set(tags);
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => {});
  return {
    shown,
    setAppBadge,
    getNotifications: async () => [...shown].map((tag) => ({ tag, close: () => void shown.delete(tag) })),
  };
};
const match = async (place: ReturnType<typeof system>) => matchSystemNotices(await readKnownNotices(db, userId), place);

it('what was read is taken off the screen; what is unread, not here yet, or no notification of the account stays', async () => {
  await isIn('learner');
  const [read, unread, readAsCreator] = [
    await has({ isRead: true }),
    await has({}),
    await has({ isRead: true, recipientType: 'educator' }),
  ];
  const place = system(read, unread, readAsCreator, 'not-pulled-yet', 'sideline-unsent');
  await match(place);
  expect([...place.shown]).toEqual([unread, 'not-pulled-yet', 'sideline-unsent']);
});

it('NOT-014: the number at the icon is that of the bell, which counts the current role', async () => {
  for (const facts of [{}, {}, { isRead: true }, { recipientType: 'educator' as const }]) await has(facts);
  for (const [role, count] of [
    ['learner', 2],
    ['educator', 1],
    ['organization', 1],
  ] as const) {
    await isIn(role);
    const place = system();
    await match(place);
    expect(place.setAppBadge.mock.calls, role).toEqual([[count]]);
  }
});

it('a browser that refuses the number, or has none, still closes what was read', async () => {
  await isIn('learner');
  const read = await has({ isRead: true });
  const refusing = system(read);
  refusing.setAppBadge.mockRejectedValue(new DOMException('Notifications are not allowed.', 'NotAllowedError'));
  await match(refusing);
  const without = system(read);
  await matchSystemNotices(await readKnownNotices(db, userId), { ...without, setAppBadge: undefined });
  expect([refusing.shown.size, without.shown.size]).toEqual([0, 0]);
});
