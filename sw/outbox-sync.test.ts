import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OUTBOX_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder } from '#contract/library.ts';
import type { AccountDatabase } from '#store/database.ts';
import { writeDeviceSetting } from '#store/device.ts';
import { accountDatabase } from '#store/door.ts';
import { drain } from '#store/outbox/drain.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { ModelServer, tokenOf } from '#store/outbox/model-server.fixtures.ts';
import { storeSession } from '#store/session.ts';
import { dispatchSync, openPage, startScope } from './scope.fixtures.ts';
import { forwardEvents } from './events.ts';

// An event lasts two minutes, which its waits pass in steps.
vi.setConfig({ testTimeout: 60_000 });

let scope: ReturnType<typeof startScope>;
let server: ModelServer;
let userId: string;
let db: AccountDatabase;

beforeEach(async () => {
  scope = startScope();
  forwardEvents();
  server = new ModelServer();
  vi.stubGlobal('fetch', server.fetch);
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A change that was queued without a network. */
const queue = async (title: string): Promise<void> => {
  const options = { owner: userId, scope: userScope(userId), nowMs: Date.now() };
  await enqueue(db, createFolder, { id: newId(), title }, options);
  // Queuing asks for an event too.
  await vi.waitUntil(() => scope.tags.length > 0);
  scope.tags.length = 0;
};
const sync = (lastChance = false, tag: string = OUTBOX_SYNC_TAG) => dispatchSync(scope, { tag, lastChance });
const titles = () => [...server.folders.values()].map(({ title }) => title);
/** No answer comes to anything. */
const goOffline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

it('sends what waits in its order, and pulls the state that includes it', async () => {
  await queue('One');
  await queue('Two');
  expect(await sync()).toEqual([]);
  expect(titles()).toEqual(['One', 'Two']);
  expect(await db.outbox.where('state').equals('waiting').count()).toBe(0);
  expect((await db.sync.get('sync'))?.pulledAtMs).toBeDefined();
});

it('a network that is not one yet: the event fails, so that the browser tries again, and nothing is said', async () => {
  await queue('One');
  goOffline();
  expect(await sync()).toMatchObject([{ name: 'StillWaiting' }]);
  expect([scope.shown, scope.tags]).toEqual([[], []]);
  expect(await db.outbox.where('state').equals('waiting').count()).toBe(1);
});

it('at the last try the person is told, and the next event is asked for', async () => {
  await queue('One');
  goOffline();
  expect(await sync(true)).toEqual([]);
  expect(scope.shown).toMatchObject([{ tag: 'sideline-unsent', data: { link: '/outbox' } }]);
  expect(scope.tags).toEqual([OUTBOX_SYNC_TAG]);
});

it('without the permission to notify nothing is shown', async () => {
  vi.stubGlobal('Notification', { permission: 'default' });
  await queue('One');
  goOffline();
  expect(await sync(true)).toEqual([]);
  expect(scope.shown).toEqual([]);
});

it('once the session has ended no try helps: the person is told, and what waits stays', async () => {
  await queue('One');
  vi.stubGlobal('fetch', async () => {
    const body = JSON.stringify({ errors: [{ code: 'session.over', message: 'Please sign in again.' }] });
    return new Response(body, { status: 401, headers: { 'Content-Type': 'application/json' } });
  });
  expect(await sync()).toEqual([]);
  expect(scope.shown).toHaveLength(1);
  expect(await db.outbox.count()).toBe(1);
});

it('signed out, or with nothing to send, an event does nothing', async () => {
  expect(await sync()).toEqual([]);
  await queue('One');
  await writeDeviceSetting('activeUserId', undefined);
  expect(await sync(true)).toEqual([]);
  expect([titles(), scope.shown, scope.tags]).toEqual([[], [], []]);
});

it('an event of another tag sends no changes', async () => {
  await queue('One');
  expect(await sync(true, UPLOADS_SYNC_TAG)).toEqual([]);
  expect(await sync(true, 'something-else')).toEqual([]);
  expect(titles()).toEqual([]);
});

it('a visible page sends first; what it leaves is sent here', async () => {
  const page = openPage({ visibilityState: 'visible' });
  page.postMessage = (message) => {
    page.messages.push(message);
    void drain((id) => callById.get(id));
  };
  scope.pages = [page];
  await queue('By the page');
  expect(await sync()).toEqual([]);
  expect(page.messages).toEqual([{ type: 'PULL' }]);
  expect(server.applied).toHaveLength(1);

  page.postMessage = () => {};
  await queue('By the worker');
  expect(await sync()).toEqual([]);
  expect(titles()).toEqual(['By the page', 'By the worker']);
  expect(server.applied).toHaveLength(2);
});
