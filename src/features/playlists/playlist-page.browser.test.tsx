import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { ContentListItem } from '#contract/sports.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { pictureFile } from '#ui/crop/picture.fixtures.ts';
import { PlaylistPageScreen } from './playlist-page.tsx';

const network = standInNetwork();
let account: Account;
const [channelId, playlistId] = [newId(), newId()];

const addItem = async (title: string, facts: { playlistPosition?: number; isLive?: boolean } = {}) => {
  const [id, contentId] = [newId(), newId()];
  await account.db.contents.put({ id: contentId, scope: SCOPE, title, type: 'video', duration: 402 } as never);
  await account.db.publications.put({
    id,
    scope: SCOPE,
    contentId,
    channelId,
    playlistId: facts.playlistPosition === undefined ? null : playlistId,
    type: 'video',
    title,
    coverImage: null,
    publishedAt: '2026-11-01T10:00:00.000Z',
    isLive: true,
    isDeleted: false,
    ...facts,
  } as never);
  return id;
};
const list = page.getByRole('list', { name: 'Items', exact: true });
const titles = () =>
  list
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('.list-row__title')!.textContent);
const choose = async (title: string, action: string) => {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByText(action, { exact: true }).click();
};
const sent = async () =>
  (await account.db.outbox.orderBy('order').toArray()).map(({ call, input }) => [call, input] as const);
const showOwn = () => showRouted(<PlaylistPageScreen playlistId={playlistId} channelId={channelId} />);

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

/** An own playlist on this device, without a network. */
const addOwn = async () => {
  network.goOffline();
  await account.db.channels.put({ id: channelId, scope: SCOPE, name: 'Passing Lab', sportId: 'soccer' } as never);
  await account.db.playlists.put({
    id: playlistId,
    scope: SCOPE,
    channelId,
    title: 'Wall work',
    coverImage: null,
    position: 0,
  });
};

test('the owner puts the items in order by menu and keys, offline; each move is queued', async () => {
  await addOwn();
  const ids = [
    await addItem('One', { playlistPosition: 0 }),
    await addItem('Two', { playlistPosition: 1 }),
    await addItem('Three', { playlistPosition: 2 }),
  ];
  showOwn();
  await expect.poll(titles).toEqual(['One', 'Two', 'Three']);
  await choose('Three', 'Move to top');
  await expect.poll(titles).toEqual(['Three', 'One', 'Two']);
  await choose('One', 'Move down');
  await expect.poll(titles).toEqual(['Three', 'Two', 'One']);
  const row = list.getByRole('link', { name: 'Three' });
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
  await expect.poll(titles).toEqual(['Two', 'One', 'Three']);
  await expect.element(row).toHaveFocus();
  await expect.element(page.getByText('Three: place 3 of 3')).toBeInTheDocument();
  await expect.poll(sent).toHaveLength(4);
  const calls = await sent();
  const [one, two, three] = ids;
  const move = (publishedId: string | undefined, afterId: string | null | undefined) => [
    'playlists.move',
    { playlistId, publishedId, afterId },
  ];
  expect(calls).toEqual([move(three, null), move(one, two), move(three, two), move(three, one)]);
});

test('dragging the handle of an item moves it with one change', async () => {
  await addOwn();
  for (const [playlistPosition, title] of ['One', 'Two', 'Three'].entries()) await addItem(title, { playlistPosition });
  showOwn();
  await expect.poll(titles).toEqual(['One', 'Two', 'Three']);
  const [first, , last] = document.querySelectorAll('.reorder__grip');
  await userEvent.dragAndDrop(first!, last!);
  await expect.poll(titles).toEqual(['Two', 'Three', 'One']);
  await expect.poll(sent).toHaveLength(1);
});

test('an order that another device made shows, and the next move is made in it', async () => {
  await addOwn();
  const ids: string[] = [];
  for (const [playlistPosition, title] of ['One', 'Two', 'Three'].entries())
    ids.push(await addItem(title, { playlistPosition }));
  showOwn();
  await choose('Two', 'Move up');
  await expect.poll(titles).toEqual(['Two', 'One', 'Three']);
  for (const [playlistPosition, at] of [2, 1, 0].entries())
    await account.db.publications.update(ids[at]!, { playlistPosition });
  await expect.poll(titles).toEqual(['Three', 'Two', 'One']);
  await choose('One', 'Move up');
  await expect.poll(titles).toEqual(['Three', 'One', 'Two']);
  await expect.poll(sent).toHaveLength(2);
  expect((await sent())[1]).toEqual(['playlists.move', { playlistId, publishedId: ids[0], afterId: ids[2] }]);
});

test('the owner takes an item out and adds others of the channel', async () => {
  await addOwn();
  const one = await addItem('One', { playlistPosition: 0 });
  const far = await addItem('Far', {});
  await addItem('Soon', { isLive: false });
  showOwn();
  await choose('One', 'Remove from playlist');
  await expect.element(page.getByRole('heading', { name: 'Nothing in this playlist yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add items' }).click();
  await page.getByRole('checkbox', { name: 'Far' }).click();
  await page.getByRole('button', { name: 'Add 1 item' }).click();
  await expect.poll(titles).toEqual(['Far']);
  expect(await sent()).toEqual([
    ['playlists.removeContent', { playlistId, publishedId: one }],
    ['playlists.addContents', { playlistId, ids: [far] }],
  ]);
});

test('the owner deletes the playlist after a question; its items stay', async () => {
  await addOwn();
  const one = await addItem('One', { playlistPosition: 0 });
  const path = showOwn();
  await choose('Wall work', 'Delete playlist');
  await expect.element(page.getByText('Its items stay on the channel.')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete playlist' }).click();
  await expect.poll(path).toBe(`/channels/${channelId}`);
  await expect.poll(() => account.db.playlists.count()).toBe(0);
  expect(await account.db.publications.get(one)).toMatchObject({ playlistId: null, isDeleted: false });
});

test('the owner changes the cover offline: it is shown from this device, sent with the change, and taken away again', async () => {
  await addOwn();
  showOwn();
  await choose('Wall work', 'Change cover');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Choose a picture first.')).toBeVisible();
  await userEvent.upload(page.getByLabelText('Upload cover'), await pictureFile(1372, 848));
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect.poll(() => account.db.files.count()).toBe(1);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(sent).toHaveLength(1);
  const [file] = await account.db.files.toArray();
  const [entry] = await account.db.outbox.toArray();
  expect(entry).toMatchObject({
    call: 'playlists.rename',
    input: { playlistId, coverImage: file!.sha256 },
    files: [file!.sha256],
  });
  const shown = () => document.querySelector('.playlist-page__head img')?.getAttribute('src') ?? '';
  await expect.poll(shown).toMatch(/^blob:/);
  await choose('Wall work', 'Remove cover');
  await expect.poll(shown).not.toMatch(/^blob:/);
  expect((await sent()).at(-1)![1]).toEqual({ playlistId, coverImage: null });
});

test('EXP-014 a visitor sees the items in their order and plays the first one that is open, and on from there', async () => {
  const item = (id: string, title: string, locked: boolean): ContentListItem => ({
    id,
    content: { id: newId(), type: 'video', duration: 402, pagesCount: null },
    channel: { id: channelId, name: 'Passing Lab', logoImage: null },
    pricingCategory: 'free',
    coverImage: null,
    coverBackground: null,
    publishedAt: '2026-11-01T10:00:00.000Z',
    educatorName: 'Ana Silva',
    title,
    sportId: 'soccer',
    sportName: 'Soccer',
    avgTotal: null,
    views: 0,
    locked,
  });
  const results = [item(newId(), 'First', true), item(newId(), 'Second', false)];
  network.answer(`/playlists/${playlistId}`, () => ({
    id: playlistId,
    scope: `user:${newId()}`,
    channelId,
    title: 'Wall work',
    coverImage: null,
    position: 0,
    itemCount: 2,
    channelName: 'Passing Lab',
    educatorName: 'Ana Silva',
    educatorUsername: 'ana',
    sportId: 'soccer',
    sportName: 'Soccer',
    isOwner: false,
  }));
  network.answer(`/playlists/${playlistId}/contents`, () => ({ count: 2, results }));
  showOwn();
  await expect.poll(titles).toEqual(['First', 'Second']);
  const queue = `channelId=${channelId}&playlistId=${playlistId}`;
  await expect
    .element(page.getByRole('link', { name: 'Play', exact: true }))
    .toHaveAttribute('href', `/watch-playlist?content=${results[1]!.id}&${queue}`);
  await expect
    .element(list.getByRole('link', { name: 'First' }))
    .toHaveAttribute('href', `/watch-playlist?content=${results[0]!.id}&${queue}`);
  expect(page.getByRole('button', { name: /More actions/ }).query()).toBeNull();
});
