import { storeOpenTarget } from '#store/open-target.ts';
import { ownPath } from './push-message.ts';
import { pages, scope, within } from './scope.ts';

const LEAVE_BUDGET_MS = 1_000;

/** A tap leads to the notification's target in the window that is there, else in a new one. */
export const openNotifications = (): void => {
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const link =
      ownPath((event.notification.data as { link?: unknown } | null)?.link, scope.location.origin) ?? '/notifications';
    event.waitUntil(open(link));
  });
};

const open = async (link: string): Promise<void> => {
  const known = await pages();
  const page =
    known.find((each) => each.focused) ?? known.find((each) => each.visibilityState === 'visible') ?? known[0];
  if (page) {
    page.postMessage({ type: 'OPEN', link });
    // The tap allows it; without one the page has its message all the same.
    await page.focus().catch(() => {});
    return;
  }
  // Some browsers open the start page whatever they are told: the page looks here.
  await within(storeOpenTarget(link), LEAVE_BUDGET_MS, undefined);
  await scope.clients.openWindow(link).catch(() => null);
};
