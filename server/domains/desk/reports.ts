import { notificationLinks } from '#contract/text/notifications.ts';

import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import { recordOperatorAct } from '../applications/index.ts';
import { closeReports, listReportedComments, readDecidedReport } from '../comments/index.ts';
import { removeComment } from './discussions.ts';
import { tell } from './tell.ts';

const list: Handler<'desk.reports'> = ({ db }, page) => listReportedComments(db, page);

/** The author of a comment that stays is not told: nothing was done about it. Source: decision 0095. */
const decide: Handler<'desk.decideReport'> = async (context, input) => {
  const { db, session, now } = context;
  const { publishedContentId, commentId, decision, reason } = input;
  found(await db.selectFrom('publications').select('id').where('id', '=', publishedContentId).executeTakeFirst());
  const { reporters, title, channelId } = await closeReports(db, {
    publicationId: publishedContentId,
    authorId: commentId,
    decision,
    reason,
    by: session.userId,
    now,
  });
  if (decision === 'hidden')
    await removeComment(context, { channelId, publishedContentId, id: commentId, hidden: true, reason });
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: `report.${decision}`,
    subject: { kind: 'comment', id: `${publishedContentId} ${commentId}` },
    reason,
    now,
  });
  await tell(context, reporters, {
    kind: decision === 'hidden' ? 'report_hidden' : 'report_kept',
    act,
    values: { title, reason },
    link:
      decision === 'hidden'
        ? notificationLinks.watch({ content: publishedContentId, channelId })
        : notificationLinks.contactSupport,
  });
  return readDecidedReport(db, publishedContentId, commentId);
};

export const reportHandlers = { 'desk.reports': list, 'desk.decideReport': decide } satisfies Handlers;
