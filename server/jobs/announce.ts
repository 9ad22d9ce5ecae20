import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { readFollowers } from '../domains/channels/index.ts';
import { notifyAll } from '../domains/notifications/index.ts';
import { readAnnouncement } from '../domains/publications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Followers notified in one transaction, which locks the scope counter of each until the commit. */
const ANNOUNCE_BATCH = 500;

/**
 * Notifies the followers of a channel about a new content, one batch per run. The job of the next batch is sent in the same
 * transaction, so a killed server loses none. Idempotent: a batch that runs twice makes no second notification.
 */
export const announceWork = (services: Services): JobWork<'publication.announce'> => ({
  async run({ publicationId, afterUserId }) {
    await services.database.db.transaction().execute(async (db) => {
      const published = await readAnnouncement(db, publicationId);
      if (!published) return;
      const { channelId, scope, sport, sportId, educatorName, title, picture } = published;
      const followers = await readFollowers(db, channelId, scope, afterUserId, ANNOUNCE_BATCH);
      if (followers.length === ANNOUNCE_BATCH) {
        await services.jobs.send(db, 'publication.announce', { publicationId, afterUserId: followers.at(-1)! });
      }
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
    });
  },
});
