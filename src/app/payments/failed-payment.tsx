import { Suspense } from 'react';
import type { Subscription } from '#contract/rows.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';

const FailedPaymentNote = lazyPart(async () => (await import('./failed-payment-note.tsx')).FailedPaymentNote);

const isOwed = ({ subscriptionType, subscriptionStatus }: Subscription): boolean =>
  subscriptionType === 'subscribed' && (subscriptionStatus === 'payment_error' || subscriptionStatus === 'suspended');

/**
 * The note about subscriptions that could not be paid; nothing, and no code of it, if all are. It reads rows of this device,
 * so it is there offline too. Source: D-186.
 *
 * @param props.rows Own subscriptions; undefined while they are not known.
 */
export function FailedPayment({ rows = [] }: { rows: readonly Subscription[] | undefined }) {
  const owed = rows.filter(isOwed);
  if (owed.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <FailedPaymentNote rows={owed} />
    </Suspense>
  );
}
