import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChannelPage } from '#contract/channels.ts';
import { newId } from '#contract/ids.ts';
import { createPlaylist } from '#contract/playlists.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ChannelPlaylists } from './channel-playlists.tsx';

const network = standInNetwork();
let account: Account;
const channel = { id: newId(), scope: SCOPE, sportId: 'soccer', isOwner: true } as ChannelPage;

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.goOffline();
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('the owner creates a playlist offline: a short or taken title is refused first, the new one is listed and leads to its page', async () => {
  await account.db.playlists.put({
    id: newId(),
    scope: SCOPE,
    channelId: channel.id,
    title: 'Wall work',
    coverImage: null,
    position: 0,
  });
  showRouted(<ChannelPlaylists channel={channel} />);
  await page.getByRole('button', { name: 'Create Playlist' }).click();
  const name = page.getByLabelText('Playlist name');
  const save = page.getByRole('button', { name: 'Create', exact: true });
  await name.fill('W');
  await save.click();
  await expect.element(page.getByText('must be more than 2')).toBeVisible();
  await name.fill('wall work');
  await save.click();
  await expect.element(page.getByText('wall work already exists')).toBeVisible();
  await name.fill('Rebounds');
  await save.click();
  const link = page.getByRole('list', { name: 'Playlists' }).getByRole('link', { name: 'Rebounds' });
  await expect.element(link).toBeVisible();
  const [entry] = await account.db.outbox.toArray();
  expect(entry).toMatchObject({ call: 'playlists.create', input: { channelId: channel.id, title: 'Rebounds' } });
  expect(link.element().getAttribute('href')).toBe(`/playlists/${String(entry!.input['id'])}?channelId=${channel.id}`);
});

test('a refused new playlist is opened again with its title; saving it discards the refused one', async () => {
  const refused = refusedEntry(createPlaylist, { id: newId(), channelId: channel.id, title: 'Wall work' });
  await account.db.outbox.put(refused);
  showRouted(<ChannelPlaylists channel={channel} />);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect.element(page.getByLabelText('Playlist name')).toHaveValue('Wall work');
  await page.getByLabelText('Playlist name').fill('Rebounds');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.element(page.getByRole('link', { name: 'Rebounds' })).toBeVisible();
  await expect.poll(async () => (await account.db.outbox.get(refused.id)) === undefined).toBe(true);
});

test('the owner renames a playlist offline: a title that is taken on the channel is refused before it is queued, the new one waits in its row', async () => {
  const playlist = (title: string, position: number) => ({
    id: newId(),
    scope: SCOPE,
    channelId: channel.id,
    title,
    coverImage: null,
    position,
  });
  const [first, second] = [playlist('Wall work', 0), playlist('Rebounds', 1)];
  await account.db.playlists.bulkPut([first, second]);
  showRouted(<ChannelPlaylists channel={channel} />);
  await page.getByRole('button', { name: 'More actions for Wall work' }).click();
  await page.getByRole('button', { name: 'Rename playlist' }).click();
  const name = page.getByLabelText('Playlist name');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect.element(name).toHaveValue('Wall work');
  await name.fill('Rebounds');
  await save.click();
  await expect.element(page.getByText('Rebounds already exists')).toBeVisible();
  expect(await account.db.outbox.count()).toBe(0);
  await expectAccessible('playlist rename');
  await name.fill('Wall work again');
  await save.click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Wall work again' }) });
  await expect.element(row.getByText('Will send when online')).toBeVisible();
  expect((await account.db.outbox.toArray()).map(({ call, input }) => ({ call, input }))).toEqual([
    { call: 'playlists.rename', input: { playlistId: first.id, title: 'Wall work again' } },
  ]);
});

test('a visitor sees the playlists and no menu on them', async () => {
  network.goOnline();
  network.answer(`/channels/${channel.id}/playlists`, () => ({
    count: 1,
    results: [{ id: newId(), title: 'Wall work', itemCount: 2, coverImage: null }],
  }));
  showRouted(<ChannelPlaylists channel={{ ...channel, isOwner: false }} />);
  const list = page.getByRole('list', { name: 'Playlists' });
  await expect.element(list.getByRole('link', { name: 'Wall work' })).toBeVisible();
  expect(list.getByRole('button').elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Create Playlist' }).query()).toBeNull();
});
