import { sql } from 'kysely';
import { channelsPlacedAfter } from '#contract/channels-order.ts';
import type { Db } from '#server/db/database.ts';

export const setActive = async (db: Db, channelId: string, active: boolean): Promise<void> => {
  await db.updateTable('channels').set({ active }).where('id', '=', channelId).execute();
};

/** Puts the named channels first, in that order; the others of the scope follow in their former order. */
export const reorder = async (db: Db, scope: string, ids: readonly string[]): Promise<void> => {
  await sql`with wanted as (
      select c.id, row_number() over (order by w.at nulls last, c.position, c.created_at) - 1 as position
      from channels c left join unnest(${sql.val(ids)}::uuid[]) with ordinality as w(id, at) on w.id = c.id where c.scope = ${scope})
    update channels c set position = wanted.position from wanted where c.id = wanted.id and c.position <> wanted.position`.execute(
    db,
  );
};

/** Puts a channel after another one of the same parent. Needs the lock of the scope: the order must not change in between. */
export const move = async (db: Db, scope: string, channelId: string, afterId: string | null): Promise<void> => {
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'parent_id as parentChannel', 'position'])
    .where('scope', '=', scope)
    .execute();
  await reorder(db, scope, channelsPlacedAfter(channels, channelId, afterId));
};

/** Makes the next pull send these channels again: what their rows show of followers, contents or ratings has changed. */
export const touchChannels = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await sql`update channels set position = position where id = any(${sql.val([...new Set(ids)])}::uuid[])`.execute(
      db,
    );
};

export const readChannelScope = async (db: Db, channelId: string): Promise<string | undefined> =>
  (await db.selectFrom('channels').select('scope').where('id', '=', channelId).executeTakeFirst())?.scope;

// ---------------------------------------------------------------- following
export interface FollowedChannel {
  scope: string;
  name: string;
  isOwn: boolean;
  isFollowed: boolean;
  followerName: string;
  logoImage: string | null;
  sportId: string;
}

/** A channel for a person who wants to follow it. @returns Undefined if it is hidden from them. */
export const readFollowable = async (
  db: Db,
  userId: string,
  channelId: string,
): Promise<FollowedChannel | undefined> => {
  const rows = await sql<FollowedChannel & { isVisible: boolean }>`
    select c.scope, c.name, c.logo_image as "logoImage", c.sport_id as "sportId", acts_for(u.id, c.scope) as "isOwn", u.first_name || ' ' || u.last_name as "followerName",
      sees_channel(u.id, c.scope, c.active) as "isVisible",
      exists (select 1 from follows f where f.user_id = u.id and f.channel_id = c.id) as "isFollowed"
    from channels c, users u where c.id = ${channelId} and u.id = ${userId}`.execute(db);
  const row = rows.rows[0];
  return row && (row.isVisible || row.isFollowed) ? row : undefined;
};

/** @returns False if the person follows the channel already. */
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

/** Followers by user id, after one of them, without the people who act for the channel. */
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
