import { about, just } from './example-parts.ts';

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
