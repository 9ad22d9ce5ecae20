import type { Handlers } from '#server/calls/context.ts';

/** Channels a page where the documents say page. Source: D-324. */
const CHANNELS_PAGE = 25;

/** Counted before the page is cut, so that the list knows its end; `ids` chooses and orders channels. */
const channelPages = (ids: string) => `with chosen as (${ids})
  select json_build_object('count', (select count(*) from chosen), 'results', coalesce((select json_agg(channel_page($1::uuid, p.id) order by p.at)
    from (select id, at from chosen order by at limit ${CHANNELS_PAGE} offset $4::int) p), '[]'))`;

const pageValues = ({ sport, page }: { sport?: string | undefined; page: number }): unknown[] => [
  sport ?? null,
  (page - 1) * CHANNELS_PAGE,
];

/** Rows are made only for the page that is shown; choosing and counting looks at no more than it needs. */
const contentPage = (where: string, order: string) => `with chosen as (
    select l.id, row_number() over (order by ${order}) as at from listed_publications l where ${where})
  select json_build_object('count', (select count(*) from chosen), 'results', coalesce((select json_agg(
    list_item(l.item, is_locked($1::uuid, l.id, l.pricing)) order by p.at)
    from (select * from chosen order by at limit $4::int offset $5::int) p join listed_publications l on l.id = p.id), '[]'))`;

const visibleChannel = (channel: string) =>
  `exists (select 1 from channels c where c.id = ${channel} and sees_channel($1::uuid, c.scope, c.active))`;

/** Reads of channels and their contents, each one statement. */
export const channelLists: Handlers = {
  'channels.my': {
    statement: () => ({
      text: `select json_build_object('count', count(*), 'results', coalesce(json_agg(row order by position, id), '[]')) from own_channels where scope = $2`,
      values: [],
    }),
  },
  'channels.followed': {
    statement: (input) => ({
      text: channelPages(`select c.id, row_number() over (order by f.followed_at desc, c.id) as at from follows f join channels c on c.id = f.channel_id
        where f.user_id = $1::uuid and sees_channel($1::uuid, c.scope, c.active) and ($3::text is null or c.sport_id = $3)`),
      values: pageValues(input),
    }),
  },
  // Channels of the person's sports, ordered by roles they share with the Creator, rating, followers (D-199).
  'channels.recommended': {
    statement: (input) => ({
      text: channelPages(`select c.id, row_number() over (order by
          exists (select 1 from sport_interests mine, sport_interests theirs, jsonb_array_elements(mine.involvement) m, jsonb_array_elements(theirs.involvement) t
            where mine.user_id = $1::uuid and theirs.user_id = c.author_id and mine.sport_id = c.sport_id and theirs.sport_id = c.sport_id
              and m.value ->> 'role' = t.value ->> 'role') desc,
          r.rating desc nulls last, (select count(*) from follows f where f.channel_id = c.id) desc, c.id) as at
        from channels c left join channel_ratings r on r.channel_id = c.id
        where c.active and not acts_for($1::uuid, c.scope)
          and not exists (select 1 from follows f where f.user_id = $1::uuid and f.channel_id = c.id)
          and case when $3::text is not null then c.sport_id = $3 else
            c.sport_id in (select sport_id from sport_interests where user_id = $1::uuid and is_active
              union select sport_id from subscriptions where user_id = $1::uuid and type <> 'expired') end`),
      values: pageValues(input),
    }),
  },
  'channels.read': {
    statement: ({ channelId }) => ({
      text: `select channel_page($1::uuid, c.id) from channels c where c.id = $3::uuid and sees_channel($1::uuid, c.scope, c.active)`,
      values: [channelId],
    }),
  },
  'channels.contents': {
    statement: ({ channelId, contentType = 'all', pricing = 'all', sort = 'newest', limit, offset }) => ({
      // The name of a prepared statement is the call's: what differs between inputs must not change its text.
      text: contentPage(
        `l.channel_id = $3::uuid and ($6::text = 'all' or l.type = $6) and ($7::text = 'all' or l.pricing = $7)`,
        `case when $8::text = 'most_viewed' then l.views end desc nulls last, case when $8 = 'highest_rated' then l.score end desc nulls last, l.published_at desc, l.id desc`,
      ),
      values: [channelId, limit, offset, contentType, pricing, sort],
    }),
  },
  'channels.playlists': {
    statement: ({ channelId, limit, offset }) => ({
      text: `with chosen as (select row, position, id,
          (select count(*) from listed_publications l where l.playlist_id = p.playlist_id) as items from own_playlists p where p.channel_id = $3::uuid)
        select json_build_object('count', (select count(*) from chosen), 'results', coalesce((select json_agg(
          (p.row::jsonb || jsonb_build_object('itemCount', p.items)) order by p.position, p.id)
          from (select * from chosen order by position, id limit $4::int offset $5::int) p), '[]'))
        where ${visibleChannel('$3::uuid')}`,
      values: [channelId, limit, offset],
    }),
  },
  'playlists.contents': {
    statement: ({ playlistId, limit, offset }) => ({
      text: contentPage('l.playlist_id = $3::uuid', 'l.playlist_position, l.published_at, l.id'),
      values: [playlistId, limit, offset],
    }),
  },
};
