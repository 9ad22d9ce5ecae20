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

/** A notification on the screen. */
export type ShownNotice = Pick<Notification, 'tag' | 'close'> & { readonly data?: unknown };

/** What a notification on the screen holds for later: a build that comes next reads it too. */
export interface NoticeData {
  /** Path in the app that a tap opens. */
  link: string;
  /** Whose it is; without one it is nobody's. */
  userId?: string;
  /** Rows that it tells of, the newest last. Former builds, and a push that the system itself shows, have none here. */
  ids?: readonly string[];
}

/** Ids of the rows that a notification on the screen tells of. One of a former build has its row's id as tag. */
export const rowsOfNotice = ({ tag, data }: Pick<ShownNotice, 'tag' | 'data'>): readonly string[] => {
  const { ids, id } = (data ?? {}) as { ids?: unknown; id?: unknown };
  if (Array.isArray(ids)) return ids.filter((each) => typeof each === 'string');
  return [typeof id === 'string' ? id : tag];
};

/** What the system shows of the app outside of its pages: a page and the service worker reach it in different ways. */
export interface SystemNotices {
  /** Notifications on the screen. */
  getNotifications(): Promise<readonly ShownNotice[]>;
  /** Sets the number at the app's icon; 0 takes it away. Undefined where the browser has none. */
  setAppBadge: ((count: number) => Promise<void>) | undefined;
}

/** Closes the system's notifications of which everything was read, and sets the number at the app's icon. One without a row here stays. */
export const matchSystemNotices = async ({ unread, readIds }: KnownNotices, system: SystemNotices): Promise<void> => {
  for (const notification of await system.getNotifications()) {
    const ids = rowsOfNotice(notification);
    if (ids.length > 0 && ids.every((id) => readIds.has(id))) notification.close();
  }
  // Refused where the app may not show notifications.
  await system.setAppBadge?.(unread).catch(() => {});
};
