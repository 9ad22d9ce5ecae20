import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { OUTBOX_SYNC_TAG } from '#store/background.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder } from '#contract/library.ts';
import { accountDatabase } from '#store/door.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { ModelServer, tokenOf } from '#store/outbox/model-server.fixtures.ts';
import { storeSession } from '#store/session.ts';
import { listenToMessages } from './messages.ts';
import { macrotask, openPage, startScope } from './scope.fixtures.ts';
import { forwardEvents } from './events.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('D-242 a worker that a newer one replaces ends its sync event at once, to be repeated, and says so', async () => {
  const scope = startScope();
  forwardEvents();
  listenToMessages({} as never);
  const server = new ModelServer();
  vi.stubGlobal('fetch', server.fetch);
  const userId = newId();
  await storeSession(userId, tokenOf(userId));
  const options = { owner: userId, scope: userScope(userId), nowMs: Date.now() };
  await enqueue(accountDatabase(userId), createFolder, { id: newId(), title: 'One' }, options);
  const page = openPage({ visibilityState: 'visible' });
  scope.pages.push(page);
  // The time that the page gets does not pass.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const event = scope.dispatch('sync', { tag: OUTBOX_SYNC_TAG, lastChance: false });
  while (page.messages.length === 0) await macrotask();
  const port = { postMessage: vi.fn() };
  await scope.dispatch('message', { data: { type: 'LET_GO' }, ports: [port] });
  expect(port.postMessage).toHaveBeenCalledOnce();
  expect(await event).toMatchObject([{ name: 'StillWaiting' }]);
  expect(server.applied).toEqual([]);
  // A page of an older build sends no port.
  expect(await scope.dispatch('message', { data: { type: 'LET_GO' }, ports: [] })).toEqual([]);
});
