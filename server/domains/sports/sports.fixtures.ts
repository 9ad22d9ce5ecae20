import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';

/** A channel of a Creator in a sport. */
export const addChannel = async (
  {
    services: {
      database: { db },
    },
  }: TestServer,
  creator: TestPerson,
  sport_id: string,
): Promise<string> => {
  const id = newId();
  const community_id = newId();
  await db.insertInto('communities').values({ id: community_id, scope: creator.scope, sport_id }).execute();
  await db
    .insertInto('channels')
    .values({
      id,
      scope: creator.scope,
      community_id,
      sport_id,
      name: `Channel ${id.slice(-6)}`,
      author_id: creator.userId,
    })
    .execute();
  return id;
};

interface Item {
  title?: string;
  type?: string;
  pricing?: string;
  isLive?: boolean;
  publishedAt?: Date;
  views?: number;
  /** Sums of stars, as if each rating gave the same to all three. */
  ratings?: { count: number; stars: number };
}

/** A content that is published on a channel. @returns The publication's id. */
export const addPublication = async (
  {
    services: {
      database: { db },
    },
  }: TestServer,
  creator: TestPerson,
  channel_id: string,
  {
    title = 'Lesson',
    type = 'video',
    pricing = 'free',
    isLive = true,
    publishedAt = new Date(),
    views = 0,
    ratings = { count: 0, stars: 0 },
  }: Item = {},
): Promise<string> => {
  const [id, contentId] = [newId(), newId()];
  await db
    .insertInto('contents')
    .values({
      id: contentId,
      scope: creator.scope,
      title,
      filename: `${contentId}.mp4`,
      type,
      duration: type === 'text' ? null : 61.5,
      pages_count: type === 'text' ? 3 : null,
      origin_file_size: 1,
      created_by: creator.userId,
    })
    .execute();
  await db
    .insertInto('publications')
    .values({
      id,
      scope: creator.scope,
      content_id: contentId,
      channel_id,
      title,
      pricing,
      is_live: isLive,
      published_by: creator.userId,
      published_at: publishedAt,
    })
    .execute();
  const sum = ratings.count * ratings.stars;
  await db
    .insertInto('publication_stats')
    .values({ publication_id: id, views, ratings: ratings.count, relevance: sum, helpful: sum, engaging: sum })
    .execute();
  return id;
};
