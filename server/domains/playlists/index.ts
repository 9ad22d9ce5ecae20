import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { listContentsOf } from '../channels/index.ts';
import { pictureUrl } from '../files/index.ts';
import { addContents, deletePlaylist, moveContent, removeContent, reorderContents } from './contents.ts';

const createPlaylist: Handler<'playlists.create'> = async ({ db, scope }, { id, channelId, title, coverImage }) => {
  // Of two at the same time the second one finds the playlist of the first.
  await raiseScopes(db, [scope]);
  const before = await db.selectFrom('playlists').select('channel_id').where('id', '=', id).executeTakeFirst();
  if (before && before.channel_id !== channelId) throw new Problem('channel.playlist_taken', { title });
  if (!before) {
    const cover_image = coverImage ? await pictureUrl(db, scope, coverImage) : null;
    const last = await db
      .selectFrom('playlists')
      .select((e) => e.fn.max('position').as('position'))
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    await db
      .insertInto('playlists')
      .values({ id, scope, channel_id: channelId, title, cover_image, position: (last?.position ?? -1) + 1 })
      .execute();
  }
  return answerJson(db, sql`select row from own_playlists where playlist_id = ${id}`);
};

const changePlaylist: Handler<'playlists.rename'> = async ({ db, scope }, { playlistId, title, coverImage }) => {
  const changes = {
    ...(title !== undefined && { title }),
    ...(coverImage !== undefined && { cover_image: coverImage && (await pictureUrl(db, scope, coverImage)) }),
  };
  if (Object.keys(changes).length > 0)
    await db.updateTable('playlists').set(changes).where('id', '=', playlistId).where('scope', '=', scope).execute();
  return answerJson(db, sql`select row from own_playlists where playlist_id = ${playlistId} and scope = ${scope}`);
};

/** A playlist of a channel that the person can see. Without a cover it has the picture of its first item. */
const readPlaylist: Handler<'playlists.read'> = ({ db, session: { userId } }, { playlistId }) =>
  answerJson(
    db,
    sql`select p.row::jsonb || jsonb_build_object(
        'itemCount', (select count(*) from listed_publications l where l.playlist_id = p.playlist_id),
        'coverImage', coalesce(p.row ->> 'coverImage', (select l.item ->> 'coverImage' from listed_publications l
          where l.playlist_id = p.playlist_id order by l.playlist_position, l.published_at, l.id limit 1)),
        'channelName', c.name, 'educatorName', u.first_name || ' ' || u.last_name, 'educatorUsername', u.username,
        'sportId', s.id, 'sportName', s.name, 'isOwner', acts_for(${userId}::uuid, c.scope))
      from own_playlists p join channels c on c.id = p.channel_id join sports s on s.id = c.sport_id join users u on u.id = c.author_id
      where p.playlist_id = ${playlistId} and sees_channel(${userId}::uuid, c.scope, c.active)`,
  );

const listContents: Handler<'playlists.contents'> = ({ db, session }, { playlistId, playableAfter, limit, offset }) =>
  listContentsOf(db, session.userId, {
    where: sql`l.playlist_id = ${playlistId}`,
    order: sql`l.playlist_position, l.published_at, l.id`,
    playableAfter,
    limit,
    offset,
  });

export const playlistsHandlers: AreaHandlers<'playlists'> = {
  'playlists.create': createPlaylist,
  'playlists.rename': changePlaylist,
  'playlists.read': readPlaylist,
  'playlists.contents': listContents,
  'playlists.delete': async ({ db, scope }, { playlistId }) => {
    await raiseScopes(db, [scope]);
    await deletePlaylist(db, scope, playlistId);
  },
  'playlists.addContents': async ({ db, scope }, { playlistId, ids }) => {
    await raiseScopes(db, [scope]);
    await addContents(db, scope, playlistId, ids);
  },
  'playlists.removeContent': async ({ db, scope }, { playlistId, publishedId }) => {
    await raiseScopes(db, [scope]);
    await removeContent(db, scope, playlistId, publishedId);
  },
  'playlists.reorder': async ({ db, scope }, { playlistId, ids }) => {
    await raiseScopes(db, [scope]);
    await reorderContents(db, scope, playlistId, ids);
  },
  'playlists.move': async ({ db, scope }, { playlistId, publishedId, afterId }) => {
    await raiseScopes(db, [scope]);
    await moveContent(db, scope, { playlistId, publishedId, afterId });
  },
};
