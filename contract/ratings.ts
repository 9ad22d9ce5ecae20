import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Comment } from './comments.ts';
import { Id } from './ids.ts';
import { COMMENT_MAX } from './limits.ts';
import { all, canWatch } from './may.ts';
import { Page, listOf, text } from './patterns.ts';
import { ContentItemRatings, Rating } from './rows.ts';

export const RatingSummary = v.object({
  avgRelevant: v.nullable(v.number()),
  avgHelpful: v.nullable(v.number()),
  avgEngaging: v.nullable(v.number()),
  avgTotal: v.nullable(v.number()),
  count: v.number(),
  contentItemRatings: v.nullable(ContentItemRatings),
  comment: v.nullable(v.string()),
});
const RatingInput = v.object({
  publishedContentId: Id,
  contentItemRatings: ContentItemRatings,
  comment: v.optional(v.nullable(text(0, COMMENT_MAX))),
});
export const readRating = defineCall({
  id: 'ratings.read',
  method: 'GET',
  path: '/ratings/{publishedContentId}',
  may: all('registered', canWatch('publishedContentId')),
  input: v.object({ publishedContentId: Id }),
  output: RatingSummary,
  problems: [],
  offline: 'cache',
  summary: 'Means of a content and the own rating',
});
export const createRating = defineCall({
  id: 'ratings.create',
  method: 'POST',
  path: '/ratings/{publishedContentId}',
  may: all('registered', canWatch('publishedContentId'), 'ofAge'),
  input: RatingInput,
  output: Rating,
  problems: ['rating.own_content', 'rating.exists', 'rating.comment_blocked'],
  offline: 'queue',
  queued: {
    label: 'Rate content',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'ratings', by: 'publishedContentId' }],
      names: [{ table: 'publications', by: 'publishedContentId' }],
    },
  },
  summary: 'Rates a content',
});
export const updateRating = defineCall({
  id: 'ratings.update',
  method: 'PUT',
  path: '/ratings/{publishedContentId}',
  may: all('registered', canWatch('publishedContentId'), 'ofAge'),
  input: RatingInput,
  output: Rating,
  problems: ['rating.own_content', 'rating.comment_blocked'],
  offline: 'queue',
  queued: {
    label: 'Change a rating',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'ratings', by: 'publishedContentId' }],
      names: [{ table: 'publications', by: 'publishedContentId' }],
    },
  },
  summary: 'Sets the own rating, new or changed',
});
export const listComments = defineCall({
  id: 'ratings.comments',
  method: 'GET',
  path: '/ratings/{publishedContentId}/comments',
  may: all('registered', canWatch('publishedContentId')),
  input: v.object({ publishedContentId: Id, page: Page }),
  output: listOf(Comment),
  problems: [],
  offline: 'cache',
  summary: 'Comments of ratings; a hidden one only for its author and the owner of the content',
});
