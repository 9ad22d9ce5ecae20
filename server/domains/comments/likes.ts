import { sql } from 'kysely';
import { COMMENT_LIKES_PER_DAY } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { Db } from '#server/db/database.ts';
import { readScopePeople } from '../channels/index.ts';
import { notifyAll } from '../notifications/index.ts';

const DAY_MS = 86_400_000;

interface Named {
  publishedContentId: string;
  commentId: string;
}
interface Likable {
  channelId: string;
  picture: string | null;
  sportId: string;
  /** The scope that owns the content. */
  scope: string;
}

/** @throws Problem `comment.gone` if the person does not get the comment: it is hidden, its author has left, or one blocks the other. */
const readLikable = async (db: Db, userId: string, { publishedContentId, commentId }: Named): Promise<Likable> => {
  const { rows } = await sql<Likable>`
    select p.channel_id as "channelId", coalesce(p.cover_image, c.thumbnail) as picture, ch.sport_id as "sportId", p.scope
    from ratings r join publications p on p.id = r.publication_id join contents c on c.id = p.content_id
      join channels ch on ch.id = p.channel_id
    where r.publication_id = ${publishedContentId} and r.user_id = ${commentId} and r.comment is not null
      and coalesce(r.hidden_at, r.removed_at) is null and not is_away(r.scope)
      and not is_blocked_between(r.user_id, ${userId})`.execute(db);
  if (!rows[0]) throw new Problem('comment.gone');
  return rows[0];
};

/** @returns False if the person liked it already. @throws Problem `comment.liked_enough`. */
const addLike = async ({ db, session, now }: CallContext, named: Named): Promise<boolean> => {
  // Likes of one person are counted one after the other, so that several at once cannot pass the limit.
  await sql`select 1 from users where id = ${session.userId} for no key update`.execute(db);
  return asPerson(db, session.userId, async (own) => {
    const added = await own
      .insertInto('comment_likes')
      .values({
        publication_id: named.publishedContentId,
        author_id: named.commentId,
        user_id: session.userId,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('created_at')
      .execute();
    if (added.length === 0) return false;
    const { count } = await own
      .selectFrom('comment_likes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', session.userId)
      .where('created_at', '>', new Date(now.getTime() - DAY_MS))
      .executeTakeFirstOrThrow();
    // The refusal rolls the like back.
    if (Number(count) > COMMENT_LIKES_PER_DAY) throw new Problem('comment.liked_enough');
    return true;
  });
};

/**
 * Likes a comment; a second time changes nothing. Its author and who acts for the content's owner are notified of its first like
 * only (D-341).
 */
export const like: Handler<'comments.like'> = async (context, named) => {
  const { db, services, session } = context;
  const { channelId, picture, sportId, scope } = await readLikable(db, session.userId, named);
  if (!(await addLike(context, named))) return;
  const { publishedContentId: content, commentId } = named;
  const owners = await readScopePeople(db, scope);
  const name = await readName(db, session.userId);
  const tell = (kind: 'reaction_learner' | 'reaction_educator', people: readonly string[]) => {
    const { title, text, linkTitle } = notificationKinds[kind];
    return notifyAll(
      db,
      services,
      people.filter((person) => person !== session.userId),
      {
        recipientType: kind === 'reaction_learner' ? 'learner' : 'educator',
        kind,
        cause: `${kind}:${content}:${commentId}`,
        by: session.userId,
        title: title(),
        text: text({ name }),
        link: notificationLinks.watch({ content, channelId }),
        linkTitle,
        image: picture,
        sportId,
      },
    );
  };
  if (await maySee(db, commentId, content)) await tell('reaction_learner', [commentId]);
  await tell(
    'reaction_educator',
    owners.filter((person) => person !== commentId),
  );
};

export const unlike: Handler<'comments.unlike'> = async ({ db, session }, { publishedContentId, commentId }) => {
  await asPerson(db, session.userId, (own) =>
    own
      .deleteFrom('comment_likes')
      .where('publication_id', '=', publishedContentId)
      .where('author_id', '=', commentId)
      .where('user_id', '=', session.userId)
      .execute(),
  );
};

/** Removes the likes of a comment that its author deleted. */
export const forgetLikes = async (db: Db, publicationId: string, authorId: string): Promise<void> => {
  await db
    .deleteFrom('comment_likes')
    .where('publication_id', '=', publicationId)
    .where('author_id', '=', authorId)
    .execute();
};

const readName = async (db: Db, userId: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from users where id = ${userId}`.execute(db);
  return rows[0]!.name;
};

const maySee = async (db: Db, userId: string, publicationId: string): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`select may_watch(${userId}, ${publicationId}) as may`.execute(db);
  return rows[0]!.may;
};
