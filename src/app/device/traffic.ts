import { useSyncExternalStore } from 'react';
import { reportStorageFailure } from '#store/door.ts';
import type { kickSync, startSync, SyncReport } from '#workers/sync.ts';
import { createListeners } from '../data/listeners.ts';
import { whenIdle } from './when-idle.ts';

/** Whether our server answers, as the last round of the sync worker found it; the browser's own word until then. */
interface Traffic {
  isOnline: boolean;
  needsSignIn: boolean;
}

let traffic: Traffic = { isOnline: navigator.onLine, needsSignIn: false };
let sync: { kickSync: typeof kickSync; startSync: typeof startSync } | undefined;
const { subscribe, notify } = createListeners();

const set = (next: Partial<Traffic>): void => {
  const merged = { ...traffic, ...next };
  if (merged.isOnline === traffic.isOnline && merged.needsSignIn === traffic.needsSignIn) return;
  traffic = merged;
  notify();
};

/** Something may be sent or new: nothing depends on one trigger, all of them come here. */
export const kick = (): void => {
  if (sync) void sync.kickSync();
  else startTraffic();
};

// Heard also while nobody is signed in: forms that need the network say so at once.
addEventListener('online', () => set({ isOnline: true }));
addEventListener('offline', () => set({ isOnline: false }));

/** The code that sends is asked for again after that, where it did not come. */
const LOAD_AGAIN_MS = 5_000;

let isStarted = false;
let wasFull = false;

/** Starts sending and pulling in its worker once the first screen stands, and listens to everything that means "now". */
export const startTraffic = (): void => {
  if (isStarted) return;
  isStarted = true;
  const start = async (): Promise<void> => {
    sync = await import('#workers/sync.ts').catch(() => undefined);
    // Without it nothing is sent; on a page that is open it may only have been offline.
    if (!sync) return void setTimeout(() => void start(), LOAD_AGAIN_MS);
    sync.startSync(({ isFull = false, ...report }: SyncReport) => {
      // Said once for each time it fills up.
      if (isFull && !wasFull) reportStorageFailure('full');
      wasFull = isFull;
      // The browser may have said so seconds before the line stood: uploads that look for it go on now.
      if (report.isOnline && !traffic.isOnline)
        void import('#workers/upload.ts').then(
          ({ resumeUploads }) => resumeUploads(),
          () => {},
        );
      set(report);
    });
  };
  // The first screen is on before anything is sent.
  whenIdle(() => void start(), 1_500);
  const now = () => {
    if (document.visibilityState === 'visible') kick();
  };
  addEventListener('online', kick);
  addEventListener('pageshow', now);
  addEventListener('focus', now);
  document.addEventListener('visibilitychange', now);
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<{ type?: string }>) => {
    if (event.data?.type === 'PULL') kick();
  });
};

/**
 * Calls the listener each time the server can be reached again after it could not.
 *
 * @returns Unsubscribes.
 */
export const onBackOnline = (listener: () => void): (() => void) => {
  let { isOnline } = traffic;
  return subscribe(() => {
    const isBack = traffic.isOnline && !isOnline;
    ({ isOnline } = traffic);
    if (isBack) listener();
  });
};

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => traffic.isOnline);
/** True once the server said that the session is over. */
export const isSessionOver = (): boolean => traffic.needsSignIn;
export const useNeedsSignIn = (): boolean => useSyncExternalStore(subscribe, () => traffic.needsSignIn);
