import { sql } from 'kysely';
import { placedAfter } from '#contract/placed-after.ts';
import type { Db } from '#server/db/database.ts';

/**
 * Puts published contents of the playlist's channel at its end, in the order of the list. Contents of another channel and
 * removed ones are passed over.
 */
export const addContents = async (db: Db, scope: string, playlistId: string, ids: readonly string[]): Promise<void> => {
  await sql`with wanted as (
      select p.id, row_number() over (order by w.at) as place
      from (select id, min(at) as at from unnest(${sql.val([...ids])}::uuid[]) with ordinality as u(id, at) group by id) w
        join publications p on p.id = w.id join playlists l on l.id = ${playlistId} and l.channel_id = p.channel_id
      where p.scope = ${scope} and not p.is_deleted)
    update publications p set playlist_id = ${playlistId}, playlist_position = wanted.place + coalesce(
      (select max(playlist_position) from publications where playlist_id = ${playlistId} and not is_deleted), -1)
    from wanted where p.id = wanted.id`.execute(db);
};

export const removeContent = async (db: Db, scope: string, playlistId: string, publishedId: string): Promise<void> => {
  await db
    .updateTable('publications')
    .set({ playlist_id: null, playlist_position: 0 })
    .where('id', '=', publishedId)
    .where('playlist_id', '=', playlistId)
    .where('scope', '=', scope)
    .execute();
};

/** Contents that the list does not name follow it in their former order. */
export const reorderContents = async (
  db: Db,
  scope: string,
  playlistId: string,
  ids: readonly string[],
): Promise<void> => {
  await sql`with named as (
      select id, min(at) as at from unnest(${sql.val([...ids])}::uuid[]) with ordinality as u(id, at) group by id),
    wanted as (
      select p.id, row_number() over (order by n.at nulls last, p.playlist_position, p.published_at, p.id) - 1 as place
      from publications p left join named n on n.id = p.id
      where p.playlist_id = ${playlistId} and p.scope = ${scope} and not p.is_deleted)
    update publications p set playlist_position = wanted.place from wanted
    where p.id = wanted.id and p.playlist_position <> wanted.place`.execute(db);
};

/**
 * Puts a content of the playlist after another one; one that is not in it, or no more, is left alone. Needs the lock of the
 * scope: the order must not change in between.
 */
export const moveContent = async (
  db: Db,
  scope: string,
  { playlistId, publishedId, afterId }: { playlistId: string; publishedId: string; afterId: string | null },
): Promise<void> => {
  const contents = await db
    .selectFrom('publications')
    .select('id')
    .where('playlist_id', '=', playlistId)
    .where('scope', '=', scope)
    .where('is_deleted', '=', false)
    .orderBy('playlist_position')
    .orderBy('published_at')
    .orderBy('id')
    .execute();
  const ids = contents.map(({ id }) => id);
  await reorderContents(db, scope, playlistId, placedAfter(ids, publishedId, afterId));
};

/** Its contents stay on the channel. */
export const deletePlaylist = async (db: Db, scope: string, playlistId: string): Promise<void> => {
  await db
    .updateTable('publications')
    .set({ playlist_id: null, playlist_position: 0 })
    .where('playlist_id', '=', playlistId)
    .where('scope', '=', scope)
    .execute();
  await db.deleteFrom('playlists').where('id', '=', playlistId).where('scope', '=', scope).execute();
};
