import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { watchDetail } from '#app/data/contents.fixtures.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  show,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { videoFile, VIDEO_SECONDS } from '#ui/player/video.fixtures.ts';
import { WatchPage } from './watch-page.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
const network = standInNetwork();
const [id, channelId] = [newId(), newId()];
const detail = watchDetail({ id, durationInMilliseconds: VIDEO_SECONDS * 1000 });
const video = () => document.querySelector('video');
const place = () => account.db.watchPlaces.get(id);
const kept = async () =>
  (await account.db.outbox.toArray())
    .filter(({ call }) => call === 'watch.keepPlace')
    .map(({ scope, input }) => [scope, Math.round(Number(input['positionMs']) / 1000)]);
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
/** Where each video of the test was put by a seek, whole seconds; the first seek is the one to the place. */
let seeks: number[];
const noteSeek = ({ target }: Event) => seeks.push(Math.floor((target as HTMLMediaElement).currentTime));
const untilNext = (type: string, then?: (media: HTMLMediaElement) => void): Promise<void> =>
  new Promise((resolve) => {
    const hear = ({ target }: Event) => {
      then?.(target as HTMLMediaElement);
      resolve();
    };
    document.addEventListener(type, hear, { once: true, capture: true });
  });
/**
 * Opens the page, and pauses the video once it has begun to play by itself: it does so some time after the element says that
 * it is ready, and a pause before that would not hold.
 */
const open = async (): Promise<void> => {
  const [started, paused] = [untilNext('play', (media) => media.pause()), untilNext('pause')];
  showRouted(<WatchPage search={{ content: id, channelId }} onOpen={() => {}} />);
  await started;
  await paused;
  await expect.poll(() => video()!.seeking).toBe(false);
};
/** Opens the page of an item of which a place is known. @returns Where it began. */
const openAtPlace = async (): Promise<number> => {
  await open();
  await expect.poll(() => seeks.length).toBeGreaterThan(0);
  return seeks[0]!;
};

// Without a tap before, the browser does not let a page play with sound.
beforeAll(() => userEvent.click(document.documentElement, { position: { x: 1, y: 1 } }));
beforeEach(async () => {
  seeks = [];
  // Events of media do not bubble.
  document.addEventListener('seeked', noteSeek, true);
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.answer(`/published-contents/${id}/detail`, () => detail);
  network.answer(`/published-contents/${id}/captions`, () => ({ tracks: [], chapters: [] }));
  const blob = await videoFile();
  await account.db.savedMedia.put({ id, contentType: blob.type, blob, bytes: blob.size, savedAtMs: Date.now() });
});
afterEach(() => {
  document.removeEventListener('seeked', noteSeek, true);
  clearPage();
  network.goOnline();
});

test('it goes on where the person stopped on another device; a pause is kept for all devices, also offline', async () => {
  await account.db.watchPlaces.put({ id, scope: SCOPE, positionMs: 3_000, watchedAt: ago(60), removedAt: null });
  expect(await openAtPlace()).toBe(3);
  network.goOffline();
  video()!.currentTime = 6;
  await expect.poll(() => video()!.seeking).toBe(false);
  await video()!.play();
  video()!.pause();
  await expect.poll(async () => (await kept()).at(-1)).toEqual([SCOPE, 6]);
  video()!.currentTime = 2;
  await expect.poll(() => video()!.seeking).toBe(false);
  await video()!.play();
  video()!.pause();
  // The place before it was not sent yet: one change waits.
  await expect.poll(kept).toEqual([[SCOPE, 2]]);
  expect((await place())!.positionMs).toBeGreaterThanOrEqual(2_000);
});

test('leaving the page keeps the place once', async () => {
  await open();
  video()!.currentTime = 5;
  await expect.poll(async () => Number((await account.db.drafts.get(`place:${id}`))?.value)).toBe(5_000);
  show(null);
  await expect.poll(kept).toContainEqual([SCOPE, 5]);
  await expect.poll(() => account.db.drafts.get(`place:${id}`)).toBe(undefined);
  expect((await kept()).filter(([, seconds]) => seconds === 5)).toHaveLength(1);
});

test('what this device noted last before its battery was empty is later than the place that all devices know', async () => {
  await account.db.watchPlaces.put({ id, scope: SCOPE, positionMs: 3_000, watchedAt: ago(60), removedAt: null });
  await account.db.drafts.put({ key: `place:${id}`, value: 5_000, savedAtMs: Date.now() - 30_000 });
  expect(await openAtPlace()).toBe(5);
});

test('an address with a time begins there, once: the address loses it, and the next visit goes on where this one was', async () => {
  await account.db.watchPlaces.put({ id, scope: SCOPE, positionMs: 6_000, watchedAt: ago(60), removedAt: null });
  const [started, paused] = [untilNext('play', (media) => media.pause()), untilNext('pause')];
  const search = { content: id, channelId, at: 3 };
  const address = `/?content=${id}&channelId=${channelId}`;
  const path = showRouted(<WatchPage search={search} onOpen={() => {}} />, `${address}&at=3`);
  await started;
  await paused;
  await expect.poll(() => seeks.length).toBeGreaterThan(0);
  expect(seeks[0]).toBe(3);
  await expect.poll(path).toBe(address);
  await expect.poll(async () => (await kept()).at(-1)).toEqual([SCOPE, 3]);
  clearPage();
  seeks = [];
  expect(await openAtPlace()).toBe(3);
});

test('an address with a time that the medium does not have goes on where the person stopped', async () => {
  await account.db.watchPlaces.put({ id, scope: SCOPE, positionMs: 3_000, watchedAt: ago(60), removedAt: null });
  const [started, paused] = [untilNext('play', (media) => media.pause()), untilNext('pause')];
  showRouted(<WatchPage search={{ content: id, channelId, at: 5_000 }} onOpen={() => {}} />);
  await started;
  await paused;
  await expect.poll(() => seeks.length).toBeGreaterThan(0);
  expect(seeks[0]).toBe(3);
});
