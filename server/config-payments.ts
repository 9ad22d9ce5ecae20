import type { Settings } from './config-settings.ts';

export type PaymentsConfig =
  /** This server takes no payments. */
  | { kind: 'none' }
  | { kind: 'sandbox' }
  | {
      kind: 'stripe';
      secretKey: string;
      publishableKey: string;
      webhookSecret: string;
      connectWebhookSecret: string | undefined;
      url: string;
    };

/** In production the sandbox runs only if PAYMENTS names it: with its test cards everything can be bought for nothing. */
const kindOf = (s: Settings): PaymentsConfig['kind'] =>
  s.PAYMENTS ?? (s.STRIPE_SECRET_KEY ? 'stripe' : s.NODE_ENV === 'production' ? 'none' : 'sandbox');

export const usesStripe = (s: Settings): boolean => kindOf(s) === 'stripe';

/** Settings that Stripe needs. */
export const STRIPE_KEYS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const satisfies readonly (keyof Settings)[];

export const readPayments = (s: Settings): PaymentsConfig => {
  const kind = kindOf(s);
  if (kind !== 'stripe') return { kind };
  const { STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_URL: url } = s;
  return {
    kind,
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    connectWebhookSecret: s.STRIPE_CONNECT_WEBHOOK_SECRET,
    url,
  };
};

/** Keys of a test account beside keys of a live one: cards would be kept where they cannot be charged. */
export const mixedKeys = ({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }: Settings): string[] =>
  secret && publishable && secret.split('_')[1] !== publishable.split('_')[1]
    ? ['STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live, as STRIPE_SECRET_KEY']
    : [];
