import { workerText } from '#contract/text/upload.ts';
import { pages, scope } from './scope.ts';

export const ICON = '/icons/icon-192.png';

/** Says something where no page of ours is seen; silent without the person's permission. */
export const notifyUnlessOpen = async (body: string): Promise<void> => {
  if ((await pages()).some((page) => page.visibilityState === 'visible')) return;
  if (Notification.permission !== 'granted') return;
  await scope.registration.showNotification(workerText.product, {
    body,
    tag: 'sideline-unsent',
    icon: ICON,
    data: { link: '/outbox' },
  });
};
