import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Rating } from '#contract/rows.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type * as v from 'valibot';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { found, type CallContext, type Handler } from '#server/calls/context.ts';
import { readScopePeople, touchChannels } from '../channels/index.ts';
import { forgetLikes, saveMentions } from '../comments/index.ts';
import { notifyAll } from '../notifications/index.ts';
import { readWatched, type Watched } from '../watch/index.ts';

type RatingRow = v.InferOutput<typeof Rating>;
interface Stars {
  Relevance: number;
  Helpful: number;
  Engaging: number;
}
interface RatingInput {
  publishedContentId: string;
  contentItemRatings: Stars;
  comment?: string | null | undefined;
}
interface SavedRating {
  relevance: number;
  helpful: number;
  engaging: number;
  comment: string | null;
}

const NONE: Stars = { Relevance: 0, Helpful: 0, Engaging: 0 };

/** One rating per person and content. @throws Problem `rating.exists`, `rating.own_content`, `rating.comment_blocked`. */
export const createRating: Handler<'ratings.create'> = (context, input) => rate(context, input, 'new');

/** Sets the rating, whether there was one or not: a device may not know of a rating from another device. */
export const updateRating: Handler<'ratings.update'> = (context, input) => rate(context, input, 'any');

const rate = async (context: CallContext, input: RatingInput, expected: 'new' | 'any'): Promise<RatingRow> => {
  const { db, session, scope, now } = context;
  const id = input.publishedContentId;
  const watched = found(await readWatched(db, session.userId, id));
  if (watched.isOwner) throw new Problem('rating.own_content');
  const owners = await readScopePeople(db, watched.scope);
  // Locks the person's version counter until the commit, so two devices of a person rate one after the other.
  await raiseScopes(db, [session.scope, scope, watched.scope, ...owners.map(userScope)]);
  const before = await readOwn(db, session.userId, id);
  if (before && expected === 'new') throw new Problem('rating.exists');
  const comment = input.comment === undefined ? (before?.comment ?? null) : input.comment || null;
  // Behind the counters of both: of a block at the same moment it sees what became of it.
  if (comment && comment !== before?.comment && (await isBlockedByOwner(db, session.scope, watched.scope)))
    throw new Problem('rating.comment_blocked');

  await writeOwn(db, session.userId, session.scope, id, input.contentItemRatings, comment, now);
  const former: Stars = before
    ? { Relevance: before.relevance, Helpful: before.helpful, Engaging: before.engaging }
    : NONE;
  if (comment === null && before?.comment) await forgetLikes(db, id, session.userId);
  await addToStats(db, id, input.contentItemRatings, former, before ? 0 : 1);
  await touchChannels(db, [watched.channelId]);
  const told = await saveMentions(context, { publicationId: id, comment, owners, ...watched });
  // Who is mentioned hears of that.
  const others = owners.filter((owner) => !told.includes(owner));
  if (comment && !before?.comment) await notifyOfComment(context, id, watched, others);
  context.wake(session.scope);
  context.wake(watched.scope);
  return {
    id,
    scope: session.scope,
    contentItemRatings: input.contentItemRatings,
    comment,
    updatedAt: now.toISOString(),
  };
};

/** Whether there is a block between a person and the person who owns a content; an organization's contents have none. */
const isBlockedByOwner = async (db: Db, scope: string, ownerScope: string): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`select exists (select 1 from users a, users b
    where a.scope = ${scope} and b.scope = ${ownerScope} and is_blocked_between(a.id, b.id)) as blocked`.execute(db);
  return rows[0]!.blocked;
};

const readOwn = (db: Db, userId: string, publicationId: string): Promise<SavedRating | undefined> =>
  db
    .selectFrom('ratings')
    .select(['relevance', 'helpful', 'engaging', 'comment'])
    .where('publication_id', '=', publicationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

const writeOwn = async (
  db: Db,
  userId: string,
  scope: string,
  publicationId: string,
  stars: Stars,
  comment: string | null,
  now: Date,
): Promise<void> => {
  const values = {
    relevance: stars.Relevance,
    helpful: stars.Helpful,
    engaging: stars.Engaging,
    comment,
    updated_at: now,
    // An answer without its comment says nothing; what is hidden stays hidden if it is written again.
    ...(comment === null && { answer: null, answered_at: null }),
  };
  await db
    .insertInto('ratings')
    .values({ publication_id: publicationId, user_id: userId, scope, ...values })
    .onConflict((conflict) => conflict.columns(['publication_id', 'user_id']).doUpdateSet(values))
    .execute();
};

/** Adds the difference to the sums, so that they stay the sums over all ratings. */
const addToStats = async (db: Db, publicationId: string, now: Stars, former: Stars, more: number): Promise<void> => {
  const [relevance, helpful, engaging] = [
    now.Relevance - former.Relevance,
    now.Helpful - former.Helpful,
    now.Engaging - former.Engaging,
  ];
  await sql`insert into publication_stats (publication_id, ratings, relevance, helpful, engaging) values (${publicationId}, ${more}, ${relevance}, ${helpful}, ${engaging})
    on conflict (publication_id) do update set ratings = publication_stats.ratings + ${more}, relevance = publication_stats.relevance + ${relevance},
      helpful = publication_stats.helpful + ${helpful}, engaging = publication_stats.engaging + ${engaging}`.execute(
    db,
  );
};

const notifyOfComment = async (
  { db, services, session }: CallContext,
  publicationId: string,
  { title, channelId, picture, sportId }: Watched,
  owners: readonly string[],
): Promise<void> => {
  const kind = notificationKinds.new_comment_educator;
  await notifyAll(db, services, owners, {
    recipientType: 'educator',
    kind: 'new_comment_educator',
    cause: `new_comment_educator:${publicationId}:${session.userId}`,
    by: session.userId,
    title: kind.title(),
    text: kind.text({ title }),
    link: notificationLinks.watch({ content: publicationId, channelId }),
    linkTitle: kind.linkTitle,
    image: picture,
    sportId,
  });
};
