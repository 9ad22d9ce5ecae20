import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { isUniqueViolation } from '#server/db/database.ts';
import { listContentsOf } from '../channels/index.ts';
import { pictureUrl } from '../files/index.ts';

const createPlaylist: Handler<'playlists.create'> = async ({ db, scope }, { id, channelId, title, coverImage }) => {
  const before = await db.selectFrom('playlists').select('channel_id').where('id', '=', id).executeTakeFirst();
  if (before && before.channel_id !== channelId) throw new Problem('channel.playlist_taken', { title });
  if (!before) {
    const cover_image = coverImage ? await pictureUrl(db, scope, coverImage) : null;
    const last = await db
      .selectFrom('playlists')
      .select((e) => e.fn.max('position').as('position'))
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    try {
      await db
        .insertInto('playlists')
        .values({ id, scope, channel_id: channelId, title, cover_image, position: (last?.position ?? -1) + 1 })
        .execute();
    } catch (error) {
      if (isUniqueViolation(error, 'playlists_title'))
        throw new Problem('channel.playlist_taken', { title }, { cause: error });
      throw error;
    }
  }
  return answerJson(db, sql`select row from own_playlists where playlist_id = ${id}`);
};

const listContents: Handler<'playlists.contents'> = ({ db, session }, { playlistId, limit, offset }) =>
  listContentsOf(db, session.userId, {
    where: sql`l.playlist_id = ${playlistId}`,
    order: sql`l.playlist_position, l.published_at, l.id`,
    limit,
    offset,
  });

export const playlistsHandlers: AreaHandlers<'playlists'> = {
  'playlists.create': createPlaylist,
  'playlists.contents': listContents,
};
