import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Services } from '#server/services.ts';
import { notify } from '../notifications/index.ts';
import { findWaiting } from './queries.ts';

/** An upload without a new chunk for this long waits for its device, minutes. */
const IDLE_MINUTES = 60;
/** Nobody is reminded of an upload that got no chunk for longer. */
const REMINDED_DAYS = 3;
/** People per run. */
const BATCH = 500;

/**
 * Reminds people of uploads that wait for their device, once a day at most. Where the browser sends nothing while the app is
 * closed (Safari, Firefox), the push itself lets the service worker go on. Source: decision 0116.
 */
export const remindOfUploads = async (services: Services): Promise<void> => {
  const { db } = services.database;
  const { title, text, linkTitle } = notificationKinds.upload_waits;
  const day = services.now().toISOString().slice(0, 10);
  for (const { userId, scope, count, name } of await findWaiting(db, {
    idleMinutes: IDLE_MINUTES,
    days: REMINDED_DAYS,
    limit: BATCH,
  }))
    await db.transaction().execute((tx) =>
      notify(tx, services, {
        userId,
        recipientType: 'educator',
        kind: 'upload_waits',
        cause: `upload_waits:${day}`,
        title: title(),
        text: text({ count: String(count), name }),
        link: notificationLinks.library({ scope }),
        linkTitle,
      }),
    );
};
