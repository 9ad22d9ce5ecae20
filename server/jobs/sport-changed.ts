import { tellOfSport } from '../domains/desk/index.ts';
import type { Services } from '../services.ts';
import { inBatches } from './in-batches.ts';
import type { JobWork } from './jobs.ts';

/** Tells the people of a sport, and their devices, that its type has changed. Idempotent. Source: decision 0126. */
export const sportChangedWork = (services: Services): JobWork<'sport.changed'> => ({
  run: ({ actId, afterScope }, stopped) =>
    inBatches(stopped, afterScope, (after, isLast) => tellOfSport(services, actId, { after, isLast })),
});
