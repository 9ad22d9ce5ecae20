import { deleteNotifications, markAllRead, markRead } from '#contract/notifications.ts';
import type { Notification, RecipientType } from '#contract/rows.ts';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';

/** Most notifications per delete call. */
const DELETE_MAX = 1000;

/** Actions on the notifications of a role, also offline. */
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
      // Marks up to the newest notification on this device. Its time is the server's: the device's clock may be wrong.
      const all = await db.notifications.filter((row) => row.recipientType === recipientType).toArray();
      const until = all
        .map(({ sendedAt }) => sendedAt)
        .toSorted()
        .at(-1);
      if (until !== undefined) await act(markAllRead, { recipientType, until }, scope);
    },
    remove: (notificationIds: string[]) => void act(deleteNotifications, { notificationIds }, scope),
    /** Ids of all read notifications, not only of those on screen. */
    readIds: async (): Promise<string[]> =>
      (await db.notifications.filter((row) => row.recipientType === recipientType && row.isRead).primaryKeys()).slice(
        0,
        DELETE_MAX,
      ),
  };
};
