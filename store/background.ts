/** Background Sync tags: work that the service worker does when no page is open. */
export const OUTBOX_SYNC_TAG = 'sideline-outbox';
export const UPLOADS_SYNC_TAG = 'sideline-uploads';
export const SAVES_SYNC_TAG = 'sideline-saves';
export type SyncTag = typeof OUTBOX_SYNC_TAG | typeof UPLOADS_SYNC_TAG | typeof SAVES_SYNC_TAG;

/**
 * What is said about sending or saving, for the two kinds of browsers. Both must be true where they are said; `whenClosed`
 * may promise that it goes on without a page.
 */
export interface SendingWords {
  whenClosed: string;
  whileOpen: string;
}

/**
 * Whether this browser wakes the service worker for waiting work when the app is closed. Firefox and Safari do not: there
 * it is sent by an open page, or by a push that happens to come. Source: decision 0112.
 */
export const sendsWhenClosed = (): boolean => 'SyncManager' in globalThis;

/** The words that are true in this browser. */
export const wordsHere = ({ whenClosed, whileOpen }: SendingWords): string =>
  sendsWhenClosed() ? whenClosed : whileOpen;

interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the service worker when there is a network, also without a page. Never throws: without
 * Background Sync the pages' own triggers do the work.
 *
 * @returns Whether the browser accepted the request.
 */
export const askBackgroundSync = async (tag: SyncTag): Promise<boolean> => {
  try {
    const registration = await findRegistration();
    if (!registration?.sync) return false;
    await registration.sync.register(tag);
    return true;
  } catch {
    return false;
  }
};

const findRegistration = async (): Promise<WithSync | undefined> => {
  const own = (globalThis as { registration?: WithSync }).registration;
  if (own) return own;
  if (typeof navigator === 'undefined' || !navigator.serviceWorker) return undefined;
  return (await navigator.serviceWorker.getRegistration()) as WithSync | undefined;
};
