import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { readFollowers } from '../domains/channels/index.ts';
import { notifyAll } from '../domains/notifications/index.ts';
import { readAnnouncement } from '../domains/publications/index.ts';
import type { Services } from '../services.ts';
import { inBatches } from './in-batches.ts';
import type { JobWork } from './jobs.ts';

/** Followers notified in one transaction, which locks the scope counter of each until the commit. */
const ANNOUNCE_BATCH = 500;

/** Notifies the followers of a channel about a new content, in batches. A batch that runs twice makes no second notification. */
export const announceWork = (services: Services): JobWork<'publication.announce'> => ({
  run: ({ publicationId, afterUserId }, stopped) =>
    inBatches(stopped, afterUserId, (after, isLast) => announceBatch(services, publicationId, { after, isLast })),
});

/**
 * @param after The last follower of the batch before.
 * @param isLast Whether the followers behind it are left to a new job.
 * @returns The last follower, if there are more.
 */
const announceBatch = (
  services: Services,
  publicationId: string,
  { after, isLast }: { after: string | undefined; isLast: boolean },
): Promise<string | undefined> =>
  services.database.db.transaction().execute(async (db) => {
    const published = await readAnnouncement(db, publicationId);
    if (!published) return undefined;
    const { channelId, scope, sport, sportId, educatorName, title, picture } = published;
    const followers = await readFollowers(db, channelId, scope, after, ANNOUNCE_BATCH);
    const last = followers.length === ANNOUNCE_BATCH ? followers.at(-1)! : undefined;
    if (isLast && last !== undefined)
      await services.jobs.send(db, 'publication.announce', { publicationId, afterUserId: last });
    const kind = notificationKinds.new_content;
    const values = { sport, educatorName, title };
    await notifyAll(db, services, followers, {
      recipientType: 'learner',
      kind: 'new_content',
      cause: `new_content:${publicationId}`,
      title: kind.title(values),
      text: kind.text(values),
      link: notificationLinks.watch({ content: publicationId, channelId }),
      linkTitle: kind.linkTitle,
      image: picture,
      sportId,
    });
    return last;
  });
