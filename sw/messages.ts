import { leaveOutbox } from './outbox-sync.ts';
import type { Precache } from './precache.ts';
import { scope } from './scope.ts';
import { takeOver } from './update.ts';
import { leaveUploads, takeUploads } from './upload-sync.ts';

/** What pages say to this worker. */
export type PageMessage =
  /** The page is idle: fetch the rest of the build. */
  | { type: 'WARM' }
  /** The page came while this worker took over, or past it, and belongs to nobody. */
  | { type: 'CLAIM' }
  | { type: 'SKIP_WAITING' }
  /** A newer worker takes over: end what is under way, it goes on with it. */
  | { type: 'LET_GO' }
  /** A page runs the uploads from now on. */
  | { type: 'UPLOADS_HERE' }
  /** That page is closing. */
  | { type: 'UPLOADS_LEFT' };

export const listenToMessages = (precache: Precache): void => {
  scope.addEventListener('message', (event) => {
    const message = event.data as Partial<PageMessage> | null;
    if (message?.type === 'WARM') event.waitUntil(precache.warm());
    else if (message?.type === 'CLAIM') event.waitUntil(scope.clients.claim());
    else if (message?.type === 'SKIP_WAITING') event.waitUntil(takeOver());
    else if (message?.type === 'LET_GO') {
      leaveUploads();
      leaveOutbox();
    } else if (message?.type === 'UPLOADS_HERE') leaveUploads();
    else if (message?.type === 'UPLOADS_LEFT') event.waitUntil(takeUploads());
  });
};
