import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** A row of an own view as JSON text. */
const rowText = async (
  db: Db,
  view: 'own_channels' | 'own_playlists' | 'own_publications',
  column: string,
  id: string,
): Promise<string | undefined> => {
  const rows = await sql<{
    row: string;
  }>`select row::text as row from ${sql.table(view)} where ${sql.ref(column)} = ${id}`.execute(db);
  return rows.rows[0]?.row;
};
export const readChannelRow = (db: Db, id: string): Promise<string | undefined> =>
  rowText(db, 'own_channels', 'channel_id', id);
export const readPlaylistRow = (db: Db, id: string): Promise<string | undefined> =>
  rowText(db, 'own_playlists', 'playlist_id', id);
export const readPublicationRow = (db: Db, id: string): Promise<string | undefined> =>
  rowText(db, 'own_publications', 'publication_id', id);

export const setActive = async (db: Db, channelId: string, active: boolean): Promise<void> => {
  await db.updateTable('channels').set({ active }).where('id', '=', channelId).execute();
};

/** Puts the named channels first, in their order; others of the scope follow as they were. */
export const reorder = async (db: Db, scope: string, ids: readonly string[]): Promise<void> => {
  await sql`with wanted as (
      select c.id, row_number() over (order by w.at nulls last, c.position, c.created_at) - 1 as position
      from channels c left join unnest(${sql.val(ids)}::uuid[]) with ordinality as w(id, at) on w.id = c.id where c.scope = ${scope})
    update channels c set position = wanted.position from wanted where c.id = wanted.id and c.position <> wanted.position`.execute(
    db,
  );
};

// ---------------------------------------------------------------- following
export interface FollowedChannel {
  scope: string;
  name: string;
  isOwn: boolean;
  isFollowed: boolean;
  followerName: string;
}

/** A channel as somebody who wants to follow it meets it; nothing where it is hidden from them. */
export const readFollowable = async (
  db: Db,
  userId: string,
  channelId: string,
): Promise<FollowedChannel | undefined> => {
  const rows = await sql<FollowedChannel & { isVisible: boolean }>`
    select c.scope, c.name, acts_for(u.id, c.scope) as "isOwn", u.first_name || ' ' || u.last_name as "followerName",
      sees_channel(u.id, c.scope, c.active) as "isVisible",
      exists (select 1 from follows f where f.user_id = u.id and f.channel_id = c.id) as "isFollowed"
    from channels c, users u where c.id = ${channelId} and u.id = ${userId}`.execute(db);
  const row = rows.rows[0];
  return row && (row.isVisible || row.isFollowed) ? row : undefined;
};

/** @returns Whether this made a difference. */
export const addFollow = async (
  db: Db,
  userId: string,
  scope: string,
  channelId: string,
  now: Date,
): Promise<boolean> => {
  const added = await db
    .insertInto('follows')
    .values({ user_id: userId, channel_id: channelId, scope, followed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return added.length > 0;
};

export const deleteFollow = async (db: Db, userId: string, channelId: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('follows')
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .returning('user_id')
    .execute();
  return gone.length > 0;
};

export const readFollowRow = async (
  db: Db,
  userId: string,
  channelId: string,
): Promise<{ id: string; scope: string; followedAt: string } | undefined> => {
  const row = await db
    .selectFrom('follows')
    .select(['channel_id', 'scope', 'followed_at'])
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row && { id: row.channel_id, scope: row.scope, followedAt: row.followed_at.toISOString() };
};

/** The people behind a scope: the person, or the organization's admins. */
export const readScopePeople = async (db: Db, scope: string): Promise<string[]> => {
  const rows = await sql<{ id: string }>`select scope_people(${scope}) as id`.execute(db);
  return rows.rows.map(({ id }) => id);
};

// ---------------------------------------------------------------- announcing
export interface Announcement {
  channelId: string;
  scope: string;
  sport: string;
  educatorName: string;
  title: string;
  coverImage: string | null;
}

/** What followers are told of a publication; nothing where it cannot be seen any more. */
export const readAnnouncement = async (db: Db, publicationId: string): Promise<Announcement | undefined> => {
  const rows = await sql<Announcement>`
    select c.id as "channelId", c.scope, s.name as sport, u.first_name || ' ' || u.last_name as "educatorName", p.title, p.cover_image as "coverImage"
    from publications p join channels c on c.id = p.channel_id join sports s on s.id = c.sport_id join users u on u.id = c.author_id
    where p.id = ${publicationId} and p.is_live and not p.is_deleted and c.active`.execute(db);
  return rows.rows[0];
};

/** Followers by user id, after one of them. Who acts for the channel is not told of their own work. */
export const readFollowers = async (
  db: Db,
  channelId: string,
  scope: string,
  afterUserId: string | undefined,
  limit: number,
): Promise<string[]> => {
  const rows = await sql<{ user_id: string }>`
    select user_id from follows where channel_id = ${channelId} and (${afterUserId ?? null}::uuid is null or user_id > ${afterUserId ?? null}::uuid)
      and user_id not in (select scope_people(${scope}))
    order by user_id limit ${limit}`.execute(db);
  return rows.rows.map(({ user_id }) => user_id);
};
