import { recipientOf } from '#store/notices.ts';
import { useMe } from './me.ts';
import { useLive } from './use-live.ts';

/** Number of unread notifications of the current role. */
export const useUnread = (): number => {
  const recipient = recipientOf(useMe());
  return (
    // oxlint-disable-next-line sideline/own-rows -- a mark at the bell; without one nothing is said
    useLive(
      (db) => db.notifications.filter((row) => row.recipientType === recipient && !row.isRead).count(),
      [recipient],
    ) ?? 0
  );
};
