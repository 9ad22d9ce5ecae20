import { makeDigests } from '../domains/notifications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Makes the digests whose time has come. Idempotent; several servers share the people. */
export const digestWork = (services: Services): JobWork<'notification.digest'> => ({
  expireInSeconds: 900,
  run: (_, signal) => makeDigests(services, signal),
});
