import { loadBackground } from './load-background.ts';
import { worker, type SyncEvent } from './worker-global.ts';

/** Where the browser sends what other apps share (public/manifest.webmanifest). */
const SHARE_PATH = '/share';

/** Passes the events of the background on to their handlers. */
export const forwardEvents = (): void => {
  // The browser keeps only scripts that were run until then for later starts, which have no network.
  worker.addEventListener('install', loadBackground);
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
