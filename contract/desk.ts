import * as v from 'valibot';
import { defineCall } from './call.ts';
import { CommentOfContent } from './comments.ts';
import { Id } from './ids.ts';
import { ActReason } from './desk-reason.ts';
import { Page, listOf, text } from './patterns.ts';

export * from './desk-codes.ts';
export * from './desk-featured.ts';
export * from './desk-jobs.ts';
export * from './desk-money.ts';
export * from './desk-people.ts';
export * from './desk-reports.ts';
export * from './desk-sports.ts';
export * from './desk-settings.ts';

// What operators (superadmins) see and do beside applications. Source: D-238, D-297, decision 0094.

/** A comment as operators see it, hidden or not. */
export const CommentOfDesk = v.object({ ...CommentOfContent.entries, isHidden: v.boolean(), isRemoved: v.boolean() });
export type CommentOfDesk = v.InferOutput<typeof CommentOfDesk>;

export const listDiscussions = defineCall({
  id: 'desk.discussions',
  method: 'GET',
  path: '/admin-discussions/{channelId}',
  may: 'superadmin',
  input: v.object({
    channelId: Id,
    /** The access token of a link: the page was opened with it, so it has to be the operator's. Source: ADM-019. */
    access: v.optional(text(1, 2_000)),
    page: Page,
  }),
  output: v.object({ channel: v.object({ id: Id, name: v.string() }), ...listOf(CommentOfDesk).entries }),
  problems: [],
  offline: 'online',
  summary: 'All comments on what a channel has, for the operator, newest first',
});
export const setCommentRemoved = defineCall({
  id: 'desk.setCommentRemoved',
  method: 'PUT',
  path: '/admin-discussions/{channelId}/comments/{id}',
  may: 'superadmin',
  input: v.object({
    channelId: Id,
    /** Of the comment: its author. */
    id: Id,
    publishedContentId: Id,
    hidden: v.boolean(),
    reason: ActReason,
  }),
  output: CommentOfDesk,
  problems: ['comment.gone'],
  offline: 'online',
  summary: 'Hides a comment from everybody but its author and the Creator, or shows it again; the author is told why',
});
