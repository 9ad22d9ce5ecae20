import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Call, InputOf } from '#contract/call.ts';
import { newId, userScope } from '#contract/ids.ts';
import {
  addToPlaylist,
  createPlaylist,
  deletePlaylist,
  moveInPlaylist,
  removeFromPlaylist,
  renamePlaylist,
  reorderPlaylist,
} from '#contract/playlists.ts';
import { inPlaylistOrder } from '#contract/playlists-order.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { enqueue } from '../outbox/enqueue.ts';

let db: AccountDatabase;
let owner: string;
const [channelId, playlistId, other] = [newId(), newId(), newId()];
const publication = async (playlistPosition?: number, channel = channelId) => {
  const id = newId();
  await db.publications.put({
    id,
    scope: userScope(owner),
    channelId: channel,
    playlistId: playlistPosition === undefined ? null : playlistId,
    ...(playlistPosition !== undefined && { playlistPosition }),
    publishedAt: '2026-11-01T10:00:00.000Z',
    isDeleted: false,
  } as never);
  return id;
};
const act = <C extends Call>(call: C, input: InputOf<C>) =>
  enqueue(db, call, input, { owner, scope: userScope(owner) });
const shown = async (playlist = playlistId) =>
  inPlaylistOrder(await db.publications.filter((each) => each.playlistId === playlist).toArray()).map(({ id }) => id);

beforeEach(async () => {
  owner = newId();
  db = accountDatabase(owner);
  for (const [position, id] of [playlistId, other].entries())
    await db.playlists.put({ id, scope: userScope(owner), channelId, title: id, coverImage: '/pictures/a', position });
});

describe('playlists on this device before the change is sent', () => {
  test('the order is the one that was asked for; the others follow as they were', async () => {
    const [a, b, c] = [await publication(0), await publication(1), await publication(2)];
    await act(reorderPlaylist, { playlistId, ids: [c] });
    expect(await shown()).toEqual([c, a, b]);
  });

  test('a moved content goes after the one that is named; moves are made one after another', async () => {
    const [a, b, c, d] = [await publication(0), await publication(1), await publication(2), await publication(3)];
    await act(moveInPlaylist, { playlistId, publishedId: d, afterId: a });
    await act(moveInPlaylist, { playlistId, publishedId: a, afterId: b });
    await act(moveInPlaylist, { playlistId, publishedId: c, afterId: null });
    expect(await shown()).toEqual([c, d, b, a]);
    const changed = (await db.outbox.orderBy('order').toArray()).map((entry) => entry.changed);
    expect(changed).toEqual([d, a, c].map((id) => [id, playlistId]));
  });

  test('a content that has left the playlist is not moved in it', async () => {
    const [a, far] = [await publication(3), await publication()];
    await act(moveInPlaylist, { playlistId, publishedId: far, afterId: null });
    expect(await shown()).toEqual([a]);
    expect(await db.publications.get(far)).toMatchObject({ playlistId: null });
  });

  test('added contents come last; those of another channel are passed over', async () => {
    const [a, b, far] = [await publication(7), await publication(), await publication(undefined, newId())];
    await act(addToPlaylist, { playlistId, ids: [far, b] });
    expect(await shown()).toEqual([a, b]);
    await act(addToPlaylist, { playlistId: other, ids: [a] });
    expect([await shown(), await shown(other)]).toEqual([[b], [a]]);
  });

  test('a removed content leaves only the playlist that the change names', async () => {
    const [a, b] = [await publication(0), await publication(1)];
    await act(removeFromPlaylist, { playlistId, publishedId: a });
    await act(removeFromPlaylist, { playlistId: other, publishedId: b });
    expect(await shown()).toEqual([b]);
  });

  test('a deleted playlist leaves its contents without one', async () => {
    const a = await publication(0);
    await act(deletePlaylist, { playlistId });
    expect(await db.playlists.get(playlistId)).toBeUndefined();
    expect(await db.publications.get(a)).toMatchObject({ playlistId: null });
  });

  test('a new playlist comes after the last one, also after one was deleted', async () => {
    await act(deletePlaylist, { playlistId });
    const id = newId();
    await act(createPlaylist, { id, channelId, title: ' Corners ' });
    expect(await db.playlists.get(id)).toMatchObject({ title: 'Corners', position: 2 });
  });

  test('a change of the cover leaves the title as it is, and the other way round', async () => {
    await act(renamePlaylist, { playlistId, title: ' Corners ' });
    expect(await db.playlists.get(playlistId)).toMatchObject({ title: 'Corners', coverImage: '/pictures/a' });
    await act(renamePlaylist, { playlistId, coverImage: null });
    expect(await db.playlists.get(playlistId)).toMatchObject({ title: 'Corners', coverImage: null });
  });
});
