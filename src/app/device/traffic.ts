import { useSyncExternalStore } from 'react';
import type { Reach } from '#store/api.ts';
import { reportStorageFailure } from '#store/door.ts';
import type * as Sync from '#workers/sync.ts';
import { createListeners } from '../data/listeners.ts';
import { whenIdle } from './when-idle.ts';

interface Traffic {
  /** Whether the server answers, by the last round of the sync worker; until the first one, by `navigator.onLine`. */
  reach: Reach;
  needsSignIn: boolean;
}

let traffic: Traffic = { reach: navigator.onLine ? 'online' : 'offline', needsSignIn: false };
let sync: typeof Sync | undefined;
const { subscribe, notify } = createListeners();

const set = (next: Partial<Traffic>): void => {
  const merged = { ...traffic, ...next };
  if (merged.reach === traffic.reach && merged.needsSignIn === traffic.needsSignIn) return;
  traffic = merged;
  notify();
};

/** Starts a sync round now. Every trigger calls this; none of them is relied on alone. */
export const kick = (): void => {
  if (sync) void sync.kickSync();
  else startTraffic();
};

const onNetworkChange = (reach: 'online' | 'offline'): void => {
  set({ reach });
  sync?.changeNetwork();
};
// Also while signed out, so that forms that need the network react at once.
addEventListener('online', () => onNetworkChange('online'));
addEventListener('offline', () => onNetworkChange('offline'));

/** Delay before the sync worker's chunk is loaded again after a failure, ms. */
const LOAD_RETRY_MS = 5_000;

let isStarted = false;
let wasFull = false;

/** Starts the sync worker once the first screen is drawn, and syncs on each trigger: network, focus, visibility, push. */
export const startTraffic = (): void => {
  if (isStarted) return;
  isStarted = true;
  const start = async (): Promise<void> => {
    sync = await import('#workers/sync.ts').catch(() => undefined);
    // Nothing can be sent without this chunk. The page may only have been offline, so load it again.
    if (!sync) return void setTimeout(() => void start(), LOAD_RETRY_MS);
    sync.startSync(({ isFull = false, isEnded = false, isOutdated, needsSignIn, ...report }) => {
      const reach = isOutdated ? traffic.reach : report.reach;
      if (isEnded)
        void import('../data/ended-session.ts').then(
          ({ clearEndedSession }) => clearEndedSession(),
          // The next round reports it again.
          () => {},
        );
      // Reported once each time the storage becomes full.
      if (isFull && !wasFull) reportStorageFailure('full');
      wasFull = isFull;
      // The browser's `online` event may fire seconds before the server is reachable, so uploads resume here.
      if (reach === 'online' && traffic.reach !== 'online')
        void import('#workers/upload.ts').then(
          ({ resumeUploads }) => resumeUploads(),
          () => {},
        );
      set({ reach, needsSignIn });
    });
  };
  // Sending must not delay the first screen.
  whenIdle(() => void start(), 1_500);
  const kickIfVisible = () => {
    if (document.visibilityState !== 'visible') return;
    kick();
    void sync?.listenHere();
  };
  addEventListener('pageshow', kickIfVisible);
  addEventListener('focus', kickIfVisible);
  document.addEventListener('visibilitychange', kickIfVisible);
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<{ type?: string }>) => {
    if (event.data?.type === 'PULL') kick();
  });
};

/** Finds out now whether the server answers, after a call that it did not answer. Nothing while signed out. */
export const checkReach = (): void => {
  if (sync) void sync.kickSync();
};

/**
 * Calls the listener each time the server answers again after a time in which it did not.
 *
 * @returns Unsubscribes.
 */
export const onBackOnline = (listener: () => void): (() => void) => {
  let { reach } = traffic;
  return subscribe(() => {
    const isBack = traffic.reach === 'online' && reach !== 'online';
    ({ reach } = traffic);
    if (isBack) listener();
  });
};

/** The one source of what the app says about the network. */
export const useReach = (): Reach => useSyncExternalStore(subscribe, () => traffic.reach);

/** True if a call can be tried that needs the network now. A server that fails may still answer this one. */
export const useOnline = (): boolean =>
  useSyncExternalStore(subscribe, () => traffic.reach === 'online' || traffic.reach === 'failing');

/** True once the server reported that the session has ended. */
export const isSessionOver = (): boolean => traffic.needsSignIn;
export const useNeedsSignIn = (): boolean => useSyncExternalStore(subscribe, () => traffic.needsSignIn);
