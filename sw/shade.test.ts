import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import type { Notification } from '#contract/rows.ts';
import { accountDatabase } from '#store/door.ts';
import { readKnownNotices, matchSystemNotices, type ShownNotice } from '#store/notices.ts';
import { tokenOf } from '#store/outbox/model-server.fixtures.ts';
import { storeSession } from '#store/session.ts';
import { forwardEvents } from './events.ts';
import { openPage, startScope } from './scope.fixtures.ts';
import { worker } from './worker-global.ts';

let scope: ReturnType<typeof startScope>;
let userId: string;

beforeEach(async () => {
  scope = startScope();
  vi.stubGlobal('Notification', { permission: 'granted', maxActions: 2 });
  // A visible page pulls itself, so that these tests end with the notification.
  scope.pages = [openPage({ visibilityState: 'visible' })];
  forwardEvents();
  userId = newId();
  await storeSession(userId, tokenOf(userId));
});
afterEach(() => void vi.unstubAllGlobals());

const eventOf = (id: string, facts: object = {}) => {
  const payload = { id, userId, title: 'New member', text: `${id} joined.`, link: '/channels/1', unread: 3 };
  return { data: { text: () => JSON.stringify({ ...payload, subject: 'members', ...facts }) } };
};
const push = async (id: string, facts: object = {}) =>
  expect(await scope.dispatch('push', eventOf(id, facts))).toEqual([]);
const put = (id: string, isRead: boolean) =>
  accountDatabase(userId).notifications.put({
    id,
    scope: userScope(userId),
    recipientType: 'learner',
    isRead,
  } as Notification);
const bodies = () => scope.shown.map(({ body }) => body);

it('notifications of one subject are one entry: the newest, with the number behind it; those of another stand apart', async () => {
  for (const id of ['Mia', 'Ben', 'Lea']) await push(id);
  await push('Tom', { subject: 'others' });
  expect(bodies()).toEqual(['Lea joined. And 2 more.', 'Tom joined.']);
  expect(scope.shown[0]).toMatchObject({ tag: 'members', data: { userId, ids: ['Mia', 'Ben', 'Lea'] } });
});

it('pushes at one moment are all counted', async () => {
  await Promise.all(['Mia', 'Ben', 'Lea'].map((id) => push(id)));
  expect(bodies()).toEqual(['Lea joined. And 2 more.']);
});

it('a push that comes again counts once', async () => {
  for (const id of ['Mia', 'Mia', 'Ben', 'Ben']) await push(id);
  expect(bodies()).toEqual(['Ben joined. And 1 more.']);
});

it('what was read meanwhile is not counted', async () => {
  await push('Mia');
  await push('Ben');
  await put('Mia', true);
  await put('Ben', false);
  await push('Lea');
  expect(bodies()).toEqual(['Lea joined. And 1 more.']);
});

it('an entry leaves only once all of it is read', async () => {
  await push('Mia');
  await push('Ben');
  const system = {
    getNotifications: () => worker.registration.getNotifications() as Promise<readonly ShownNotice[]>,
    setAppBadge: undefined,
  };
  const match = async () => matchSystemNotices(await readKnownNotices(accountDatabase(userId), userId), system);
  await put('Mia', true);
  await match();
  expect(bodies()).toEqual(['Ben joined. And 1 more.']);
  await put('Ben', true);
  await match();
  expect(bodies()).toEqual([]);
});

it('what the shade shows of another account is neither counted nor named', async () => {
  await push('Mia');
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  await push('Ben');
  expect(scope.shown).toMatchObject([{ body: 'Ben joined.', data: { userId, ids: ['Ben'] } }]);
});

it('a notification of the list may be marked as read; one with a clear next act names it too', async () => {
  const buttons = () => scope.shown.at(-1)?.actions?.map(({ title }) => title);
  await push('Mia');
  expect(buttons()).toEqual(['Mark as read']);
  await push('Card', { subject: 'card', act: 'Update' });
  expect(buttons()).toEqual(['Mark as read', 'Update']);
});

it('a test, a digest, a push for another account and a browser without buttons get none', async () => {
  await push('test', { subject: undefined });
  await push('foreign', { userId: newId(), act: 'Update' });
  vi.stubGlobal('Notification', { permission: 'granted' });
  await push('plain');
  expect(scope.shown.map(({ tag, actions }) => [tag, actions])).toEqual([
    ['test', undefined],
    ['foreign', undefined],
    ['members', undefined],
  ]);
});
