import { Problem } from '#contract/problems.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import type { CallContext, Handler, Handlers } from '#server/calls/context.ts';
import { recordOperatorAct } from '../applications/index.ts';
import { listCommentsOfChannel, setRemoved } from '../comments/index.ts';
import { tell } from './tell.ts';

/** A link's token must be a live one of the very operator who opened it. Source: ADM-019, D-238. */
const checkAccess = async ({ services, session, now }: CallContext, access: string): Promise<void> => {
  const claims = await services.tokens.verify(access, now).catch(() => undefined);
  if (claims?.userId !== session.userId) throw new Problem('access.not_found');
};

const list: Handler<'desk.discussions'> = async (context, { channelId, access, page }) => {
  if (access !== undefined) await checkAccess(context, access);
  return listCommentsOfChannel(context.db, context.session.userId, channelId, { page });
};

interface Removal {
  channelId: string;
  publishedContentId: string;
  /** The author: with the content it names the comment. */
  id: string;
  hidden: boolean;
  reason: string;
}

/** Hides a comment or shows it again, keeps the act and tells the author. A repeat changes nothing and tells nobody. */
export const removeComment = async (
  context: CallContext,
  { channelId, publishedContentId, id: commentId, hidden, reason }: Removal,
): Promise<void> => {
  const { db, session, now } = context;
  const changed = await setRemoved(context, { channelId, publishedContentId, commentId, isRemoved: hidden });
  if (!changed) return;
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: hidden ? 'comment.hidden' : 'comment.restored',
    subject: { kind: 'comment', id: `${publishedContentId} ${commentId}` },
    reason,
    now,
  });
  await tell(context, [commentId], {
    kind: hidden ? 'comment_removed' : 'comment_restored',
    act,
    values: { title: changed.title, reason },
    link: hidden
      ? notificationLinks.contactSupport
      : notificationLinks.watch({ content: publishedContentId, channelId }),
  });
};

const setCommentRemoved: Handler<'desk.setCommentRemoved'> = async (context, input) => {
  await removeComment(context, input);
  const { channelId, publishedContentId: publicationId, id: authorId } = input;
  return listCommentsOfChannel(context.db, context.session.userId, channelId, { publicationId, authorId });
};

export const discussionHandlers = {
  'desk.discussions': list,
  'desk.setCommentRemoved': setCommentRemoved,
} satisfies Handlers;
