import { workerText } from '#contract/text/upload.ts';
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
