import type { Services } from '../services.ts';
import type { JobWorks } from './jobs.ts';
import { announceWork } from './announce.ts';
import { housekeepingWork } from './housekeeping.ts';
import { mediaPrepareWork } from './media-prepare.ts';
import { objectsDeleteWork } from './objects-delete.ts';
import { pushWork } from './push.ts';

/** The work of every job. */
export const jobWorks = (services: Services): JobWorks => ({
  'media.prepare': mediaPrepareWork(services),
  'publication.announce': announceWork(services),
  'notification.push': pushWork(services),
  'objects.delete': objectsDeleteWork(services),
  housekeeping: housekeepingWork(services),
});
