import { loadBackground, loadedBackground } from './load-background.ts';
import type { Precache } from './precache.ts';
import { worker } from './worker-global.ts';
import { takeOver } from './update.ts';

/** Messages of pages to this worker. Pages and workers of older builds use them: never rename a type. */
export type PageMessage =
  /** The page is idle: cache the rest of the build. */
  | { type: 'WARM' }
  /** No worker controls the page, because it loaded while this one took over, or bypassed it. */
  | { type: 'CLAIM' }
  | { type: 'SKIP_WAITING' }
  /** A newer worker is about to take over: stop running work, it will continue it. Acknowledged at the message's port, if there is one. */
  | { type: 'LET_GO' }
  /** The page runs the uploads from now on. */
  | { type: 'UPLOADS_HERE' }
  /** The page that runs the uploads is closing. */
  | { type: 'UPLOADS_LEFT' };

export const listenToMessages = (precache: Precache): void => {
  worker.addEventListener('message', (event) => {
    const message = event.data as Partial<PageMessage> | null;
    if (message?.type === 'WARM') event.waitUntil(precache.warm());
    else if (message?.type === 'CLAIM') event.waitUntil(worker.clients.claim());
    else if (message?.type === 'SKIP_WAITING') event.waitUntil(takeOver());
    else if (message?.type === 'LET_GO') {
      const { stopUploads, stopOutbox } = loadBackground();
      stopUploads();
      stopOutbox();
      event.ports[0]?.postMessage(null);
    } else if (message?.type === 'UPLOADS_HERE') loadedBackground()?.stopUploads();
    else if (message?.type === 'UPLOADS_LEFT') event.waitUntil(loadBackground().continueUploads());
  });
};
