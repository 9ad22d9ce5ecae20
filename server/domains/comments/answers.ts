import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { isBlockedBetween } from '../blocks/index.ts';
import { notifyAll } from '../notifications/index.ts';

interface Named {
  publishedContentId: string;
  commentId: string;
}
interface Commented {
  title: string;
  channelId: string;
  picture: string | null;
  sportId: string;
  /** The person or the organization that owns the content. */
  ownerName: string;
}
interface CommentChange {
  answer?: string | null;
  answered_at?: Date | null;
  hidden_at?: Date | null;
  removed_at?: Date | null;
}

/** @throws Problem `comment.gone` if there is no such comment, or the content is not on a channel any more. */
const readCommented = async ({ db }: CallContext, { publishedContentId, commentId }: Named): Promise<Commented> => {
  const { rows } = await sql<Commented>`
    select p.title, p.channel_id as "channelId", coalesce(p.cover_image, c.thumbnail) as picture, ch.sport_id as "sportId",
      coalesce((select o.name from organizations o where 'org:' || o.id = p.scope),
        (select u.first_name || ' ' || u.last_name from users u where u.scope = p.scope)) as "ownerName"
    from ratings r join publications p on p.id = r.publication_id join contents c on c.id = p.content_id
      join channels ch on ch.id = p.channel_id
    where r.publication_id = ${publishedContentId} and r.user_id = ${commentId} and r.comment is not null
      and not p.is_deleted`.execute(db);
  if (!rows[0]) throw new Problem('comment.gone');
  return rows[0];
};

/** Changes a comment on an own content. Its row belongs to its author, whose devices pull it again. */
const change = async (context: CallContext, named: Named, values: CommentChange): Promise<Commented> => {
  const { db, wake } = context;
  const commented = await readCommented(context, named);
  const author = userScope(named.commentId);
  await raiseScopes(db, [author]);
  await db
    .updateTable('ratings')
    .set(values)
    .where('publication_id', '=', named.publishedContentId)
    .where('user_id', '=', named.commentId)
    .execute();
  wake(author);
  return commented;
};

/** Sets the one answer to a comment, unless its author and who answers block one another. The author is notified of the first one only. */
export const answer: Handler<'comments.answer'> = async (context, { answer: text, ...named }) => {
  const { db, services, session, now } = context;
  // Who answers does not see the comment any more, nor its author the answer.
  if (await isBlockedBetween(db, session.userId, named.commentId)) throw new Problem('comment.gone');
  const commented = await change(context, named, { answer: text, answered_at: now });
  const kind = notificationKinds.new_comment_learner;
  const { publishedContentId: content, commentId } = named;
  await notifyAll(db, services, [commentId], {
    recipientType: 'learner',
    kind: 'new_comment_learner',
    cause: `new_comment_learner:${content}`,
    title: kind.title(),
    text: kind.text({ name: commented.ownerName }),
    link: notificationLinks.watch({ content, channelId: commented.channelId }),
    linkTitle: kind.linkTitle,
    image: commented.picture,
    sportId: commented.sportId,
  });
};

export const deleteAnswer: Handler<'comments.deleteAnswer'> = async (context, named) => {
  await change(context, named, { answer: null, answered_at: null });
};

/** Hides a comment from others, or shows it again. Its stars count in both cases (decision 0049). */
export const hide: Handler<'comments.hide'> = async (context, { isHidden, ...named }) => {
  await change(context, named, { hidden_at: isHidden ? context.now : null });
};

/**
 * Hides a comment for the operator, or shows it again.
 *
 * @returns What it is about; undefined if nothing was changed, because it is so already.
 * @throws Problem `comment.gone`, also if the content is on another channel.
 */
export const setRemoved = async (
  context: CallContext,
  { channelId, isRemoved, ...named }: Named & { channelId: string; isRemoved: boolean },
): Promise<{ title: string } | undefined> => {
  const { db, now } = context;
  if ((await readCommented(context, named)).channelId !== channelId) throw new Problem('comment.gone');
  // Locked, so that of two operators at once only one changes it.
  const before = await db
    .selectFrom('ratings')
    .select('removed_at')
    .where('publication_id', '=', named.publishedContentId)
    .where('user_id', '=', named.commentId)
    .forUpdate()
    .executeTakeFirst();
  if ((before?.removed_at !== null) === isRemoved) return undefined;
  return change(context, named, { removed_at: isRemoved ? now : null });
};
