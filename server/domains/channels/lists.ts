import { sql, type RawBuilder } from 'kysely';
import { answerJson } from '#server/calls/answer-json.ts';
import type { CallContext, Handler, Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

/** Channels of a page where the specification says page. Source: D-324. */
const CHANNELS_PAGE = 25;

/**
 * A page of channels.
 *
 * @param chosen Selects `id` and the place `at` of every channel of the list.
 */
const listChannels = ({ db, session }: CallContext, page: number, chosen: RawBuilder<unknown>) =>
  answerJson(
    db,
    sql`with chosen as (${chosen})
      select json_build_object('count', (select count(*) from chosen), 'results', coalesce((
        select json_agg(channel_page(${session.userId}::uuid, p.id) order by p.at)
        from (select id, at from chosen order by at limit ${CHANNELS_PAGE} offset ${(page - 1) * CHANNELS_PAGE}) p), '[]'))`,
  );

interface ContentList {
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
  /** Only what comes after this item and may be watched; of an item that is not in the list, everything that may be. */
  playableAfter?: string | undefined;
}

/**
 * The rows after an item that may be watched. Whether the Member-Only ones are open is asked once: all are of one channel. So
 * the queue of a channel of a thousand locked items is one request.
 */
const playableOf = (userId: string, after: string) => sql`
  select o.id, o.at from ordered o
  where o.id <> ${after} and o.at > coalesce((select at from ordered where id = ${after}), 0)
    and (o.pricing = 'free' or (select may_watch(${userId}::uuid, m.id) from ordered m where m.pricing <> 'free' limit 1))`;

/**
 * A page of published contents of one channel. Rows are made only for the page, because making one costs more than choosing it.
 *
 * @param list `where` and `order` over `listed_publications l`.
 */
export const listContentsOf = (db: Db, userId: string, list: ContentList) =>
  answerJson(
    db,
    sql`with ordered as (
        select l.id, l.pricing, row_number() over (order by ${list.order}) as at from listed_publications l where ${list.where}),
      chosen as (${list.playableAfter ? playableOf(userId, list.playableAfter) : sql`select id, at from ordered`})
      select json_build_object('count', (select count(*) from chosen), 'results', coalesce((
        select json_agg(list_item(l.item, is_locked(${userId}::uuid, l.id, l.pricing)) order by p.at)
        from (select * from chosen order by at limit ${list.limit} offset ${list.offset}) p
          join listed_publications l on l.id = p.id), '[]'))`,
  );

const listMine: Handler<'channels.my'> = ({ db, scope }) =>
  answerJson(
    db,
    sql`select json_build_object('count', count(*), 'results', coalesce(json_agg(row order by position, id), '[]'))
      from own_channels where scope = ${scope}`,
  );

const listFollowed: Handler<'channels.followed'> = (context, { sport, page }) => {
  const { userId } = context.session;
  return listChannels(
    context,
    page,
    sql`select c.id, row_number() over (order by f.followed_at desc, c.id) as at from follows f join channels c on c.id = f.channel_id
      where f.user_id = ${userId} and sees_channel(${userId}::uuid, c.scope, c.active) ${sport ? sql`and c.sport_id = ${sport}` : sql``}`,
  );
};

/** Channels of the person's sports, ordered by roles they share with the Creator, rating, followers (D-199). */
const listRecommended: Handler<'channels.recommended'> = (context, { sport, page }) => {
  const { userId } = context.session;
  const ofSports = sport
    ? sql`c.sport_id = ${sport}`
    : sql`c.sport_id in (select sport_id from sport_interests where user_id = ${userId} and is_active
        union select sport_id from subscriptions where user_id = ${userId} and type <> 'expired')`;
  return listChannels(
    context,
    page,
    sql`select c.id, row_number() over (order by
        exists (select 1 from sport_interests mine, sport_interests theirs, jsonb_array_elements(mine.involvement) m, jsonb_array_elements(theirs.involvement) t
          where mine.user_id = ${userId} and theirs.user_id = c.author_id and mine.sport_id = c.sport_id and theirs.sport_id = c.sport_id
            and m.value ->> 'role' = t.value ->> 'role') desc,
        r.rating desc nulls last, (select count(*) from follows f where f.channel_id = c.id) desc, c.id) as at
      from channels c left join channel_ratings r on r.channel_id = c.id
      where c.active and not acts_for(${userId}::uuid, c.scope)
        and not exists (select 1 from follows f where f.user_id = ${userId} and f.channel_id = c.id) and ${ofSports}`,
  );
};

const readChannel: Handler<'channels.read'> = ({ db, session: { userId } }, { channelId }) =>
  answerJson(
    db,
    sql`select channel_page(${userId}::uuid, c.id) from channels c
      where c.id = ${channelId} and sees_channel(${userId}::uuid, c.scope, c.active)`,
  );

const NEWEST = sql`l.published_at desc, l.id desc`;
const ORDERS = {
  newest: NEWEST,
  most_viewed: sql`l.views desc nulls last, ${NEWEST}`,
  highest_rated: sql`l.score desc nulls last, ${NEWEST}`,
};

const listContents: Handler<'channels.contents'> = (
  { db, session },
  { channelId, contentType = 'all', pricing = 'all', sort = 'newest', playableAfter, limit, offset },
) =>
  listContentsOf(db, session.userId, {
    where: sql`l.channel_id = ${channelId} ${contentType === 'all' ? sql`` : sql`and l.type = ${contentType}`}
      ${pricing === 'all' ? sql`` : sql`and l.pricing = ${pricing}`}`,
    order: ORDERS[sort],
    playableAfter,
    limit,
    offset,
  });

/** Playlists of a channel that the person can see. One without a cover has the picture of its first item. */
const listPlaylists: Handler<'channels.playlists'> = ({ db, session }, { channelId, limit, offset }) =>
  answerJson(
    db,
    sql`with chosen as (select row, position, id, playlist_id,
        (select count(*) from listed_publications l where l.playlist_id = p.playlist_id) as items from own_playlists p where p.channel_id = ${channelId})
      select json_build_object('count', (select count(*) from chosen), 'results', coalesce((select json_agg(
        (p.row::jsonb || jsonb_build_object('itemCount', p.items, 'coverImage', coalesce(p.row ->> 'coverImage', (
          select l.item ->> 'coverImage' from listed_publications l where l.playlist_id = p.playlist_id
          order by l.playlist_position, l.published_at, l.id limit 1)))) order by p.position, p.id)
        from (select * from chosen order by position, id limit ${limit} offset ${offset}) p), '[]'))
      where exists (select 1 from channels c where c.id = ${channelId} and sees_channel(${session.userId}::uuid, c.scope, c.active))`,
  );

export const channelLists = {
  'channels.my': listMine,
  'channels.followed': listFollowed,
  'channels.recommended': listRecommended,
  'channels.read': readChannel,
  'channels.contents': listContents,
  'channels.playlists': listPlaylists,
} satisfies Handlers;
