import { about, just } from './example-parts.ts';

/** Examples of what Creators earn. */
export const WALLET_EXAMPLES = {
  'wallet.read': just({}),
  'wallet.countries': just({}),
  'wallet.startRegistration': just({ country: 'DE' }),
  'wallet.payout': just({ amountInCents: 1_000 }),
  'wallet.sandboxRegister': about((rows) => ({ input: { link: rows.registrationLink, bankNumber: '000123456789' } })),
  'wallet.statistics': just({}),
  'wallet.amounts': about((rows) => ({
    input: {
      limit: 10,
      offset: 0,
      type: 'earned',
      date_from: '2026-01-01',
      date_to: '2026-12-31',
      channelId: rows.channel,
      sportId: 'soccer',
      source: 'content',
    },
  })),
  'wallet.revenues': about((rows) => ({ input: { limit: 10, offset: 0, period: 'week', channelId: rows.channel } })),
  'wallet.calculation': just({ date: '2026-11-01' }),
};

/** Examples of the dashboard. */
export const DASHBOARD_EXAMPLES = {
  'dashboard.lastPublished': just({ sortBy: 'newest', pricing: 'all' }),
  'dashboard.statistics': just({}),
  'dashboard.series': just({ period: 'month' }),
  'dashboard.retention': about((rows) => ({ input: { publishedId: rows.publication, period: 'week' } })),
  'dashboard.widgets': just({}),
  'dashboard.changeWidgets': just({
    order: ['statistics', 'revenues', 'lastPublished', 'storage'],
    hidden: ['storage'],
  }),
};

/** Examples of payments. The server of the tests has the sandbox. */
export const PAYMENT_EXAMPLES = {
  'payments.config': just({}),
  'payments.methods': just({}),
  'payments.createSetupIntent': just({}),
  'payments.finishSetup': about((rows) => ({ input: { clientSecret: rows.doneSetup } })),
  'payments.setPreferred': about((rows) => ({ input: { payment_method_id: rows.card } })),
  'payments.delete': about((rows) => ({ input: { payment_method_id: rows.card } })),
  'payments.sandboxConfirm': about((rows) => ({
    input: {
      clientSecret: rows.openSetup,
      card: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' },
    },
  })),
  'payments.sandboxAuthenticate': about((rows) => ({ input: { clientSecret: rows.askedSetup, agrees: true } })),
};
