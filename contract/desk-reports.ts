import * as v from 'valibot';
import { defineCall } from './call.ts';
import { REPORT_REASONS } from './comments.ts';
import { ActReason } from './desk-reason.ts';
import { Id } from './ids.ts';
import { Instant, Limit, Nothing, Offset, listOf } from './patterns.ts';
import { CONTENT_REPORT_REASONS, PERSON_REPORT_REASONS } from './reports.ts';

// Reports at the operator's desk: of comments, published contents and people. Source: D-297, decision 0095, decision 0122.

/** What an operator decides about a reported comment: it is hidden from others, or it stays. */
export const ReportDecision = v.picklist(['hidden', 'kept']);
export type ReportDecision = v.InferOutput<typeof ReportDecision>;
const ContentDecision = v.picklist(['removed', 'kept']);
const PersonDecision = v.picklist(['suspended', 'kept']);

/** All reports of one subject that wait, or that were decided together. */
const reports = <const R extends readonly [string, ...string[]], D extends v.GenericSchema>(
  reasons: R,
  decision: D,
) => ({
  reports: v.array(
    v.object({ reporter: v.string(), reason: v.picklist(reasons), text: v.string(), reportedAt: Instant }),
  ),
  /** The first report. */
  reportedAt: Instant,
  /** Null while it waits. */
  decision: v.nullable(v.object({ decision, reason: v.string(), decidedAt: Instant })),
});

export const ReportedComment = v.object({
  kind: v.literal('comment'),
  publishedContentId: Id,
  /** The author: with the content it names the comment. */
  commentId: Id,
  author: v.string(),
  /** As it was when it was first reported. */
  comment: v.string(),
  /** As it is now; null if it was deleted. */
  current: v.nullable(v.string()),
  content: v.object({ id: Id, channelId: Id, title: v.string() }),
  ...reports(REPORT_REASONS, ReportDecision),
});
export type ReportedComment = v.InferOutput<typeof ReportedComment>;

/** `removed`: by an operator. `gone`: its owner took it off the channel, or deleted it. */
const ContentState = v.picklist(['shown', 'removed', 'gone']);
export const ReportedContent = v.object({
  kind: v.literal('content'),
  publishedContentId: Id,
  channelId: Id,
  channelName: v.string(),
  /** As it was when it was first reported. */
  seen: v.object({ title: v.string(), description: v.string(), cover: v.nullable(v.string()) }),
  /** As it is now. */
  current: v.object({ title: v.string(), description: v.string(), state: ContentState }),
  ...reports(CONTENT_REPORT_REASONS, ContentDecision),
});
export type ReportedContent = v.InferOutput<typeof ReportedContent>;

export const ReportedPerson = v.object({
  kind: v.literal('person'),
  userId: Id,
  /** As it was when the person was first reported. */
  seen: v.object({ name: v.string(), username: v.string(), photo: v.nullable(v.string()) }),
  /** As it is now. */
  current: v.object({
    name: v.string(),
    username: v.string(),
    state: v.picklist(['active', 'suspended', 'deleted']),
    /** An operator, whom nobody suspends. */
    isSuperadmin: v.boolean(),
  }),
  ...reports(PERSON_REPORT_REASONS, PersonDecision),
});
export type ReportedPerson = v.InferOutput<typeof ReportedPerson>;

export const Reported = v.variant('kind', [ReportedComment, ReportedContent, ReportedPerson]);
export type Reported = v.InferOutput<typeof Reported>;
export const REPORT_KINDS = ['comment', 'content', 'person'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const listReports = defineCall({
  id: 'desk.reports',
  method: 'GET',
  path: '/admin/reports',
  may: 'superadmin',
  input: v.object({
    status: v.optional(v.picklist(['open', 'decided']), 'open'),
    /** Desks up to the shipped 1.1.12 name none and show comments only. */
    kind: v.optional(v.picklist(['all', ...REPORT_KINDS]), 'comment'),
    limit: Limit(100),
    offset: Offset,
  }),
  output: listOf(Reported),
  problems: [],
  offline: 'online',
  summary: 'What was reported: what waits, the oldest first, or what was decided, the newest first',
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
export const decideContentReport = defineCall({
  id: 'desk.decideContentReport',
  method: 'PUT',
  path: '/admin/content-reports/{publishedContentId}',
  may: 'superadmin',
  input: v.object({ publishedContentId: Id, decision: ContentDecision, reason: ActReason }),
  output: ReportedContent,
  problems: ['report.decided', 'publish.not_published'],
  offline: 'online',
  summary: 'Decides all waiting reports of a content; who reported it, and the owner of a removed one, are told why',
});
export const decidePersonReport = defineCall({
  id: 'desk.decidePersonReport',
  method: 'PUT',
  path: '/admin/person-reports/{userId}',
  may: 'superadmin',
  input: v.object({ userId: Id, decision: PersonDecision, reason: ActReason }),
  output: ReportedPerson,
  problems: ['report.decided', 'desk.not_suspendable'],
  offline: 'online',
  summary: 'Decides all waiting reports of a person; who reported them, and who is suspended, are told why',
});
export const restoreContent = defineCall({
  id: 'desk.restoreContent',
  method: 'PUT',
  path: '/admin/contents/{publishedContentId}/restored',
  may: 'superadmin',
  input: v.object({ publishedContentId: Id, reason: ActReason }),
  output: Nothing,
  problems: ['desk.done_meanwhile'],
  offline: 'online',
  summary: 'Shows a removed content again as it was; its owner is told why',
});
