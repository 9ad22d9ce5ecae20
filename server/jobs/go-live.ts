import { goLiveWhenDue } from '../domains/publications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Makes a scheduled publication live. Idempotent; one that was rescheduled, removed or published meanwhile is left alone. */
export const goLiveWork = (services: Services): JobWork<'publication.goLive'> => ({
  run: ({ publicationId }) =>
    services.database.db.transaction().execute((db) => goLiveWhenDue(db, services, publicationId)),
});
