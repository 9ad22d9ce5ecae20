import { liveQuery } from 'dexie';
import { accountDatabase } from '#store/door.ts';
import { matchSystemNotices, readKnownNotices, type SystemNotices } from '#store/notices.ts';

const system: SystemNotices = {
  getNotifications: async () => (await (await navigator.serviceWorker?.getRegistration())?.getNotifications?.()) ?? [],
  setAppBadge: navigator.setAppBadge?.bind(navigator),
};

/**
 * Makes the system's notifications and the number at the app's icon follow the account's rows while this page is open: what
 * is read here or on another device is not announced any more.
 *
 * @returns Ends it.
 */
export const followNotices = (userId: string): (() => void) => {
  let last = Promise.resolve();
  const subscription = liveQuery(() => readKnownNotices(accountDatabase(userId), userId)).subscribe({
    next: (known) => {
      last = last.then(() => matchSystemNotices(known, system)).catch(() => {});
    },
    // A database that cannot be read is reported where it is opened (store/door.ts).
    error: () => {},
  });
  return () => subscription.unsubscribe();
};
