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
