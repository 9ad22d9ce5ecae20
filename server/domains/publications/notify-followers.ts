import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

const ANNOUNCEMENTS_OF_ITEM = { capacity: 1, perSeconds: 86_400 };
const ANNOUNCEMENTS_OF_CHANNEL = { capacity: 10, perSeconds: 3_600 };

/**
 * Notifies the followers once, however often a publication goes live: a job sends the notifications in batches. An item that is published
 * again, and more items than a channel may announce, go live without notifications. Source: decision 0105.
 */
export const notifyFollowersOnce = async (db: Db, services: Services, publicationId: string): Promise<void> => {
  const first = await sql<{
    content: string;
    channel: string;
  }>`update publications set announced_at = ${services.now()} where id = ${publicationId} and announced_at is null
    returning content_id as content, channel_id as channel`.execute(db);
  const [published] = first.rows;
  if (published && (await countAnnouncement(db, published)))
    await services.jobs.send(db, 'publication.announce', { publicationId });
};

/** Counts in the caller's transaction: what is rolled back has announced nothing. @returns False if there were too many. */
const countAnnouncement = async (
  db: Db,
  { content, channel }: { content: string; channel: string },
): Promise<boolean> => {
  try {
    await takeToken(db, `announce:item:${channel}:${content}`, ANNOUNCEMENTS_OF_ITEM);
    await takeToken(db, `announce:channel:${channel}`, ANNOUNCEMENTS_OF_CHANNEL);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
};
