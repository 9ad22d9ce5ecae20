import { runPlans, sendRefunds } from '../domains/storage/index.ts';
import { runBilling } from '../domains/subscriptions/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Trials, renewals, retries and ends of subscriptions and storage plans whose time has come. Idempotent. */
export const billingWork = (services: Services): JobWork<'billing.run'> => ({
  expireInSeconds: 3_600,
  async run(_, signal) {
    // One does not wait for the other: a fault of subscriptions stops no plan.
    const done = await Promise.allSettled([runBilling(services, signal), runPlans(services, signal)]);
    const failures = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'Billing failed.');
  },
});

/** Gives back what a change of a storage plan has left unused. Idempotent; the next billing repeats it. */
export const storageRefundWork = (services: Services): JobWork<'storage.refund'> => ({
  run: ({ changeId }) => sendRefunds(services, changeId),
});
