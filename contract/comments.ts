import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { COMMENT_MAX } from './limits.ts';
import { all, canWatch, owns } from './may.ts';
import { Instant, Nothing, Page, listOf, text } from './patterns.ts';

/** Why a person reports a comment. */
export const REPORT_REASONS = ['spam', 'insult', 'hate', 'private', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The Creator's answer to a comment. */
export const CommentAnswer = v.object({ text: v.string(), answeredAt: Instant });

/**
 * A comment: the text of a rating (D-168). `id` is its author's id: with the publication's id it names the comment. What
 * is optional is absent in answers that a device kept from servers up to the shipped 1.1.12.
 */
export const Comment = v.object({
  id: Id,
  name: v.string(),
  userPhoto: v.nullable(v.string()),
  comment: v.string(),
  createdAt: Instant,
  stars: v.number(),
  answer: v.optional(v.nullable(CommentAnswer)),
  /** Hidden by the Creator or by an operator: only the Creator and its author get it. Its stars count. */
  isHidden: v.optional(v.boolean()),
  /** Hidden by an operator, whatever the Creator does. */
  isRemoved: v.optional(v.boolean()),
  /** People whom the text names by @username. */
  mentions: v.optional(v.array(v.object({ id: Id, username: v.string() }))),
  /** How many people like it. */
  likes: v.optional(v.number()),
  /** Liked by the caller. */
  isLiked: v.optional(v.boolean()),
  /** Written by the caller. */
  isOwn: v.optional(v.boolean()),
  /** Reported by the caller. */
  isReported: v.optional(v.boolean()),
});
export type Comment = v.InferOutput<typeof Comment>;

/** A comment with the published content that it is about. */
export const CommentOfContent = v.object({
  ...Comment.entries,
  content: v.object({ id: Id, channelId: Id, title: v.string() }),
});

const named = { publishedContentId: Id, commentId: Id };
const onOwnContent = all('creator', owns('publication', 'publishedContentId'));
/** A comment is no own row: the list of comments shows waiting changes over its answer. */
const withoutEffect = 'Comments are a cached answer; the list shows waiting changes over it.';
const rows = {
  changes: [],
  names: [{ table: 'publications', by: 'publishedContentId' }],
  notRows: ['commentId'],
} as const;

export const listOwnComments = defineCall({
  id: 'comments.list',
  method: 'GET',
  path: '/comments',
  may: 'creator',
  input: v.object({ channelId: v.optional(Id), publishedContentId: v.optional(Id), page: Page }),
  output: listOf(CommentOfContent),
  problems: [],
  offline: 'cache',
  summary: 'Comments on the published contents of a scope, a channel or one of them, newest first',
});
/** On the device they are chosen from, also offline. */
export const listPeople = defineCall({
  id: 'comments.people',
  method: 'GET',
  path: '/ratings/{publishedContentId}/people',
  may: all('registered', canWatch('publishedContentId')),
  input: v.object({ publishedContentId: Id }),
  output: v.object({
    results: v.array(v.object({ id: Id, username: v.string(), name: v.string() })),
  }),
  problems: [],
  offline: 'cache',
  summary:
    'People whom a comment may want to mention: who owns the content, who commented on it, Creators of its sport',
});
export const answerComment = defineCall({
  id: 'comments.answer',
  method: 'PUT',
  path: '/ratings/{publishedContentId}/comments/{commentId}/answer',
  may: all(onOwnContent, 'ofAge'),
  input: v.object({ ...named, answer: text(1, COMMENT_MAX) }),
  output: Nothing,
  problems: ['comment.gone'],
  offline: 'queue',
  queued: { label: 'Answer a comment', shownAt: 'outbox', rows, withoutEffect },
  summary: 'Sets the one answer to a comment on an own content',
});
export const deleteAnswer = defineCall({
  id: 'comments.deleteAnswer',
  method: 'DELETE',
  path: '/ratings/{publishedContentId}/comments/{commentId}/answer',
  may: onOwnContent,
  input: v.object(named),
  output: Nothing,
  problems: ['comment.gone'],
  offline: 'queue',
  queued: { label: 'Delete an answer to a comment', shownAt: 'outbox', rows, withoutEffect },
  summary: 'Deletes the answer to a comment on an own content',
});
export const hideComment = defineCall({
  id: 'comments.hide',
  method: 'PUT',
  path: '/ratings/{publishedContentId}/comments/{commentId}/hidden',
  may: onOwnContent,
  input: v.object({ ...named, isHidden: v.boolean() }),
  output: Nothing,
  problems: ['comment.gone'],
  offline: 'queue',
  queued: { label: 'Hide or show a comment', shownAt: 'outbox', rows, withoutEffect },
  summary: 'Hides a comment on an own content from others, or shows it again',
});
export const likeComment = defineCall({
  id: 'comments.like',
  method: 'PUT',
  path: '/ratings/{publishedContentId}/comments/{commentId}/like',
  may: all('registered', canWatch('publishedContentId'), 'ofAge'),
  input: v.object(named),
  output: Nothing,
  problems: ['comment.gone', 'comment.liked_enough'],
  offline: 'queue',
  queued: {
    label: 'Like a comment',
    refused: { withReason: 'Not liked: {reason}', withoutReason: 'The comment was not liked.' },
    shownAt: 'outbox',
    rows,
    withoutEffect,
  },
  summary: 'Likes a comment, once per person',
});
/** Allowed to everybody who signed in: a like can be taken back after the right to watch has ended. */
export const unlikeComment = defineCall({
  id: 'comments.unlike',
  method: 'DELETE',
  path: '/ratings/{publishedContentId}/comments/{commentId}/like',
  may: 'registered',
  input: v.object(named),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: { label: 'Take back a like', shownAt: 'outbox', rows, withoutEffect },
  summary: 'Takes back the own like of a comment',
});
export const reportComment = defineCall({
  id: 'comments.report',
  method: 'POST',
  path: '/ratings/{publishedContentId}/comments/{commentId}/reports',
  may: all('registered', canWatch('publishedContentId')),
  input: v.object({
    ...named,
    reason: v.picklist(REPORT_REASONS),
    text: v.optional(text(0, COMMENT_MAX), ''),
  }),
  output: Nothing,
  problems: ['comment.gone', 'comment.own', 'comment.reported_enough'],
  offline: 'queue',
  queued: {
    label: 'Report a comment',
    refused: { withReason: 'Not reported: {reason}', withoutReason: 'The comment was not reported.' },
    shownAt: 'outbox',
    rows,
    withoutEffect,
  },
  summary: 'Reports a comment to the operator, once per person',
});
