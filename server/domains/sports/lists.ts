import { sql } from 'kysely';
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

const searchSports: Handler<'sports.search'> = ({ db }, { search = '', sportType = '' }) =>
  answerJson(
    db,
    listOf(sql`select row from listed_sports
      where is_active and strpos(lower(name), lower(${search}::text)) > 0
        and (${sportType}::text = '' or lower(replace(sport_type, '_', '')) = lower(replace(${sportType}::text, '_', '')))
      order by position`),
  );

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

export const listHandlers = {
  'sports.list': listSports,
  'sports.byName': readSport,
  'sports.search': searchSports,
  'sports.roleLevels': listRoleLevels,
  'sports.contents': listContents,
} satisfies Handlers;
