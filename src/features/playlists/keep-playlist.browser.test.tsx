import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { removeSaved } from '#store/saved/sets.ts';
import { startSaves } from '#store/saved/start-saves.ts';
import type { Account } from '#app/data/account.ts';
import { listedItem, watchDetail } from '#app/data/contents.fixtures.ts';
import { mediaServer } from '#app/data/media-server.fixtures.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { VisitedPlaylist } from './visited-playlist.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
let items: ContentListItem[];
const network = standInNetwork();
const media = mediaServer();
afterAll(() => media.restore());

const id = newId();

const publish = (title: string, changes: Partial<ContentListItem> = {}): ContentListItem => {
  const item = listedItem(title, changes);
  const url = `/media/token/${item.content.id}/`;
  media.files.set(`${url}video.mp4`, new Uint8Array(1000));
  network.answer(`/published-contents/${item.id}/detail`, () =>
    watchDetail({ id: item.id, title, url: `${url}master.m3u8`, progressiveUrl: `${url}video.mp4` }),
  );
  network.answer(`/published-contents/${item.id}/captions`, () => ({ tracks: [], chapters: [] }));
  return item;
};

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  media.files.clear();
  items = [publish('One'), publish('Locked', { locked: true }), publish('Two')];
  network.answer(`/playlists/${id}`, () => ({
    id,
    scope: 'user:x',
    channelId: newId(),
    title: 'Serves in order',
    coverImage: null,
    itemCount: items.length,
    channelName: 'Serves',
    educatorName: 'Ben',
    educatorUsername: 'ben',
    sportId: 'tennis',
    sportName: 'Tennis',
    isOwner: false,
  }));
  network.answer(`/playlists/${id}/contents`, () => ({ count: items.length, results: items }));
});
afterEach(() => clearPage());

const savedTitles = async (): Promise<string[]> =>
  (await account.db.savedMedia.toArray()).map(({ detail }) => detail!.title).toSorted();
/** As after a while: the list is compared again. */
const refill = async () => {
  await account.db.savedSets.toCollection().modify({ filledAtMs: 0 });
  startSaves(USER_ID);
};

test('a whole playlist is saved without what is locked; it follows the list, leaves out what was removed, and ends with its bytes', async () => {
  showRouted(<VisitedPlaylist playlistId={id} channelId={undefined} />);
  await page.getByRole('button', { name: 'Save all offline' }).click();
  await expect.poll(savedTitles).toEqual(['One', 'Two']);
  await expect.element(page.getByText('Saved on this device').nth(1)).toBeVisible();

  const [one, , two] = items;
  await removeSaved(account.db, two!.id);
  items = [publish('Three'), one!, two!];
  await refill();
  await expect.poll(savedTitles).toEqual(['One', 'Three']);

  items = items.filter((item) => item !== one);
  await refill();
  await expect.poll(savedTitles).toEqual(['Three']);

  await page.getByRole('button', { name: 'Kept offline' }).click();
  await page.getByRole('button', { name: 'Stop keeping' }).click();
  await expect.poll(() => account.db.savedPieces.count()).toBe(0);
  expect([await savedTitles(), await account.db.savedSets.count()]).toEqual([[], 0]);
});

test('the next of a list are kept: what was watched to its end makes room for what follows', async () => {
  items = [publish('Newest'), publish('Middle'), publish('Oldest')];
  await account.db.savedSets.put({
    id: `playlist:${id}`,
    title: 'Serves in order',
    count: 2,
    height: null,
    addedAtMs: 1,
    filledAtMs: 0,
  });
  startSaves(USER_ID);
  await expect.poll(savedTitles).toEqual(['Middle', 'Newest']);
  await account.db.watchPlaces.put({
    id: items[0]!.id,
    scope: 'user:x',
    positionMs: items[0]!.content.duration! * 1000,
    watchedAt: new Date().toISOString(),
    removedAt: null,
  });
  await refill();
  await expect.poll(savedTitles).toEqual(['Middle', 'Oldest']);
});
