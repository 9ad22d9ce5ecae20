import { loadBackground } from './load-background.ts';
import { worker, type SyncEvent } from './worker-global.ts';

/** Where the browser sends what other apps share (public/manifest.webmanifest). */
const SHARE_PATH = '/share';

/** A script that is not loaded throws at once, which would not end the installation. */
const install = async (): Promise<void> => void loadBackground();

/** Passes the events of the background on to their handlers. */
export const forwardEvents = (): void => {
  // The browser keeps for later starts what was run until now. Without it no push could be shown: the installation fails, and is repeated.
  worker.addEventListener('install', (event) => event.waitUntil(install()));
  worker.addEventListener('sync', (event) => loadBackground().handleSync(event as SyncEvent));
  worker.addEventListener('push', (event) => loadBackground().handlePush(event));
  worker.addEventListener('notificationclick', (event) => loadBackground().handleNotificationClick(event));
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'POST' || origin !== worker.location.origin || pathname !== SHARE_PATH) return;
    event.respondWith(loadBackground().takeShare(request));
  });
};
