import type { Me } from '#contract/rows.ts';
import { useMe } from './me.ts';
import { useLive } from './use-live.ts';

/** The last role decides whose notifications are shown. Source: NOT-014. */
export const recipientOf = (me: Me | undefined): 'learner' | 'educator' =>
  me === undefined || me.lastLoginedRole === 'learner' ? 'learner' : 'educator';

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
