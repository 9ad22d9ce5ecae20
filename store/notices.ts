import type { Me, RecipientType } from '#contract/rows.ts';
import type { AccountDatabase } from './database.ts';

/** The last role decides whose notifications are shown. Source: NOT-014. */
export const recipientOf = (me: Me | undefined): RecipientType =>
  me === undefined || me.lastLoginedRole === 'learner' ? 'learner' : 'educator';

/** What this device knows about the account's notifications. */
export interface KnownNotices {
  /** Number of unread ones of the current role, as at the bell. */
  unread: number;
  /** Ids of those that were read, here or on another device. */
  readIds: ReadonlySet<string>;
}

export const readKnownNotices = async (db: AccountDatabase, userId: string): Promise<KnownNotices> => {
  const [me, rows] = await Promise.all([db.me.get(userId), db.notifications.toArray()]);
  const recipient = recipientOf(me);
  return {
    unread: rows.filter(({ recipientType, isRead }) => recipientType === recipient && !isRead).length,
    readIds: new Set(rows.filter(({ isRead }) => isRead).map(({ id }) => id)),
  };
};

/** What the system shows of the app outside of its pages: a page and the service worker reach it in different ways. */
export interface SystemNotices {
  /** Notifications on the screen. Their tag is the id of the notification's row (sw/push.ts). */
  getNotifications(): Promise<readonly Pick<Notification, 'tag' | 'close'>[]>;
  /** Sets the number at the app's icon; 0 takes it away. Undefined where the browser has none. */
  setAppBadge: ((count: number) => Promise<void>) | undefined;
}

/** Closes the system's notifications that were read, and sets the number at the app's icon. One without a row here stays. */
export const matchSystemNotices = async ({ unread, readIds }: KnownNotices, system: SystemNotices): Promise<void> => {
  for (const notification of await system.getNotifications()) if (readIds.has(notification.tag)) notification.close();
  // Refused where the app may not show notifications.
  await system.setAppBadge?.(unread).catch(() => {});
};
