import { listenToLetGo } from '#store/hand-over.ts';
import { leaveOutbox } from './outbox-sync.ts';
import type { Precache } from './precache.ts';
import { scope } from './scope.ts';
import { takeOver } from './update.ts';
import { leaveUploads, takeUploads } from './upload-sync.ts';

/** What pages say to this worker. */
export type PageMessage =
  /** The page is idle: fetch the rest of the build. */
  | { type: 'WARM' }
  | { type: 'SKIP_WAITING' }
  /** A page runs the uploads from now on. */
  | { type: 'UPLOADS_HERE' }
  /** That page is closing. */
  | { type: 'UPLOADS_LEFT' };

export const listenToMessages = (precache: Precache): void => {
  listenToLetGo(() => {
    leaveUploads();
    leaveOutbox();
  });
  scope.addEventListener('message', (event) => {
    const message = event.data as Partial<PageMessage> | null;
    if (message?.type === 'WARM') event.waitUntil(precache.warm());
    else if (message?.type === 'SKIP_WAITING') event.waitUntil(takeOver());
    else if (message?.type === 'UPLOADS_HERE') leaveUploads();
    else if (message?.type === 'UPLOADS_LEFT') event.waitUntil(takeUploads());
  });
};
