import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { deviceDatabase, writeDeviceSetting } from '#store/device.ts';
import { noteRead, removeSaved } from '#store/saved/sets.ts';
import { startSaves } from '#store/saved/start-saves.ts';
import type { Account } from '#app/data/account.ts';
import { channelAnswer } from '#app/data/channels.fixtures.ts';
import { listedItem, watchDetail } from '#app/data/contents.fixtures.ts';
import { mediaServer } from '#app/data/media-server.fixtures.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { ChannelPageScreen } from './channel-page.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
let items: ContentListItem[];
const network = standInNetwork();
const media = mediaServer();
afterAll(() => media.restore());
const CHANNEL = newId();

const publish = (title: string, changes: Partial<ContentListItem> = {}): ContentListItem => {
  const item = listedItem(title, changes);
  const url = `/media/token/${item.content.id}/`;
  const isDocument = item.content.duration === null;
  media.files.set(`${url}${isDocument ? 'document.pdf' : 'video.mp4'}`, new Uint8Array(1000));
  network.answer(`/published-contents/${item.id}/detail`, () =>
    watchDetail({
      id: item.id,
      title,
      ...(isDocument
        ? { type: 'text', durationInMilliseconds: null, url: `${url}document.pdf` }
        : { url: `${url}master.m3u8`, progressiveUrl: `${url}video.mp4` }),
    }),
  );
  network.answer(`/published-contents/${item.id}/captions`, () => ({ tracks: [], chapters: [] }));
  return item;
};

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  await deviceDatabase.settings.delete('uploadsOnWifiOnly');
  media.asked.length = 0;
  media.files.clear();
  items = [publish('One'), publish('Locked', { locked: true }), publish('Two'), publish('Three'), publish('Four')];
  network.answer(`/channels/${CHANNEL}`, () => channelAnswer('Serves', { id: CHANNEL }));
  network.answer(`/channels/${CHANNEL}/playlists`, () => ({ count: 0, results: [] }));
  network.answer(`/channels/${CHANNEL}/contents`, () => ({ count: items.length, results: items }));
});
afterEach(() => {
  clearPage();
  Reflect.deleteProperty(navigator, 'connection');
});

const savedTitles = async (): Promise<string[]> =>
  (await account.db.savedMedia.toArray()).map(({ detail }) => detail!.title).toSorted();
/** As after a while: the list is compared again. */
const refill = async () => {
  await account.db.savedSets.toCollection().modify({ filledAtMs: 0 });
  startSaves(USER_ID);
};
const watchToItsEnd = ({ id, content }: ContentListItem) =>
  account.db.watchPlaces.put({
    id,
    scope: 'user:x',
    positionMs: content.duration! * 1000,
    watchedAt: new Date().toISOString(),
    removedAt: null,
  });
/** Opens the channel and keeps its next items. */
const keep = async (count: 3 | 5) => {
  showRouted(<ChannelPageScreen channelId={CHANNEL} published={undefined} />);
  await page.getByRole('button', { name: 'Keep the next offline' }).click();
  await page.getByRole('button', { name: `Keep the next ${count}` }).click();
};
const button = (name: string) => page.getByRole('button', { name });

test('the next of a channel are kept: what is locked is passed over, what was watched or removed makes room, and stopping frees all', async () => {
  await keep(3);
  await expect.poll(savedTitles).toEqual(['One', 'Three', 'Two']);
  await expect.element(page.getByText('Saved on this device').nth(2)).toBeVisible();

  await watchToItsEnd(items[0]!);
  await refill();
  await expect.poll(savedTitles).toEqual(['Four', 'Three', 'Two']);

  await removeSaved(account.db, items[2]!.id);
  items = [publish('Zero'), ...items];
  await refill();
  await expect.poll(savedTitles).toEqual(['Four', 'Three', 'Zero']);

  await button('Kept offline').click();
  await expect.element(button('Keep the next 3')).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible('the next of a channel');
  await button('Stop keeping').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop keeping' }).click();
  await expect.poll(() => account.db.savedPieces.count()).toBe(0);
  expect([await savedTitles(), await account.db.savedSets.count()]).toEqual([[], 0]);
  await expect.element(button('Keep the next offline')).toBeVisible();
});

test('more of them are kept without fetching again what is here', async () => {
  await keep(3);
  await expect.poll(savedTitles).toEqual(['One', 'Three', 'Two']);
  media.asked.length = 0;
  await button('Kept offline').click();
  await button('Keep the next 5').click();
  await expect.poll(savedTitles).toEqual(['Four', 'One', 'Three', 'Two']);
  expect(media.asked).toEqual([`bytes=0- /media/token/${items[4]!.content.id}/video.mp4`]);
});

test('with Wi-Fi only, the next of a channel wait for Wi-Fi', async () => {
  const wifi = (navigator as { connection?: EventTarget }).connection!;
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { type: 'cellular' } });
  await writeDeviceSetting('uploadsOnWifiOnly', true);
  await keep(3);
  await expect.poll(() => account.db.saveJobs.count()).toBe(3);
  await expect.poll(async () => (await account.db.savedSets.toArray())[0]?.wanted).toBe(3);
  expect(media.asked).toEqual([]);
  Reflect.deleteProperty(navigator, 'connection');
  wifi.dispatchEvent(new Event('change'));
  await expect.poll(savedTitles).toEqual(['One', 'Three', 'Two']);
});

test('when access ends, what the channel has kept is freed at once, and comes back with the access', async () => {
  const subscription = { id: newId(), sportId: 'tennis', sportName: 'Tennis', subscriptionStatus: null };
  const subscribe = (subscriptionType: string) =>
    account.db.subscriptions.put({ ...subscription, subscriptionType, scope: 'user:x' } as never);
  await subscribe('trial');
  await keep(3);
  await expect.poll(savedTitles).toEqual(['One', 'Three', 'Two']);

  const open = items;
  items = open.map((item) => ({ ...item, locked: true }));
  // The pull brings the end of the trial.
  await subscribe('expired');
  await expect.poll(savedTitles).toEqual([]);
  expect(await account.db.savedPieces.count()).toBe(0);
  await button('Kept offline').click();
  await expect.element(page.getByText('It has nothing now that you may watch', { exact: false })).toBeVisible();

  items = open;
  await subscribe('subscribed');
  await expect.poll(savedTitles).toEqual(['One', 'Three', 'Two']);
});

test('a document that was read makes room, and stays among the opened ones', async () => {
  const content = { id: newId(), type: 'text', duration: null, pagesCount: 2 } as const;
  items = [publish('Rules', { content }), ...items];
  await keep(3);
  await expect.poll(savedTitles).toEqual(['One', 'Rules', 'Two']);
  await noteRead(account.db, items[0]!.id);
  startSaves(USER_ID);
  await expect.poll(savedTitles).toEqual(['One', 'Rules', 'Three', 'Two']);
  expect(await account.db.savedMedia.get(items[0]!.id)).toMatchObject({ isOpened: true });
});
