import { sql } from 'kysely';
import { LAST_PUBLISHED } from '#contract/dashboard.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { Handler } from '#server/calls/context.ts';
import { channelsOf, publicationsOf, readTarget } from './target.ts';

const MEAN = sql`(s.relevance + s.helpful + s.engaging)::numeric / nullif(3 * s.ratings, 0)`;
const ORDERS = {
  newest: sql`p.published_at desc, p.id desc`,
  most_viewed: sql`coalesce(s.views, 0) desc, p.published_at desc, p.id desc`,
  highest_rated: sql`${MEAN} desc nulls last, p.published_at desc, p.id desc`,
};

/** What is live of the target, in the order asked for. Source: DAS-013, DAS-014, D-145. */
export const readLastPublished: Handler<'dashboard.lastPublished'> = async (
  { db, scope },
  { mediaId, sortBy, pricing },
) => {
  const target = await readTarget(db, scope, mediaId);
  const wanted = sql`${publicationsOf(target)} and p.is_live and not p.is_deleted and p.content_id is not null
    and (${pricing} = 'all' or p.pricing = ${pricing})`;
  return answerJson(
    db,
    sql`with page as (
        select p.id, row_number() over (order by ${ORDERS[sortBy]}) as at
        from publications p left join publication_stats s on s.publication_id = p.id where ${wanted}
        order by ${ORDERS[sortBy]} limit ${LAST_PUBLISHED})
      select json_build_object('count', (select count(*) from publications p where ${wanted}), 'results', coalesce(
        (select json_agg(json_build_object(
          'id', p.id, 'title', p.title, 'coverImage', coalesce(p.cover_image, ct.thumbnail),
          'content', json_build_object('id', ct.id, 'type', ct.type, 'duration', ct.duration, 'pagesCount', ct.pages_count),
          'pricingCategory', p.pricing, 'publishedAt', iso(p.published_at), 'channel', c.id, 'channelName', c.name,
          'channelCoverImage', c.cover_image, 'educatorName', u.first_name || ' ' || u.last_name, 'sportId', p.sport_id,
          'views', coalesce(s.views, 0), 'avgTotal', round(${MEAN}, 1)::float) order by page.at)
        from page join publications p on p.id = page.id join contents ct on ct.id = p.content_id
          join channels c on c.id = p.channel_id join users u on u.id = c.author_id
          left join publication_stats s on s.publication_id = p.id), '[]'))`,
  );
};

/** Figures of all time: also views and ratings of what is no longer published. Source: DAS-012, DAS-015, D-274. */
export const readStatistics: Handler<'dashboard.statistics'> = async ({ db, scope }, { mediaId }) => {
  const target = await readTarget(db, scope, mediaId);
  const playlists =
    target.playlistId !== null
      ? sql`1`
      : sql`(select count(*) from playlists l join channels c on c.id = l.channel_id where ${channelsOf(target)})`;
  return answerJson(
    db,
    sql`with items as (
        select coalesce(s.views, 0) as views, coalesce(s.ratings, 0) as ratings, s.relevance + s.helpful + s.engaging as stars,
          case when p.is_live and not p.is_deleted then ct.type end as type
        from publications p left join publication_stats s on s.publication_id = p.id left join contents ct on ct.id = p.content_id
        where ${publicationsOf(target)})
      select json_build_object(
        'rating', (select round(sum(stars)::numeric / nullif(3 * sum(ratings), 0), 1)::float from items),
        'followers', (select coalesce(sum(f.followers), 0) from channels c join channel_followers f on f.channel_id = c.id where ${channelsOf(target)}),
        'views', (select coalesce(sum(views), 0) from items),
        'channels', (select count(*) from channels c where ${channelsOf(target)}),
        'playlist', ${playlists},
        'video', (select count(*) from items where type = 'video'),
        'audio', (select count(*) from items where type = 'audio'),
        'text', (select count(*) from items where type = 'text'))`,
  );
};
