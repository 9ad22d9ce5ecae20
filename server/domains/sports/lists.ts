import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { Handler, Handlers } from '#server/calls/context.ts';

const listOf = (rows: ReturnType<typeof sql>) =>
  sql`select json_build_object('count', count(*), 'results', coalesce(json_agg(row), '[]')) from (${rows}) l`;

const listSports: Handler<'sports.list'> = ({ db }, { limit = 600 }) =>
  answerJson(db, listOf(sql`select row from listed_sports where is_active order by position limit ${limit}`));

const readSport: Handler<'sports.byName'> = ({ db }, { name }) =>
  answerJson(
    db,
    sql`select row from listed_sports where is_active and (id = lower(${name}::text) or lower(name) = lower(${name}::text))`,
  );

const HAS_ROLE = { learner: 'isLearner', educator: 'isEducator', organization: 'isOrganization' } as const;

/**
 * Source: SPO-031, SPO-037, D-180.
 *
 * @throws Problem `access.denied` for a role that the person does not have: only Members search for sports to subscribe to.
 */
const searchSports: Handler<'sports.search'> = async (
  { db, session },
  { search = '', sportType = '', additionalData, userRole },
) => {
  if (userRole && !session[HAS_ROLE[userRole]]) throw new Problem('access.denied');
  const own = sql`(row::jsonb || jsonb_build_object('subscription', (select s.row from own_subscriptions s
    where s.scope = ${`user:${session.userId}`} and s.row->>'sportId' = listed_sports.id)))`;
  return answerJson(
    db,
    listOf(sql`select ${additionalData === 'true' ? own : sql`row`} as row from listed_sports
      where is_active and strpos(lower(name), lower(${search}::text)) > 0
        and (${sportType}::text = '' or lower(replace(sport_type, '_', '')) = lower(replace(${sportType}::text, '_', '')))
      order by position`),
  );
};

/** The roles are the same in every sport (D-331); an unknown sport has none. */
const listRoleLevels: Handler<'sports.roleLevels'> = ({ db }, { sportId = null }) =>
  answerJson(
    db,
    listOf(sql`select json_build_object('id', r.id, 'name', r.name, 'sportRoleRule', r.rule, 'levels', coalesce((
        select json_agg(json_build_object('id', l.id, 'name', l.name) order by rl.position)
        from sport_role_levels rl join sport_levels l on l.id = rl.level_id where rl.role_id = r.id), '[]')) as row
      from sport_roles r where ${sportId}::text is null or exists (select 1 from sports where id = ${sportId}) order by r.position`),
  );

/**
 * SQL: everything of a sport is open to its subscribers and to superadmins. Asked once for a list: then only the
 * owner's rows need a look each.
 */
export const isOpenSql = (sportId: string, userId: string): string =>
  `(is_subscribed(${userId}, ${sportId}) or (select u.is_superadmin from users u where u.id = ${userId}))`;
/** SQL: a row of `listed_publications` as it is listed; `open` is the result of `isOpenSql`. */
export const listItemSql = (row: string, open: string, userId: string): string =>
  `list_item(${row}.item, ${row}.pricing <> 'free' and not ${open} and not acts_for(${userId}, ${row}.scope))`;

const ORDERS = {
  newest: sql`l.published_at desc`,
  most_viewed: sql`l.views desc, l.published_at desc`,
  highest_rated: sql`l.score desc nulls last, l.avg_total desc nulls last, l.published_at desc`,
};

/** Counts without what only the rows need; makes rows only for the page. */
const listContents: Handler<'sports.contents'> = (
  { db, session },
  { contentType, sportId, pricing, sort, limit, offset },
) => {
  const isAnyType = contentType === 'all';
  const count = sql`select count(*) from publications p join channels c on c.id = p.channel_id and c.active
    where p.sport_id = o.sport_id and p.is_live and not p.is_deleted ${pricing === 'all' ? sql`` : sql`and p.pricing = ${pricing}`}
      ${isAnyType ? sql`` : sql`and exists (select 1 from contents ct where ct.id = p.content_id and ct.type = ${contentType})`}`;
  const page = sql`select l.id from listed_publications l
    where l.sport_id = o.sport_id ${pricing === 'all' ? sql`` : sql`and l.pricing = ${pricing}`} ${isAnyType ? sql`` : sql`and l.type = ${contentType}`}
    order by ${ORDERS[sort]}, l.id limit ${limit} offset ${offset}`;
  const viewer = sql`select v.*, ${sql.raw(isOpenSql('v.sport_id', 'v.user_id'))} as open
    from (select ${session.userId}::uuid as user_id, ${sportId}::text as sport_id) v`;
  return answerJson(
    db,
    sql`select json_build_object('count', (${count}), 'results', coalesce((
        select json_agg(${sql.raw(listItemSql('l', 'o.open', 'o.user_id'))} order by p.at)
        from (select id, row_number() over () as at from (${page}) i) p join listed_publications l on l.id = p.id), '[]'))
      from (${viewer}) o`,
  );
};

const PLAYLIST_ORDERS = {
  newest: sql`f.newest desc`,
  most_viewed: sql`f.views desc, f.newest desc`,
  highest_rated: sql`f.score desc nulls last, f.newest desc`,
};

/**
 * Playlists with published contents at the price. Their score is the Bayesian mean of D-198 over these contents. One
 * without a cover has the picture of its first content. Source: D-181.
 */
const listPlaylists: Handler<'sports.playlists'> = ({ db }, { sportId, pricing, sort, limit, offset }) => {
  const fitting = sql`select l.playlist_id as id, count(*) as items, max(l.published_at) as newest, sum(l.views) as views,
      sum(s.ratings) as ratings, sum(s.relevance + s.helpful + s.engaging)::numeric / nullif(3 * sum(s.ratings), 0) as mean
    from listed_publications l left join publication_stats s on s.publication_id = l.id
    where l.sport_id = ${sportId} and l.playlist_id is not null ${pricing === 'all' ? sql`` : sql`and l.pricing = ${pricing}`}
    group by l.playlist_id`;
  return answerJson(
    db,
    sql`with found as (select g.*, case when ratings >= 3 then (mean * ratings + 3.5 * 5) / (ratings + 5) end as score from (${fitting}) g),
        chosen as (select f.*, row_number() over (order by ${PLAYLIST_ORDERS[sort]}, f.id) as at from found f)
      select json_build_object('count', (select count(*) from chosen), 'results', coalesce((
        select json_agg(json_build_object('id', p.id, 'channelId', c.id, 'channelName', c.name, 'title', p.title,
          'coverImage', coalesce(p.cover_image, (select x.item ->> 'coverImage' from listed_publications x where x.playlist_id = p.id
            order by x.playlist_position, x.published_at, x.id limit 1)),
          'educatorName', u.first_name || ' ' || u.last_name, 'educatorUsername', u.username, 'sportId', sp.id, 'sportName', sp.name,
          'itemCount', r.items, 'avgTotal', round(r.mean, 1)::float) order by r.at)
        from (select * from chosen order by at limit ${limit} offset ${offset}) r
          join playlists p on p.id = r.id join channels c on c.id = p.channel_id join users u on u.id = c.author_id
          join sports sp on sp.id = c.sport_id), '[]'))`,
  );
};

export const listHandlers = {
  'sports.list': listSports,
  'sports.byName': readSport,
  'sports.search': searchSports,
  'sports.roleLevels': listRoleLevels,
  'sports.contents': listContents,
  'sports.playlists': listPlaylists,
} satisfies Handlers;
