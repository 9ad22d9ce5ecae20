import type { REPORT_REASONS } from '../comments.ts';
import type { ContentReportReason, PersonReportReason } from '../reports.ts';
import { reportReasons } from './comments.ts';
import { commonText } from './common.ts';
import { contentReportReasons, personReportReasons } from './reports.ts';

interface Shared {
  /** What the reporter added; may be empty. */
  text: string;
  /** Username. */
  reporter: string;
  /** Of the subject. */
  link: string;
}
interface OfComment extends Shared {
  kind: 'comment';
  reason: (typeof REPORT_REASONS)[number];
  seen: { comment: string };
  /** Username of the author. */
  person: string;
  /** Of the content that it is about. */
  title: string;
}
interface OfContent extends Shared {
  kind: 'content';
  reason: ContentReportReason;
  seen: { title: string; description: string };
}
interface OfPerson extends Shared {
  kind: 'person';
  reason: PersonReportReason;
  seen: { name: string; username: string };
}
export type ReportOfMail = OfComment | OfContent | OfPerson;

type Fact = readonly [string, string];

const partsOf = (report: ReportOfMail) => {
  switch (report.kind) {
    case 'comment':
      return {
        what: 'a comment',
        whose: `a comment of ${report.person}`,
        reason: reportReasons[report.reason],
        facts: [['Content', report.title]] satisfies Fact[],
        more: [['Comment', report.seen.comment]] satisfies Fact[],
        button: 'Look at the comments',
      };
    case 'content':
      return {
        what: 'a content',
        whose: 'a content',
        reason: contentReportReasons[report.reason],
        facts: [['Content', report.seen.title]] satisfies Fact[],
        more: report.seen.description ? ([['Description', report.seen.description]] satisfies Fact[]) : [],
        button: 'Look at the content',
      };
    default:
      return {
        what: 'a person',
        whose: report.seen.username,
        reason: personReportReasons[report.reason],
        facts: [['Person', `${report.seen.name} (@${report.seen.username})`]] satisfies Fact[],
        more: [],
        button: 'Look at the profile',
      };
  }
};

/** The mail about a report that the operator gets. Source: decision 0049, decision 0122. */
export const reportMail = (report: ReportOfMail) => {
  const { what, whose, reason, facts, more, button } = partsOf(report);
  return {
    subject: `${commonText.product}: ${what} was reported`,
    heading: `${what[0]!.toUpperCase()}${what.slice(1)} was reported`,
    text: `${report.reporter} reported ${whose}.`,
    facts: [...facts, ['Reason', reason] as const, ...(report.text ? [['Note', report.text] as const] : []), ...more],
    button: { label: button, address: report.link },
  };
};
