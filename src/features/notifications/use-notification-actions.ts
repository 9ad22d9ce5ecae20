import type { OutputOf } from '#contract/call.ts';
import { deleteNotifications, listNotifications, markAllRead, markRead } from '#contract/notifications.ts';
import type { Notification, RecipientType } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';

/** Most notifications per delete call. */
const DELETE_MAX = 1000;

/**
 * Changes the cached pages of notifications that the device does not keep, so that they show an action at once, offline too.
 *
 * @param change The row as it is now; undefined if it is deleted.
 */
const changeOlder = (db: AccountDatabase, change: (row: Notification) => Notification | undefined): void =>
  void db.answers
    .where('key')
    .startsWith(`${listNotifications.id}?`)
    .modify((cached) => {
      const answer = cached.answer as OutputOf<typeof listNotifications>;
      cached.answer = { ...answer, results: answer.results.flatMap((row) => change(row) ?? []) };
    });

/** Actions on the notifications of a role, also offline. */
export const useNotificationActions = (recipientType: RecipientType) => {
  const act = useAct();
  const me = useMe();
  const { db } = useAccount();
  const scope = me ? { scope: me.scope } : {};
  return {
    read: (row: Notification) => {
      if (row.isRead) return;
      void act(markRead, { notificationId: row.id }, scope);
      changeOlder(db, (each) => (each.id === row.id ? { ...each, isRead: true } : each));
    },
    readAll: async (older: readonly Notification[]) => {
      // Marks up to the newest notification on this device. Its time is the server's: the device's clock may be wrong.
      const all = await db.notifications.filter((row) => row.recipientType === recipientType).toArray();
      const until = [...all, ...older]
        .map(({ sendedAt }) => sendedAt)
        .toSorted()
        .at(-1);
      if (until === undefined) return;
      await act(markAllRead, { recipientType, until }, scope);
      changeOlder(db, (each) => (each.recipientType === recipientType ? { ...each, isRead: true } : each));
    },
    remove: (notificationIds: string[]) => {
      void act(deleteNotifications, { notificationIds }, scope);
      changeOlder(db, (each) => (notificationIds.includes(each.id) ? undefined : each));
    },
    /** Ids of all read notifications on this device, not only of those on screen, and of the older ones on screen. */
    readIds: async (older: readonly Notification[]): Promise<string[]> => {
      const here = db.notifications.filter((row) => row.recipientType === recipientType && row.isRead);
      const ids = [...(await here.primaryKeys()), ...older.filter(({ isRead }) => isRead).map(({ id }) => id)];
      return ids.slice(0, DELETE_MAX);
    },
  };
};

export type NotificationActions = ReturnType<typeof useNotificationActions>;
