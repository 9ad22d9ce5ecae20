import { about, just } from './example-parts.ts';
import { AFFILIATE, CANCELLED, WAITLIST } from './fixtures.ts';

/** Examples of subscriptions, codes and invoices. */
export const MONEY_EXAMPLES = {
  'subscriptions.list': just({}),
  'subscriptions.preview': just({ sportId: 'tennis' }),
  'subscriptions.create': just({ sportId: 'tennis', code: AFFILIATE }),
  'subscriptions.remove': just({ sportId: WAITLIST }),
  'subscriptions.betaFlag': just({}),
  'subscriptions.price': just({}),
  'subscriptions.upgrade': just({ sportId: 'tennis', consent: true }),
  'subscriptions.resubscribe': just({ sportId: CANCELLED, consent: true }),
  'subscriptions.paymentSummary': just({ sportId: 'tennis' }),
  'subscriptions.productPrice': just({ id: 'tennis' }),
  'discounts.list': just({ sportId: 'tennis' }),
  'discounts.check': just({ sportId: 'tennis', code: AFFILIATE }),
  'discounts.affiliate': just({ sportId: 'tennis' }),
  'discounts.promotional': just({ sportId: 'tennis' }),
  'invoices.history': just({}),
  'invoices.monthly': just({ year: 2026, month: 6 }),
  'invoices.read': about((rows) => ({ input: { invoiceId: rows.invoice } })),
  'invoices.pay': about((rows) => ({ input: { invoiceId: rows.invoice } })),
  'invoices.refresh': about((rows) => ({ input: { invoiceId: rows.invoice } })),
};
