import { mendAtOpening } from '#store/door.ts';
import { mendRows } from '#store/stored/mend-rows.ts';
import { mendStored } from '#store/stored/mend.ts';

/** What this worker does while no page is open. It uses the local database, so it is far larger than all that a page waits for. */
mendAtOpening(mendStored(async () => mendRows));

export { handleNotificationClick } from './notification-click.ts';
export { stopOutbox } from './outbox-sync.ts';
export { handlePush } from './push.ts';
export { takeShare } from './share.ts';
export { handleSync } from './sync.ts';
export { continueUploads, stopUploads } from './upload-sync.ts';
