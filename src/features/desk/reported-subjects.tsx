import type { ReactNode } from 'react';
import {
  decideContentReport,
  decidePersonReport,
  decideReport,
  type Reported,
  type ReportedComment,
  type ReportedContent,
  type ReportedPerson,
} from '#contract/desk.ts';
import { reportReasons } from '#contract/text/comments.ts';
import { deskActText } from '#contract/text/desk.ts';
import { notificationKinds, reportSubjects } from '#contract/text/notifications.ts';
import { contentReportReasons, personReportReasons } from '#contract/text/reports.ts';
import { Avatar } from '#ui/pictures/avatar.tsx';
import type { useOnlineCall } from '#app/data/use-act.ts';
import type { ActSheetProps } from './act-sheet.tsx';

const { reports: text, people } = deskActText;

/** An operator who decides: calls the server with the key of the act. */
export type Decide = (call: ReturnType<typeof useOnlineCall>, reason: string, key: string) => Promise<unknown>;

/** A decision that an operator may take about what was reported, with its words. */
export interface Choice extends Pick<ActSheetProps, 'title' | 'label' | 'person' | 'told'> {
  /** Something is done about it. */
  isDanger: boolean;
  help?: string;
  decide: Decide;
}

/** What the desk shows and offers for one kind of report. */
export interface Subject {
  /** Unique among all. */
  key: string;
  title: string;
  /** Words of the sheet that asks for the reason. */
  quote: string;
  /** What was seen, with the way to it. */
  body: ReactNode;
  reasons: Readonly<Record<string, string>>;
  choices: Choice[];
}

const keptText = (subject: string) => (reason: string) => notificationKinds.report_kept.text({ subject, reason });

/** Words that are shown only if they differ from what was seen at the report. */
const changedFrom = (seen: string, now: string) =>
  seen !== now && <p className="desk__told t-2">{text.changed(now)}</p>;

function About({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="desk__about" href={href}>
      {children}
    </a>
  );
}

const ofComment = (reported: ReportedComment, scope: `user:${string}`): Subject => {
  const { author, comment, current, content, publishedContentId, commentId } = reported;
  const decide =
    (decision: 'hidden' | 'kept'): Decide =>
    (call, reason, key) =>
      call(decideReport, { publishedContentId, commentId, decision, reason }, { scope, key });
  const keep: Choice = {
    isDanger: false,
    label: text.keep,
    title: text.keepTitle(author),
    person: text.everybody,
    told: keptText(reportSubjects.comment(content.title)),
    decide: decide('kept'),
  };
  const hide: Choice = {
    isDanger: true,
    label: text.hide,
    title: text.hideTitle(author),
    person: text.both,
    told: (reason) => notificationKinds.comment_removed.text({ title: content.title, reason }),
    decide: decide('hidden'),
  };
  return {
    key: `${publishedContentId}-${commentId}`,
    title: text.commentBy(author),
    quote: comment,
    body: (
      <>
        <About href={`/watch-channel?content=${content.id}&channelId=${content.channelId}`}>{content.title}</About>
        <p className="desk__told">{comment}</p>
        {current === null ? <p className="t-2">{text.gone}</p> : changedFrom(comment, current)}
      </>
    ),
    reasons: reportReasons,
    choices: current === null ? [keep] : [keep, hide],
  };
};

const CONTENT_STATES = { shown: undefined, removed: text.removedMeanwhile, gone: text.contentGone } as const;

const ofContent = (reported: ReportedContent, scope: `user:${string}`): Subject => {
  const { publishedContentId, channelId, channelName, seen, current } = reported;
  const decide =
    (decision: 'removed' | 'kept'): Decide =>
    (call, reason, key) =>
      call(decideContentReport, { publishedContentId, decision, reason }, { scope, key });
  const keep: Choice = {
    isDanger: false,
    label: text.keep,
    title: text.keepContentTitle(current.title),
    person: text.everybody,
    told: keptText(reportSubjects.content(current.title)),
    decide: decide('kept'),
  };
  const remove: Choice = {
    isDanger: true,
    label: text.remove,
    title: text.removeTitle(current.title),
    help: text.removeHelp,
    person: text.owner,
    told: (reason) => notificationKinds.content_removed.text({ title: current.title, reason }),
    decide: decide('removed'),
  };
  const state = CONTENT_STATES[current.state];
  return {
    key: publishedContentId,
    title: text.content(seen.title),
    quote: seen.title,
    body: (
      <>
        <About href={`/watch-channel?content=${publishedContentId}&channelId=${channelId}`}>
          {text.onChannel(channelName)}
        </About>
        {seen.cover && <img className="desk__cover" src={seen.cover} alt={text.cover} loading="lazy" />}
        {seen.description && <p className="desk__told">{seen.description}</p>}
        {changedFrom(seen.title, current.title)}
        {changedFrom(seen.description, current.description)}
        {state && <p className="t-2">{state}</p>}
      </>
    ),
    reasons: contentReportReasons,
    choices: current.state === 'gone' ? [keep] : [keep, remove],
  };
};

const PERSON_STATES = {
  active: undefined,
  suspended: text.suspendedMeanwhile,
  deleted: text.deletedMeanwhile,
} as const;

const ofPerson = (reported: ReportedPerson, scope: `user:${string}`): Subject => {
  const { userId, seen, current } = reported;
  const decide =
    (decision: 'suspended' | 'kept'): Decide =>
    (call, reason, key) =>
      call(decidePersonReport, { userId, decision, reason }, { scope, key });
  const keep: Choice = {
    isDanger: false,
    label: text.keep,
    title: text.keepPersonTitle(current.name),
    person: text.everybody,
    told: keptText(reportSubjects.person(current.username)),
    decide: decide('kept'),
  };
  const suspend: Choice = {
    isDanger: true,
    label: text.suspend,
    title: text.suspendTitle(current.name),
    help: people.suspendHelp(current.name),
    person: text.thePerson,
    told: (reason) => notificationKinds.operator_suspended.text({ reason }),
    decide: decide('suspended'),
  };
  const state = current.isSuperadmin ? text.isOperator : PERSON_STATES[current.state];
  const canSuspend = !current.isSuperadmin && current.state !== 'deleted';
  return {
    key: userId,
    title: text.person(seen.name),
    quote: `${seen.name} (@${seen.username})`,
    body: (
      <>
        <p className="desk__person">
          <Avatar name={seen.name} src={seen.photo} />
          <span>@{seen.username}</span>
        </p>
        {current.state === 'active' && <About href={`/profile/${userId}`}>{text.profile}</About>}
        {changedFrom(`${seen.name} @${seen.username}`, `${current.name} @${current.username}`)}
        {state && <p className="t-2">{state}</p>}
      </>
    ),
    reasons: personReportReasons,
    choices: canSuspend ? [keep, suspend] : [keep],
  };
};

/** @param scope Of the operator. */
export const subjectOf = (reported: Reported, scope: `user:${string}`): Subject => {
  switch (reported.kind) {
    case 'comment':
      return ofComment(reported, scope);
    case 'content':
      return ofContent(reported, scope);
    default:
      return ofPerson(reported, scope);
  }
};
