import { storeOpenTarget } from '#store/open-target.ts';
import { ownPath } from './push-message.ts';
import { within } from '#store/within.ts';
import { pages, worker } from './worker-global.ts';

const STORE_BUDGET_MS = 1_000;

/** Opens the target of a tapped notification in an open window, else in a new one. */
export const openNotifications = (): void => {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const link =
      ownPath((event.notification.data as { link?: unknown } | null)?.link, worker.location.origin) ?? '/notifications';
    event.waitUntil(open(link));
  });
};

const open = async (link: string): Promise<void> => {
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
