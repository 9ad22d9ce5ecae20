import { userScope } from '#contract/ids.ts';
import { removalMail } from '#contract/text/desk-mail.ts';
import { notificationLinks, reportSubjects, type notificationKinds } from '#contract/text/notifications.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { recordOperatorAct } from '../applications/index.ts';
import { readScopePeople } from '../channels/index.ts';
import { removePublication, restorePublication, type RemovedPublication } from '../publications/index.ts';
import { closeReports, listReported, readDecided, type ReportSubject } from '../reports/index.ts';
import { removeComment } from './discussions.ts';
import { setSuspended } from './suspending.ts';
import { tell } from './tell.ts';

const list: Handler<'desk.reports'> = ({ db }, page) => listReported(db, page);

type Decision = Parameters<typeof closeReports>[2]['decision'];
interface Deciding {
  subject: ReportSubject;
  decision: Decision;
  reason: string;
  /** What the reporters are told: of what they reported, and where to look. */
  told: { kind: keyof typeof notificationKinds; values: Record<string, string>; link: string };
  /** What is done about the subject. It may lock rows of the owner and of those who are told. */
  carryOut?: (reporters: string[]) => Promise<unknown>;
}

/** Closes the waiting reports of a subject, carries the decision out, keeps the act, and tells who reported it. */
const decideAny = async (context: CallContext, { subject, decision, reason, told, carryOut }: Deciding) => {
  const { db, session, now } = context;
  const reporters = await closeReports(db, subject, { decision, reason, by: session.userId, now });
  await carryOut?.(reporters);
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: `report.${decision}`,
    subject: { kind: subject.kind, id: [subject.publicationId, subject.personId].filter(Boolean).join(' ') },
    reason,
    now,
  });
  await tell(context, reporters, { act, ...told });
  return readDecided(db, subject);
};

/** The owner of what stays is not told: nothing was done about it. Source: decision 0095. */
const keptOf = (subject: string, reason: string): Deciding['told'] => ({
  kind: 'report_kept',
  values: { subject, reason },
  link: notificationLinks.contactSupport,
});

const decide: Handler<'desk.decideReport'> = async (context, input) => {
  const { publishedContentId, commentId, decision, reason } = input;
  const { title, channelId } = await readContent(context, publishedContentId);
  const isHidden = decision === 'hidden';
  return decideAny(context, {
    subject: { kind: 'comment', publicationId: publishedContentId, personId: commentId },
    decision,
    reason,
    told: isHidden
      ? {
          kind: 'report_hidden',
          values: { title, reason },
          link: notificationLinks.watch({ content: publishedContentId, channelId }),
        }
      : keptOf(reportSubjects.comment(title), reason),
    ...(isHidden && {
      carryOut: () => removeComment(context, { channelId, publishedContentId, id: commentId, hidden: true, reason }),
    }),
  });
};

const readContent = async ({ db }: CallContext, publishedContentId: string) =>
  found(
    await db
      .selectFrom('publications')
      .select(['title', 'scope', 'channel_id as channelId'])
      .where('id', '=', publishedContentId)
      .executeTakeFirst(),
  );

const decideContent: Handler<'desk.decideContentReport'> = async (context, input) => {
  const { publishedContentId, decision, reason } = input;
  const { title, scope } = await readContent(context, publishedContentId);
  const isRemoved = decision === 'removed';
  return decideAny(context, {
    subject: { kind: 'content', publicationId: publishedContentId, personId: null },
    decision,
    reason,
    told: isRemoved
      ? {
          kind: 'report_removed',
          values: { subject: reportSubjects.content(title), reason },
          link: notificationLinks.contactSupport,
        }
      : keptOf(reportSubjects.content(title), reason),
    ...(isRemoved && {
      carryOut: async (reporters: string[]) => {
        await lockPeople(context, scope, reporters);
        const removed = await removePublication(context.db, publishedContentId, { reason, now: context.now });
        if (removed) await tellOwner(context, removed, { isRemoved: true, reason });
      },
    }),
  });
};

/** Raises the owner's scope and those of everybody who is told, in one order. */
const lockPeople = async ({ db }: CallContext, scope: string, others: readonly string[] = []): Promise<void> =>
  raiseScopes(db, [scope, ...[...(await readScopePeople(db, scope)), ...others].map(userScope)]);

/** Keeps the act about a content, and tells everybody who acts for its owner why, also by mail. */
const tellOwner = async (
  context: CallContext,
  { id, scope, title }: RemovedPublication,
  { isRemoved, reason }: { isRemoved: boolean; reason: string },
): Promise<void> => {
  const { services, db, session, now } = context;
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: isRemoved ? 'content.removed' : 'content.restored',
    subject: { kind: 'content', id },
    reason,
    now,
  });
  const people = await readScopePeople(db, scope);
  await tell(context, people, {
    kind: isRemoved ? 'content_removed' : 'content_restored',
    act,
    values: { title, reason },
    link: isRemoved ? notificationLinks.contactSupport : notificationLinks.library({ scope }),
  });
  const message = removalMail[isRemoved ? 'removed' : 'restored'](services.config.publicUrl, title, reason);
  for (const userId of people)
    await services.jobs.send(db, 'security.send', { userId, message }, { key: `removal:${act}:${userId}` });
  context.wake(scope as typeof session.scope);
};

const restore: Handler<'desk.restoreContent'> = async (context, { publishedContentId, reason }) => {
  const { scope } = await readContent(context, publishedContentId);
  await lockPeople(context, scope);
  const restored = await restorePublication(context.db, context.services, publishedContentId);
  await tellOwner(context, restored, { isRemoved: false, reason });
};

const decidePerson: Handler<'desk.decidePersonReport'> = async (context, { userId, decision, reason }) => {
  const person = found(
    await context.db
      .selectFrom('users')
      .select(['username', 'is_suspended as isSuspended'])
      .where('id', '=', userId)
      .executeTakeFirst(),
  );
  const isSuspended = decision === 'suspended';
  const subject = reportSubjects.person(person.username);
  return decideAny(context, {
    subject: { kind: 'person', publicationId: null, personId: userId },
    decision,
    reason,
    told: isSuspended
      ? { kind: 'report_suspended', values: { subject, reason }, link: notificationLinks.contactSupport }
      : keptOf(subject, reason),
    // Who is suspended already stays it: the reports are answered.
    ...(isSuspended &&
      !person.isSuspended && {
        carryOut: (reporters: string[]) => setSuspended(context, { userId, suspended: true, reason }, reporters),
      }),
  });
};

export const reportHandlers = {
  'desk.reports': list,
  'desk.decideReport': decide,
  'desk.decideContentReport': decideContent,
  'desk.decidePersonReport': decidePerson,
  'desk.restoreContent': restore,
} satisfies Handlers;
