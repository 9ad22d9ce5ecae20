import { createHmac } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import type { SandboxParts } from './sandbox/state.ts';

export { isProviderProblem, ProviderProblem } from './provider.ts';
export type * from './provider.ts';
export { isSandbox, type PaymentSandbox } from './sandbox/sandbox.ts';
export type { SandboxWork } from './sandbox/state.ts';

export interface PaymentParts extends Pick<SandboxParts, 'now' | 'later'> {
  config: Config;
  database: Database;
}

/** The payment provider that the settings name; null if this server takes no payments. */
export const createPayments = async ({
  config,
  database,
  now,
  later,
}: PaymentParts): Promise<PaymentProvider | null> => {
  if (config.payments.kind === 'none') return null;
  if (config.payments.kind === 'stripe') {
    // Loaded only where it is used: Stripe's SDK has 218 files.
    const { createStripe } = await import('./stripe/stripe.ts');
    return createStripe(config.payments, now);
  }
  const secret = createHmac('sha256', config.secret).update('payments sandbox').digest('base64url');
  return createSandbox({ db: database.counters, secret, now, later });
};

/**
 * Asks the provider whether it takes our key.
 *
 * @returns A sentence that says what to do; undefined when all is well.
 */
export const checkPayments = async ({ payments, nodeEnv }: Config): Promise<string | undefined> => {
  if (payments.kind === 'stripe') {
    const { checkStripe } = await import('./stripe/ask.ts');
    return checkStripe(payments);
  }
  return payments.kind === 'sandbox' && nodeEnv === 'production'
    ? 'PAYMENTS=sandbox: test cards can buy everything, and no money moves.'
    : undefined;
};
