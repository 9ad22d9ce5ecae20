import { OUTBOX_SYNC_TAG, SAVES_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import { syncOutbox } from './outbox-sync.ts';
import { syncSaves } from './save-sync.ts';
import type { SyncEvent } from './worker-global.ts';
import { syncUploads } from './upload-sync.ts';

/** Handles Background Sync: the browser has a network and wakes this worker, also when no page is open. */
export const handleSync = (event: SyncEvent): void => {
  const { tag, lastChance } = event;
  if (tag === OUTBOX_SYNC_TAG) event.waitUntil(syncOutbox(lastChance));
  if (tag === UPLOADS_SYNC_TAG) event.waitUntil(syncUploads(lastChance));
  if (tag === SAVES_SYNC_TAG) event.waitUntil(syncSaves());
};
