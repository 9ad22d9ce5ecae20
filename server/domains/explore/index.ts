import { sql, type RawBuilder } from 'kysely';
import type { ParsedInputOf } from '#contract/call.ts';
import type { readExplore } from '#contract/explore.ts';
import { EXPLORE_PAGE_SIZE } from '#contract/limits.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';

type Input = ParsedInputOf<typeof readExplore>;

/** SQL: people see channel `c` of sport `sp` by `u`, if something is published on it. A suspended Creator's is hidden, however that was done. */
export const IS_ON_EXPLORE = sql`c.active and sp.is_active and not u.is_suspended and u.deleted_at is null`;

/**
 * Channels and playlists that everyone may see: of an active channel in an active sport, with at least one published
 * content that fits the price, which is their newest one.
 */
const shelves = (fits: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'channel' as kind, c.id, c.id as channel_id, null::uuid as playlist_id, n.id as newest_id, n.published_at
  from channels c join sports sp on sp.id = c.sport_id join users u on u.id = c.author_id
    cross join lateral (select p.id, p.published_at from publications p
      where p.channel_id = c.id and p.is_live and not p.is_deleted and ${fits} order by p.published_at desc, p.id limit 1) n
  where ${IS_ON_EXPLORE}
  union all
  select 'playlist', l.id, c.id, l.id, n.id, n.published_at
  from playlists l join channels c on c.id = l.channel_id join sports sp on sp.id = c.sport_id join users u on u.id = c.author_id
    cross join lateral (select p.id, p.published_at from publications p
      where p.playlist_id = l.id and p.is_live and not p.is_deleted and ${fits} order by p.published_at desc, p.id limit 1) n
  where ${IS_ON_EXPLORE}`;

/**
 * Sums of ratings of each channel and playlist. The score is a Bayesian mean: five additional ratings of 3.5; null below
 * three ratings. Source: D-198.
 */
const SCORES = sql`
  select id, sum(ratings) as ratings, (sum(stars) + 3.5 * 5) / (sum(ratings) + 5) as score from (
    select x.id, s.ratings, (s.relevance + s.helpful + s.engaging)::numeric / 3 as stars
    from publication_stats s join publications p on p.id = s.publication_id and p.is_live and not p.is_deleted
      cross join lateral (values (p.channel_id), (p.playlist_id)) x(id)
    where s.ratings > 0 and x.id is not null) r
  group by id having sum(ratings) >= 3`;

/** Selects the rows of a section with their place `at`. Source: D-196…D-198. */
const chosen = ({ section, sort = 'newest' }: Input): RawBuilder<unknown> => {
  if (section === 'new') {
    const order = sort === 'newest' ? sql`f.published_at desc, f.id` : sql`f.published_at, f.id`;
    return sql`select f.*, row_number() over (order by ${order}) as at from shelves f`;
  }
  const byScore = sql`s.score desc, s.ratings desc, f.published_at desc, f.id`;
  if (section === 'highest_rated')
    return sql`select f.*, row_number() over (order by ${byScore}) as at from shelves f join scores s on s.id = f.id`;
  return sql`select * from (
      select f.*, e.position, row_number() over (order by e.position nulls last, ${byScore}) as at
      from shelves f left join scores s on s.id = f.id
        left join featured e on e.channel_id = f.id or e.playlist_id = f.id
      where e.id is not null or s.id is not null) o
    where o.position is not null or o.at <= ${EXPLORE_PAGE_SIZE}`;
};

/** SQL: a publication `p` of the channel or playlist `r`. */
const WITHIN = sql`p.channel_id = r.channel_id and (r.playlist_id is null or p.playlist_id = r.playlist_id)`;

/** SQL: a row of the page. Where a playlist has no cover it shows the picture of its first content. */
const itemOf = (userId: string, fits: RawBuilder<unknown>) => sql`json_build_object(
  'id', r.id, 'kind', r.kind, 'title', coalesce(l.title, c.name),
  'coverImage', case when l.id is null then c.cover_image else coalesce(l.cover_image, (
    select x.item ->> 'coverImage' from listed_publications x where x.playlist_id = l.id
    order by x.playlist_position, x.published_at, x.id limit 1)) end,
  'sportId', sp.id, 'sportName', sp.name, 'publishedAt', iso(r.published_at),
  'avgTotal', (select round((sum(s.relevance + s.helpful + s.engaging)::numeric / nullif(3 * sum(s.ratings), 0)), 1)::float
    from publications p join publication_stats s on s.publication_id = p.id where ${WITHIN} and p.is_live and not p.is_deleted),
  'itemCount', (select count(*) from publications p where ${WITHIN} and p.is_live and not p.is_deleted and ${fits}),
  'channelData', json_build_object('id', c.id, 'name', c.name, 'logoImage', c.logo_image,
    'educatorName', u.first_name || ' ' || u.last_name, 'educatorUsername', u.username),
  'contentData', list_item(n.item, is_locked(${userId}::uuid, n.id, n.pricing)))`;

/** A page of a section of Explore. Rows are made only for the page. Source: EXP-008…EXP-011, EXP-032. */
const readSection: Handler<'explore.section'> = ({ db, session: { userId } }, input) => {
  const fits = input.pricing === 'all' ? sql`true` : sql`p.pricing = ${input.pricing}`;
  return answerJson(
    db,
    sql`with shelves as (${shelves(fits)}), scores as (${SCORES}), chosen as (${chosen(input)})
      select json_build_object('count', (select count(*) from chosen), 'results', coalesce((
        select json_agg(${itemOf(userId, fits)} order by r.at)
        from (select * from chosen order by at limit ${input.limit} offset ${input.offset}) r
          join channels c on c.id = r.channel_id join sports sp on sp.id = c.sport_id join users u on u.id = c.author_id
          join listed_publications n on n.id = r.newest_id
          left join playlists l on l.id = r.playlist_id), '[]'))`,
  );
};

export const exploreHandlers: AreaHandlers<'explore'> = { 'explore.section': readSection };
