import Stripe from 'stripe';
import { ProviderProblem } from '../provider.ts';

/** Longest wait for one answer, ms; it is asked twice at most, under the same key. */
const ANSWER_MS = 10_000;
const RETRIES = 1;

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Signs what happens at the accounts to which is paid out; undefined if the account has no such endpoint. */
  connectWebhookSecret?: string | undefined;
  /** https://api.stripe.com, or a stand-in. */
  url: string;
}

/** Stripe's SDK, connected to Stripe or to the stand-in of the tests. It pins the version of the API. */
export const openStripe = ({ secretKey, url }: Pick<StripeKeys, 'secretKey' | 'url'>): Stripe => {
  const { hostname, port, protocol } = new URL(url);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    timeout: ANSWER_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
};

/** The problem behind an error of the SDK. Its message has no card and no key. */
const toProblem = (error: unknown): unknown => {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode, code = null, message } = error;
  const problem = (kind: ProviderProblem['kind'], why = code) =>
    new ProviderProblem(kind, message, why, { cause: error });
  if (error instanceof Stripe.errors.StripeIdempotencyError) return problem('refused', 'idempotency_error');
  if (statusCode === 404) return problem('not_found');
  // 401 and 403 are faults of our settings: the same call works once they are mended.
  const isPassing =
    statusCode === undefined ||
    statusCode >= 500 ||
    [401, 403, 409, 429].includes(statusCode) ||
    code === 'lock_timeout';
  return problem(isPassing ? 'unavailable' : 'refused');
};

/** An answer of Stripe. @throws ProviderProblem */
export const ask = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw toProblem(error);
  }
};

/**
 * Asks Stripe once whether it takes our key. The start goes on without an answer: most of the product needs no payments.
 *
 * @returns A sentence that names the setting and what to do; undefined when all is well.
 */
export const checkStripe = async (keys: StripeKeys): Promise<string | undefined> => {
  try {
    await openStripe(keys).balance.retrieve();
    return undefined;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return undefined;
    return error instanceof Stripe.errors.StripeAuthenticationError
      ? 'Stripe refuses STRIPE_SECRET_KEY; nothing can be paid until it is corrected.'
      : `Stripe cannot be used (${(error as Error).message}); nothing can be paid. Look at the network, or correct STRIPE_URL.`;
  }
};
