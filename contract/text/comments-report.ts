import type { ReportReason } from '../comments.ts';
import { reportReasons } from './comments.ts';
import { commonText } from './common.ts';

interface Report {
  reason: ReportReason;
  /** What the reporter added; may be empty. */
  text: string;
  comment: string;
  title: string;
  /** Usernames. */
  author: string;
  reporter: string;
  link: string;
}

/** The mail about a reported comment that the operator gets. */
export const reportMail = ({ reason, text, comment, title, author, reporter, link }: Report) => ({
  subject: `${commonText.product}: a comment was reported`,
  heading: 'A comment was reported',
  text: `${reporter} reported a comment of ${author}.`,
  facts: [
    ['Content', title],
    ['Reason', reportReasons[reason]],
    ...(text ? [['Note', text] as const] : []),
    ['Comment', comment],
  ] as const,
  button: { label: 'Look at the comments', address: link },
});
