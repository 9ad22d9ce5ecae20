import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { readFollowers } from '../domains/channels/index.ts';
import { notifyAll } from '../domains/notifications/index.ts';
import { readAnnouncement } from '../domains/publications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Followers told in one transaction: each holds its own scope's counter until the commit. */
export const ANNOUNCE_BATCH = 500;

/**
 * Tells the followers of a channel about a new content, one batch a run. The next batch is a job of its own, sent in
 * the same transaction, so a killed server goes on where it was; a batch that runs twice tells nobody twice.
 */
export const announceWork = (services: Services): JobWork<'publication.announce'> => ({
  async run({ publicationId, afterUserId }) {
    await services.database.db.transaction().execute(async (db) => {
      const published = await readAnnouncement(db, publicationId);
      if (!published) return;
      const { channelId, scope, sport, educatorName, title, coverImage } = published;
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
        image: coverImage,
      });
    });
  },
});
