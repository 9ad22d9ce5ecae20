import { mentionsIn } from '#contract/comments-mentions.ts';
import type { Db } from '#server/db/database.ts';
import { EVERYBODY, personId } from './fill-people.ts';
import { demoNumber } from './ids.ts';

/** Inserts likes of comments by others who watched the same, and whom comments mention. Ratings and views are inserted before. */
export const fillReactions = async (db: Db, now: Date): Promise<void> => {
  const comments = await db
    .selectFrom('ratings')
    .select(['publication_id', 'user_id as author_id', 'comment', 'updated_at'])
    .where('comment', 'is not', null)
    .execute();
  const views = await db.selectFrom('views').select(['publication_id', 'user_id']).execute();
  const viewers = Map.groupBy(views, ({ publication_id }) => publication_id);
  const likes = comments.flatMap(({ publication_id, author_id, updated_at }) =>
    (viewers.get(publication_id) ?? [])
      // Each comment has a level of its own: most have a few likes, some have many.
      .filter(({ user_id }) => {
        const level = demoNumber(`level of ${author_id} ${publication_id}`, 4);
        return user_id !== author_id && demoNumber(`likes ${user_id} ${author_id} ${publication_id}`, 8) < level;
      })
      .map(({ user_id }) => ({
        publication_id,
        author_id,
        user_id,
        created_at: new Date((updated_at.getTime() + now.getTime()) / 2),
      })),
  );
  await db.insertInto('comment_likes').values(likes).execute();
  const ids = new Map(EVERYBODY.map(({ username }) => [username, personId(username)]));
  const mentions = comments.flatMap(({ publication_id, author_id, comment, updated_at }) =>
    mentionsIn(comment!).map((username) => ({
      publication_id,
      author_id,
      user_id: ids.get(username)!,
      username,
      created_at: updated_at,
    })),
  );
  await db.insertInto('comment_mentions').values(mentions).execute();
};
