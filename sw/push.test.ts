import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import type { Me, Notification } from '#contract/rows.ts';
import { accountDatabase } from '#store/door.ts';
import { ModelServer, tokenOf } from '#store/outbox/model-server.fixtures.ts';
import { storeSession } from '#store/session.ts';
import { pullOnce } from '#store/sync/pull.ts';
import { forwardEvents } from './events.ts';
import { openPage, startScope } from './scope.fixtures.ts';

let scope: ReturnType<typeof startScope>;
let userId: string;

beforeEach(async () => {
  scope = startScope();
  // A visible page pulls itself, so that these tests end with the notification.
  scope.pages = [openPage({ visibilityState: 'visible' })];
  forwardEvents();
  userId = newId();
  await storeSession(userId, tokenOf(userId));
});
afterEach(() => void vi.unstubAllGlobals());

const payloadFor = (id: string) => ({
  id: 'n1',
  userId: id,
  title: 'New member',
  text: 'Mia joined.',
  link: '/channels/1',
  unread: 3,
});
const REAL = { title: 'New member', body: 'Mia joined.', tag: 'n1', data: { link: '/channels/1', ids: [] } };
const GENERAL = { title: 'Sideline', body: 'You have a new notification.', data: { link: '/notifications', ids: [] } };

/** The push events of all forms that carry a payload. */
const formsOf = (payload: unknown) => {
  const notification = { title: GENERAL.title, body: GENERAL.body, tag: 'n1', data: payload };
  const text = (value: unknown) => ({ data: { text: () => JSON.stringify(value) } });
  return {
    plain: text(payload),
    'declarative, in a browser that knows them': { data: null, notification },
    'declarative, in a browser that does not': text({ web_push: 8030, mutable: true, notification }),
  };
};
const push = async (fields: object) => {
  scope.shown.length = 0;
  expect(await scope.dispatch('push', fields)).toEqual([]);
  return scope.shown;
};

it('F13 a push shows its real text once in each of its forms, with the link of a tap, and open pages pull', async () => {
  for (const [form, fields] of Object.entries(formsOf(payloadFor(userId))))
    expect(await push(fields), form).toEqual([expect.objectContaining(REAL)]);
  expect(scope.pages[0]!.messages).toEqual(Array.from({ length: 3 }, () => ({ type: 'PULL' })));
});

it('F13 a push for another account shows the general text in each of its forms', async () => {
  for (const [form, fields] of Object.entries(formsOf(payloadFor(newId()))))
    expect(await push(fields), form).toEqual([expect.objectContaining({ ...GENERAL, tag: 'n1' })]);
});

it('F13 a push without anything that can be read shows the general text', async () => {
  const unreadable = () => {
    throw new TypeError('The data is not text.');
  };
  for (const fields of [{ data: null }, { data: null, notification: null }, { data: { text: unreadable } }])
    expect(await push(fields)).toEqual([expect.objectContaining(GENERAL)]);
});

it('a push that wakes the service worker alone takes what was read elsewhere off the screen, and corrects the number at the icon', async () => {
  const badges: number[] = [];
  vi.stubGlobal('navigator', { onLine: true, setAppBadge: async (count: number) => void badges.push(count) });
  vi.stubGlobal('fetch', new ModelServer().fetch);
  scope.pages = [];
  // The first pull brings everything; what follows stands for what a later one brings.
  await pullOnce(userId);
  const db = accountDatabase(userId);
  await db.me.put({ id: userId, lastLoginedRole: 'learner' } as Me);
  for (const [id, isRead] of [
    ['read', true],
    ['unread', false],
  ] as const)
    await db.notifications.put({ id, scope: userScope(userId), recipientType: 'learner', isRead } as Notification);
  for (const tag of ['read', 'unread']) scope.shown.push({ title: tag, tag });
  expect(await scope.dispatch('push', formsOf(payloadFor(userId)).plain)).toEqual([]);
  expect(scope.shown.map(({ tag }) => tag)).toEqual(['unread', 'n1']);
  expect(badges).toEqual([3, 1]);
});
