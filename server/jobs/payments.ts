import { isProviderProblem, isSandbox } from '../adapters/payments/index.ts';
import { checkBooks } from '../domains/ledger/index.ts';
import { retryOpenInvoice } from '../domains/invoices/index.ts';
import { handleEvent, receiveEvent, reconcile } from '../domains/payments/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Longest time of a comparison, seconds: the first one reads everything that the provider has. */
const RECONCILE_S = 1_800;

export const paymentEventWork = (services: Services): JobWork<'payments.event'> => ({
  expireInSeconds: 120,
  run: ({ eventId }) => handleEvent(services, eventId),
});

export const paymentRetryWork = (services: Services): JobWork<'payments.retry'> => ({
  expireInSeconds: 120,
  run: ({ userId }) => retryOpenInvoice(services, userId),
});

export const paymentDetachWork = ({ payments }: Services): JobWork<'payments.detach'> => ({
  expireInSeconds: 60,
  async run({ cardId }) {
    await payments?.detachCard(cardId).catch((error: unknown) => {
      if (!isProviderProblem(error, 'not_found')) throw error;
    });
  },
});

export const paymentReconcileWork = (services: Services): JobWork<'payments.reconcile'> => ({
  expireInSeconds: RECONCILE_S,
  async run() {
    await reconcile(services);
    await checkBooks(services);
  },
});

/** Delivers an event of the sandbox to our own webhook, at least once, or does what it does days later. */
export const paymentSandboxWork = (services: Services): JobWork<'payments.sandbox'> => ({
  expireInSeconds: 60,
  async run(work) {
    const { payments } = services;
    if (!isSandbox(payments)) return;
    if ('refundId' in work) return payments.failRefund(work.refundId);
    if ('payoutId' in work) return payments.decidePayout(work.payoutId);
    for (const { body, signature } of await payments.takeDeliveries(work.eventId))
      await receiveEvent(services, body, signature);
  },
});
