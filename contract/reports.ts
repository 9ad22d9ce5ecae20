import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { REPORT_TEXT_MAX } from './limits.ts';
import { Nothing, text } from './patterns.ts';

// Reports of published contents and of people; those of comments are in comments.ts. Source: decision 0122.

/** Why a person reports a published content. */
export const CONTENT_REPORT_REASONS = [
  'spam',
  'insult',
  'hate',
  'violence',
  'sexual',
  'rights',
  'private',
  'other',
] as const;
export type ContentReportReason = (typeof CONTENT_REPORT_REASONS)[number];
/** Why a person reports somebody. */
export const PERSON_REPORT_REASONS = ['spam', 'insult', 'hate', 'pretends', 'risk', 'other'] as const;
export type PersonReportReason = (typeof PERSON_REPORT_REASONS)[number];

const note = v.optional(text(0, REPORT_TEXT_MAX), '');
/** What shows a content or a person reads from the outbox whether a report waits. */
const withoutEffect = 'A report is no own row; the page that has the button reads the outbox.';

export const reportContent = defineCall({
  id: 'reports.content',
  method: 'POST',
  path: '/published-contents/{publishedContentId}/reports',
  // Whoever sees its page, also one who may not watch it: title, description and cover are public.
  may: 'registered',
  input: v.object({ publishedContentId: Id, reason: v.picklist(CONTENT_REPORT_REASONS), text: note }),
  output: Nothing,
  problems: ['publish.not_published', 'report.own', 'report.enough'],
  offline: 'queue',
  queued: {
    label: 'Report a content',
    refused: { withReason: 'Not reported: {reason}', withoutReason: 'The content was not reported.' },
    shownAt: 'outbox',
    rows: { changes: [], names: [{ table: 'publications', by: 'publishedContentId' }] },
    withoutEffect,
  },
  summary: 'Reports a published content to the operator, once per person',
});
export const reportPerson = defineCall({
  id: 'reports.person',
  method: 'POST',
  path: '/people/{userId}/reports',
  may: 'registered',
  input: v.object({ userId: Id, reason: v.picklist(PERSON_REPORT_REASONS), text: note }),
  output: Nothing,
  problems: ['report.own', 'report.enough'],
  offline: 'queue',
  queued: {
    label: 'Report a person',
    refused: { withReason: 'Not reported: {reason}', withoutReason: 'The person was not reported.' },
    shownAt: 'outbox',
    rows: { changes: [], notRows: ['userId'] },
    withoutEffect,
  },
  summary: 'Reports a person to the operator, once per person',
});
