import { runBilling } from '../domains/subscriptions/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Trials, renewals, retries and ends whose time has come. Idempotent. */
export const billingWork = (services: Services): JobWork<'billing.run'> => ({
  expireInSeconds: 3_600,
  run: (_, signal) => runBilling(services, signal),
});
