import { deleteNotifications, markAllRead, markRead } from '#contract/notifications.ts';
import type { Notification, RecipientType } from '#contract/rows.ts';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';

/** Most notifications that one call deletes. */
const DELETE_MAX = 1000;

/** What can be done with the notifications of a role, also offline. */
export const useNotificationActions = (recipientType: RecipientType) => {
  const act = useAct();
  const me = useMe();
  const { db } = useAccount();
  const scope = me ? { scope: me.scope } : {};
  return {
    read: (row: Notification) => {
      if (!row.isRead) void act(markRead, { notificationId: row.id }, scope);
    },
    readAll: async () => {
      // Up to the newest notification on this device, by the server's clock: the device's own may be wrong.
      const all = await db.notifications.filter((row) => row.recipientType === recipientType).toArray();
      const until = all
        .map(({ sendedAt }) => sendedAt)
        .toSorted()
        .at(-1);
      if (until !== undefined) await act(markAllRead, { recipientType, until }, scope);
    },
    remove: (notificationIds: string[]) => void act(deleteNotifications, { notificationIds }, scope),
    /** Ids of all read notifications, also beyond the rows on screen. */
    readIds: async (): Promise<string[]> =>
      (await db.notifications.filter((row) => row.recipientType === recipientType && row.isRead).primaryKeys()).slice(
        0,
        DELETE_MAX,
      ),
  };
};
