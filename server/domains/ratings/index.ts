import { sql } from 'kysely';
import { answerJson } from '#server/calls/answer-json.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { listCommentsOf } from '../comments/index.ts';
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

const listComments: Handler<'ratings.comments'> = ({ db, session }, { publishedContentId, page }) =>
  listCommentsOf(db, session.userId, publishedContentId, page);

/** Ratings of a published content and their comments. */
export const ratingsHandlers: AreaHandlers<'ratings'> = {
  'ratings.read': readRatings,
  'ratings.create': createRating,
  'ratings.update': updateRating,
  'ratings.comments': listComments,
};
