import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Publication } from '#contract/rows.ts';
import { clearPage, freshAccount, notePull, person, SCOPE } from '../data/signed-in.fixtures.tsx';
import type { Account } from '../data/account.ts';
import { showRouted } from '../frame/routed.fixtures.tsx';
import { PublicationMenu } from './publication-menu.tsx';

let account: Account;
const [CHANNEL, FIRST, SECOND] = [newId(), newId(), newId()];
const publication: Publication = {
  id: newId(),
  scope: SCOPE,
  contentId: newId(),
  channelId: CHANNEL,
  playlistId: FIRST,
  type: 'video',
  title: 'Overlap run',
  description: '',
  coverImage: null,
  originCoverImage: null,
  coverBackground: null,
  customTags: [],
  tagProfileId: null,
  tagsProfileItemsList: [],
  pricingCategory: 'free',
  publishedAt: '2026-01-01T00:00:00.000Z',
  publishAt: null,
  isLive: true,
  isDeleted: false,
};
const open = async (facts: Partial<Publication> = {}) => {
  const address = showRouted(<PublicationMenu publication={{ ...publication, ...facts }} />);
  await page.getByRole('button', { name: 'More actions for Overlap run' }).click();
  return address;
};
const entries = async () =>
  (await account.db.outbox.orderBy('order').toArray()).map(({ call, input }) => ({ call, input }));
const playlist = (id: string, title: string, position: number) => ({
  id,
  scope: SCOPE,
  channelId: CHANNEL,
  title,
  coverImage: null,
  position,
});

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await account.db.publications.put(publication);
  await account.db.playlists.bulkPut([playlist(FIRST, 'Wide play', 0), playlist(SECOND, 'Build-up', 1)]);
  await notePull(account);
});
afterEach(clearPage);

test('Edit opens the form of the item', async () => {
  const address = await open();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(address).toBe(`/edit-channel-content/${publication.id}`);
});

test('Move to playlist offers the playlists of the channel, none, and a new one; each is queued', async () => {
  await open();
  await page.getByRole('button', { name: 'Move to playlist' }).click();
  await page.getByRole('button', { name: 'Build-up' }).click();
  await expect
    .poll(entries)
    .toEqual([{ call: 'playlists.addContents', input: { playlistId: SECOND, ids: [publication.id] } }]);
  expect((await account.db.publications.get(publication.id))?.playlistId).toBe(SECOND);
  await page.getByRole('button', { name: 'More actions for Overlap run' }).click();
  await page.getByRole('button', { name: 'Move to playlist' }).click();
  await page.getByRole('button', { name: 'Create Playlist' }).click();
  await page.getByLabelText('Playlist name').fill('Corners');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect
    .poll(async () => (await entries()).map(({ call }) => call))
    .toEqual(['playlists.addContents', 'playlists.create', 'playlists.addContents']);
  const [, made, moved] = await entries();
  expect(moved!.input['playlistId']).toBe(made!.input['id']);
});

test('Remove from channel asks first, and the item can be added again from the Library', async () => {
  await open();
  await page.getByRole('button', { name: 'Remove from channel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove ‘Overlap run’ from its channel?' });
  await expect.element(question.getByText(/It stays in your Library, where you can add it again\./)).toBeVisible();
  expect(await entries()).toEqual([]);
  await question.getByRole('button', { name: 'Remove from channel' }).click();
  await expect.poll(entries).toEqual([{ call: 'publications.unpublish', input: { publishedId: publication.id } }]);
  expect((await account.db.publications.get(publication.id))?.isDeleted).toBe(true);
});

test('an item that is not live yet has no link to share', async () => {
  await open({ isLive: false });
  await expect.element(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Share link' }).elements()).toEqual([]);
});

test('an item that is planned for a time can be published now', async () => {
  const publishAt = '2099-05-12T16:30:00.000Z';
  await account.db.publications.update(publication.id, { isLive: false, publishAt });
  await open({ isLive: false, publishAt });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect
    .poll(entries)
    .toEqual([{ call: 'publications.update', input: { publishedId: publication.id, publishAt: null } }]);
  expect((await account.db.publications.get(publication.id))?.publishAt).toBeNull();
});

test('an item of an organization is changed for the organization, also in the role of a Creator', async () => {
  const scope = `org:${newId()}`;
  await account.db.publications.update(publication.id, { scope });
  await open({ scope });
  await page.getByRole('button', { name: 'Remove from channel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from channel' }).click();
  await expect.poll(async () => (await account.db.outbox.toArray()).map((entry) => entry.scope)).toEqual([scope]);
});

test('Comments leads to the comments on the item, once it is live', async () => {
  const address = await open();
  await page.getByRole('button', { name: 'Comments' }).click();
  await expect.poll(address).toBe(`/comments?content=${publication.id}`);
});
