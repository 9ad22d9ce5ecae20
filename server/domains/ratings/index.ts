import { sql } from 'kysely';
import { PAGE_SIZE } from '#contract/limits.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { createRating, updateRating } from './rate.ts';

/** The means of all ratings, with the person's own one. */
const readRatings: Handler<'ratings.read'> = ({ db, session }, { publishedContentId: id }) => {
  const own = sql`from own_ratings r where r.publication_id = ${id} and r.user_id = ${session.userId}`;
  return answerJson(
    db,
    sql`select (rating_means(${id}::uuid) || jsonb_build_object(
      'contentItemRatings', (select r.row -> 'contentItemRatings' ${own}), 'comment', (select r.row -> 'comment' ${own})))::json`,
  );
};

const listComments: Handler<'ratings.comments'> = ({ db }, { publishedContentId, page }) =>
  answerJson(
    db,
    sql`with chosen as (select r.user_id, r.comment, r.updated_at, round((r.relevance + r.helpful + r.engaging) / 3.0, 1)::float as stars
        from ratings r where r.publication_id = ${publishedContentId} and r.comment is not null)
      select json_build_object('count', (select count(*) from chosen), 'results', coalesce((select json_agg(json_build_object(
          'id', c.user_id, 'name', u.first_name || ' ' || u.last_name, 'userPhoto', u.user_photo, 'comment', c.comment,
          'createdAt', iso(c.updated_at), 'stars', c.stars) order by c.updated_at desc, c.user_id)
        from (select * from chosen order by updated_at desc, user_id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}) c
          join users u on u.id = c.user_id), '[]'))`,
  );

/** Ratings of a published content and their comments. */
export const ratingsHandlers: AreaHandlers<'ratings'> = {
  'ratings.read': readRatings,
  'ratings.create': createRating,
  'ratings.update': updateRating,
  'ratings.comments': listComments,
};
