import { workerText } from '#contract/text/upload.ts';
import { accountDatabase } from '#store/door.ts';
import { matchSystemNotices, readKnownNotices } from '#store/notices.ts';
import { pages, worker } from './worker-global.ts';

export const ICON = '/icons/icon-192.png';

/** Shows a notification, unless a page of the app is visible or the person has not permitted notifications. */
export const notifyUnlessOpen = async (body: string): Promise<void> => {
  if ((await pages()).some((page) => page.visibilityState === 'visible')) return;
  if (Notification.permission !== 'granted') return;
  await worker.registration.showNotification(workerText.product, {
    body,
    tag: 'sideline-unsent',
    icon: ICON,
    data: { link: '/outbox' },
  });
};

/** Takes what was read off the screen, and sets the number at the app's icon. */
export const matchNotices = async (userId: string): Promise<void> =>
  matchSystemNotices(await readKnownNotices(accountDatabase(userId), userId), {
    getNotifications: () => worker.registration.getNotifications(),
    setAppBadge: worker.navigator.setAppBadge?.bind(worker.navigator),
  });
