import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeOpenTarget } from '#store/open-target.ts';
import { forwardEvents } from './events.ts';
import { openPage, startScope } from './scope.fixtures.ts';

let scope: ReturnType<typeof startScope>;
beforeEach(() => {
  scope = startScope();
  forwardEvents();
});
afterEach(() => void vi.unstubAllGlobals());

const tap = async (data: unknown): Promise<boolean> => {
  let isClosed = false;
  const failures = await scope.dispatch('notificationclick', {
    notification: { data, close: () => void (isClosed = true) },
  });
  expect(failures).toEqual([]);
  return isClosed;
};

it('a tap closes the notification and opens its page in a new window, which finds the target also on the start page', async () => {
  expect(await tap({ link: '/channels/1?tab=playlists' })).toBe(true);
  expect(scope.opened).toEqual(['/channels/1?tab=playlists']);
  expect(await takeOpenTarget()).toBe('/channels/1?tab=playlists');
  expect(await takeOpenTarget(), 'taken once').toBeUndefined();
});

it('with pages open, the one in focus goes there, else a visible one, else any; no window is opened', async () => {
  const [hidden, visible, focused] = [
    openPage(),
    openPage({ visibilityState: 'visible' }),
    openPage({ visibilityState: 'visible', focused: true }),
  ];
  for (const [pages, chosen] of [
    [[hidden, visible, focused], focused],
    [[hidden, visible], visible],
    [[hidden], hidden],
  ] as const) {
    scope.pages = [...pages];
    await tap({ link: '/notifications?id=n1' });
    expect(chosen.messages.at(-1)).toEqual({ type: 'OPEN', link: '/notifications?id=n1' });
    expect(chosen.focused).toBe(true);
    visible.focused = false;
  }
  expect(scope.opened).toEqual([]);
});

it('a page that may not be brought to the front still goes there', async () => {
  const page = openPage({ focus: () => Promise.reject(new DOMException('Not allowed.', 'InvalidAccessError')) });
  scope.pages = [page];
  await tap({ link: '/outbox' });
  expect(page.messages).toEqual([{ type: 'OPEN', link: '/outbox' }]);
});

it.each([
  [null],
  [{}],
  [{ link: 'https://evil.example/' }],
  [{ link: '//evil.example' }],
  [{ link: '/.//evil.example' }],
])('a notification with %j leads to the notifications, never to another origin', async (data) => {
  await tap(data);
  expect(scope.opened).toEqual(['/notifications']);
});
