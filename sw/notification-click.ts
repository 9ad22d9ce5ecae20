import type { NoticeData, ShownNotice } from '#store/notices.ts';
import { storeOpenTarget } from '#store/open-target.ts';
import { ownPath } from './push-message.ts';
import { within } from '#store/within.ts';
import { markNoticeRead } from './mark-read.ts';
import { READ_ACTION } from './shade.ts';
import { pages, worker } from './worker-global.ts';

const STORE_BUDGET_MS = 1_000;

/** Opens the target of a tapped notification in an open window, else in a new one, and marks it as read; its button only marks it. */
export const handleNotificationClick = (event: NotificationEvent): void => {
  const { action, notification } = event;
  event.waitUntil(action === READ_ACTION ? read(notification) : openAndRead(notification));
};

/** Where the change cannot be stored, the app opens and says why. */
const read = (notification: ShownNotice): Promise<void> => markNoticeRead(notification).catch(() => open(notification));

/** As a tap in the app's list. The window comes first; where the change cannot be stored, the row stays unread in the list. */
const openAndRead = async (notification: ShownNotice): Promise<void> => {
  await open(notification);
  await markNoticeRead(notification).catch(() => {});
};

const open = async (notification: ShownNotice): Promise<void> => {
  notification.close();
  const { link: wanted } = (notification.data ?? {}) as Partial<NoticeData>;
  const link = ownPath(wanted, worker.location.origin) ?? '/notifications';
  const windows = await pages();
  const page =
    windows.find((each) => each.focused) ?? windows.find((each) => each.visibilityState === 'visible') ?? windows[0];
  if (page) {
    page.postMessage({ type: 'OPEN', link });
    // May be refused; the page has its message anyway.
    await page.focus().catch(() => {});
    return;
  }
  // Some browsers ignore the link and open the start page, which then reads the stored target.
  await within(storeOpenTarget(link), STORE_BUDGET_MS, undefined);
  await worker.clients.openWindow(link).catch(() => null);
};
