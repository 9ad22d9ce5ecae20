import * as v from 'valibot';
import { defineCall } from './call.ts';
import { CommentOfContent, REPORT_REASONS } from './comments.ts';
import { Id } from './ids.ts';
import { ActReason } from './desk-reason.ts';
import { Instant, Limit, Offset, Page, listOf, text } from './patterns.ts';

export * from './desk-people.ts';

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

/** What an operator decides about a reported comment: it is hidden from others, or it stays. */
export const ReportDecision = v.picklist(['hidden', 'kept']);
export type ReportDecision = v.InferOutput<typeof ReportDecision>;

/** All reports of one comment that wait, or that were decided together. */
export const ReportedComment = v.object({
  publishedContentId: Id,
  /** The author: with the content it names the comment. */
  commentId: Id,
  author: v.string(),
  /** As it was when it was first reported. */
  comment: v.string(),
  /** As it is now; null if it was deleted. */
  current: v.nullable(v.string()),
  content: v.object({ id: Id, channelId: Id, title: v.string() }),
  reports: v.array(
    v.object({ reporter: v.string(), reason: v.picklist(REPORT_REASONS), text: v.string(), reportedAt: Instant }),
  ),
  /** The first report. */
  reportedAt: Instant,
  /** Null while it waits. */
  decision: v.nullable(v.object({ decision: ReportDecision, reason: v.string(), decidedAt: Instant })),
});
export type ReportedComment = v.InferOutput<typeof ReportedComment>;

export const listReports = defineCall({
  id: 'desk.reports',
  method: 'GET',
  path: '/admin/reports',
  may: 'superadmin',
  input: v.object({ status: v.optional(v.picklist(['open', 'decided']), 'open'), limit: Limit(100), offset: Offset }),
  output: listOf(ReportedComment),
  problems: [],
  offline: 'online',
  summary: 'Reported comments: those that wait, the oldest first, or those that were decided, the newest first',
});
export const decideReport = defineCall({
  id: 'desk.decideReport',
  method: 'PUT',
  path: '/admin/reports/{publishedContentId}/{commentId}',
  may: 'superadmin',
  input: v.object({ publishedContentId: Id, commentId: Id, decision: ReportDecision, reason: ActReason }),
  output: ReportedComment,
  problems: ['report.decided', 'comment.gone'],
  offline: 'online',
  summary: 'Decides all waiting reports of a comment; who reported it, and the author of a hidden one, are told why',
});
