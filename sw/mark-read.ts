import { newId, userScope } from '#contract/ids.ts';
import { markRead } from '#contract/notifications.ts';
import { workerText } from '#contract/text/upload.ts';
import { readActiveUserId, withDatabase } from '#store/door.ts';
import { rowsOfNotice, type NoticeData, type ShownNotice } from '#store/notices.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { pullOnce } from '#store/sync/pull.ts';
import { within } from '#store/within.ts';
import { matchNotices, notifyUnlessOpen } from './notices.ts';
import { sendOutbox } from './outbox-sync.ts';

/** Time for sending, ms. What is left is sent by Background Sync, or when the app opens. */
const SEND_BUDGET_MS = 20_000;
const PULL_BUDGET_MS = 20_000;

/**
 * Marks what a notification of the screen tells of as read: queued like the same tap in the app, and sent at once where there is
 * a network. The notification leaves once that is stored. One of another account than the signed-in one only leaves.
 *
 * @throws Error if the change cannot be stored.
 */
export const markNoticeRead = async (notification: ShownNotice): Promise<void> => {
  const userId = await readActiveUserId();
  const isOwn = userId !== undefined && (notification.data as Partial<NoticeData> | null)?.userId === userId;
  if (isOwn) await queueReads(userId, rowsOfNotice(notification));
  notification.close();
  if (!isOwn) return;
  await within(matchNotices(userId), PULL_BUDGET_MS, undefined);
  const { sent, needsSignIn } = await sendOutbox(SEND_BUDGET_MS);
  if (needsSignIn) await notifyUnlessOpen(workerText.unsent);
  if (sent > 0)
    await within(
      pullOnce(userId).then(() => matchNotices(userId)),
      PULL_BUDGET_MS,
      undefined,
    );
};

/** The row may not be on this device yet: it is read on top of the pull that brings it. */
const queueReads = async (userId: string, notificationIds: readonly string[]): Promise<void> => {
  const entries = notificationIds.map((notificationId) => ({ id: newId(), notificationId }));
  await withDatabase(userId, async (db) => {
    for (const { id, notificationId } of entries) {
      const row = await db.notifications.get(notificationId);
      if (row?.isRead) continue;
      const scope = row?.scope ?? userScope(userId);
      await enqueue(db, markRead, { notificationId }, { owner: userId, scope, id });
    }
  });
};
