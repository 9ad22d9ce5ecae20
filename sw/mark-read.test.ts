import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import type { Me, Notification } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase } from '#store/door.ts';
import { tokenOf } from '#store/outbox/model-server.fixtures.ts';
import { storeSession } from '#store/session.ts';
import { forwardEvents } from './events.ts';
import { openPage, startScope } from './scope.fixtures.ts';

let scope: ReturnType<typeof startScope>;
let userId: string;
let db: AccountDatabase;
/** What the server got, as `scope: notificationId`. */
let marked: string[];
let answer: () => Response;

beforeEach(async () => {
  scope = startScope();
  forwardEvents();
  marked = [];
  answer = () => Response.json({ id: newId() });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const headers = init.headers as Record<string, string>;
    if (!String(url).endsWith('/notifications/mark-read')) throw new TypeError('network');
    const made = answer();
    marked.push(
      `${headers['X-Scope']}: ${(JSON.parse(init.body as string) as { notificationId: string }).notificationId}`,
    );
    const key = headers['Idempotency-Key']!;
    return new Response(made.body, {
      status: made.status,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    });
  });
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
  await db.me.put({ id: userId, lastLoginedRole: 'learner' } as Me);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const has = (id: string, isRead = false) =>
  db.notifications.put({ id, scope: userScope(userId), recipientType: 'learner', isRead } as Notification);
const offline = () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
};

/** A tap on a button of a notification. @returns Whether it left the screen. */
const tap = async (action: string, data: object): Promise<boolean> => {
  let isClosed = false;
  // An event lasts longer than a test: its waits for a network pass at once.
  vi.useFakeTimers({ toFake: ['performance'] });
  const notification = { tag: 't', data, close: () => void (isClosed = true) };
  const ended = scope.dispatch('notificationclick', { action, notification });
  await vi.waitUntil(() => isClosed);
  vi.advanceTimersByTime(60_000);
  expect(await ended).toEqual([]);
  return isClosed;
};

it('“Mark as read” reads every row of the entry in its owner’s scope, with no window, and takes it off the screen', async () => {
  const [mia, ben] = [newId(), newId()];
  await has(mia);
  await has(ben);
  scope.pages = [openPage()];
  expect(await tap('read', { userId, link: '/channels/1', ids: [mia, ben] })).toBe(true);
  expect(marked).toEqual([mia, ben].map((id) => `${userScope(userId)}: ${id}`));
  expect((await db.notifications.toArray()).map(({ isRead }) => isRead)).toEqual([true, true]);
  expect([scope.opened, scope.pages[0]!.messages]).toEqual([[], []]);
});

it('offline the change is on the device at once, and is kept until it is sent; the number at the icon follows', async () => {
  const badges: number[] = [];
  vi.stubGlobal('navigator', { onLine: false, setAppBadge: async (count: number) => void badges.push(count) });
  offline();
  const [mia, other] = [newId(), newId()];
  await has(mia);
  await has(other);
  await tap('read', { userId, ids: [mia] });
  expect((await db.notifications.get(mia))?.isRead).toBe(true);
  expect(await db.outbox.toArray()).toMatchObject([
    { call: 'notifications.markRead', input: { notificationId: mia }, owner: userId, state: 'waiting' },
  ]);
  expect(badges).toEqual([1]);
});

it('a row that this device has not pulled yet is read all the same; one that is read already is not sent again', async () => {
  const [late, read] = [newId(), newId()];
  await has(read, true);
  await tap('read', { userId, ids: [late, read] });
  expect(marked).toEqual([`${userScope(userId)}: ${late}`]);
});

it('one that was deleted on another device leaves nothing behind', async () => {
  answer = () => Response.json({ errors: [{ code: 'access.not_found', message: 'Not found.' }] }, { status: 404 });
  await tap('read', { userId, ids: [newId()] });
  expect(marked).toHaveLength(1);
  expect(await db.outbox.count()).toBe(0);
});

it('a notification of another account only leaves the screen', async () => {
  const id = newId();
  expect(await tap('read', { userId: newId(), ids: [id] })).toBe(true);
  expect(await tap('read', { ids: [id] })).toBe(true);
  expect([marked, await db.outbox.count(), scope.opened]).toEqual([[], 0, []]);
});

it('a change that the device cannot store opens the app', async () => {
  vi.spyOn(db.outbox, 'add').mockRejectedValue(new Error('The disk is broken.'));
  const id = newId();
  await has(id);
  await tap('read', { userId, link: '/channels/1', ids: [id] });
  expect([marked, scope.opened]).toEqual([[], ['/channels/1']]);
});

it.each(['', 'act'])(
  'a tap, and the button of the next act (%j), opens its page and reads its rows',
  async (action) => {
    const [mia, ben] = [newId(), newId()];
    await has(mia);
    await tap(action, { userId, link: '/payment-methods', ids: [mia, ben] });
    expect(scope.opened).toEqual(['/payment-methods']);
    expect(marked).toEqual([mia, ben].map((id) => `${userScope(userId)}: ${id}`));
    expect((await db.notifications.get(mia))?.isRead).toBe(true);
  },
);

it('a tap opens its page also where the change cannot be stored', async () => {
  vi.spyOn(db.outbox, 'add').mockRejectedValue(new Error('The disk is broken.'));
  const id = newId();
  await has(id);
  await tap('', { userId, link: '/channels/1', ids: [id] });
  expect([marked, scope.opened]).toEqual([[], ['/channels/1']]);
});
