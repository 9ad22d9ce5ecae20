import { placedAfter } from '#contract/placed-after.ts';
import { inPlaylistOrder, placeAfter } from '#contract/playlists-order.ts';
import type { Publication } from '#contract/rows.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';

const contentsOf = async (change: LocalChange, scope: string, playlistId: string): Promise<Publication[]> =>
  inPlaylistOrder(
    (await change.list('publications', scope)).filter((each) => each.playlistId === playlistId && !each.isDeleted),
  );

registerEffects('playlists', {
  'playlists.create': async (change, { id, channelId, title }, { scope }) => {
    const last = Math.max(
      -1,
      ...(await change.list('playlists', scope))
        .filter((playlist) => playlist.channelId === channelId)
        .map(({ position }) => position),
    );
    await change.put('playlists', { id, scope, channelId, title: title.trim(), coverImage: null, position: last + 1 });
  },
  // The address of a new cover is the server's: the pull brings it.
  'playlists.rename': (change, { playlistId, title, coverImage }) =>
    change.patch('playlists', playlistId, {
      ...(title !== undefined && { title: title.trim() }),
      ...(coverImage === null && { coverImage }),
    }),
  'playlists.delete': async (change, { playlistId }, { scope }) => {
    for (const { id } of await contentsOf(change, scope, playlistId))
      await change.patch('publications', id, { playlistId: null, playlistPosition: null });
    await change.remove('playlists', playlistId);
  },
  'playlists.addContents': async (change, { playlistId, ids }, { scope }) => {
    const playlist = await change.get('playlists', playlistId);
    let place = placeAfter(await contentsOf(change, scope, playlistId));
    for (const id of ids) {
      const content = await change.get('publications', id);
      if (!content || content.isDeleted || content.channelId !== playlist?.channelId) continue;
      await change.patch('publications', id, { playlistId, playlistPosition: place });
      place += 1;
    }
  },
  'playlists.removeContent': async (change, { playlistId, publishedId }) => {
    if ((await change.get('publications', publishedId))?.playlistId === playlistId)
      await change.patch('publications', publishedId, { playlistId: null, playlistPosition: null });
  },
  'playlists.reorder': async (change, { playlistId, ids }, { scope }) => {
    const places = new Map(ids.map((id, place) => [id, place]));
    const wanted = (await contentsOf(change, scope, playlistId)).toSorted(
      (a, b) => (places.get(a.id) ?? places.size) - (places.get(b.id) ?? places.size),
    );
    for (const [playlistPosition, content] of wanted.entries())
      if (content.playlistPosition !== playlistPosition)
        await change.patch('publications', content.id, { playlistPosition });
  },
  'playlists.move': async (change, { playlistId, publishedId, afterId }, { scope }) => {
    const contents = await contentsOf(change, scope, playlistId);
    const places = new Map(contents.map((content) => [content.id, content.playlistPosition]));
    for (const [playlistPosition, id] of placedAfter([...places.keys()], publishedId, afterId).entries())
      if (places.get(id) !== playlistPosition) await change.patch('publications', id, { playlistPosition });
  },
});
