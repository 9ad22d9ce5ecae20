import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { notify } from '../notifications/index.ts';
import { findHeld } from '../publications/index.ts';

/**
 * Notifies the owner if the publication of a content is held back: only they can end that.
 *
 * @param content.cause What ended without the edit; one notification for each.
 * @returns Whether it is held back.
 */
export const notifyHeld = async (
  db: Db,
  services: Services,
  { contentId, cause }: { contentId: string; cause: string },
): Promise<boolean> => {
  const publishedId = await findHeld(db, contentId);
  if (!publishedId) return false;
  const { title, thumbnail, created_by } = await db
    .selectFrom('contents')
    .select(['title', 'thumbnail', 'created_by'])
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow();
  const words = notificationKinds.publishing_held;
  await notify(db, services, {
    userId: created_by,
    recipientType: 'educator',
    kind: 'publishing_held',
    cause: `publishing_held:${cause}`,
    title: words.title(),
    text: words.text({ title }),
    link: notificationLinks.editPublished({ publishedId }),
    linkTitle: words.linkTitle,
    image: thumbnail,
  });
  return true;
};
