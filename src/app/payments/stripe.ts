import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { paymentsText } from '#contract/text/payments.ts';
import type { Outcome } from './card-port.ts';

// Loaded only where the server says that Stripe takes the card. Stripe's script comes from Stripe and cannot be cached.

/** Stripe's script sometimes neither loads nor fails, for example after a relaunch on iOS, ms. */
const LOAD_MS = 10_000;
const { form: text } = paymentsText;

/** @throws Error if the script did not load in time; the next call tries again. */
export const stripeOf = async (publishableKey: string): Promise<Stripe> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(text.notLoaded)), LOAD_MS);
  });
  try {
    const stripe = await Promise.race([loadStripe(publishableKey), late]);
    if (!stripe) throw new Error(text.notLoaded);
    return stripe;
  } finally {
    clearTimeout(timer);
  }
};

/** Lets Stripe ask the bank about a payment. */
export const askBank = async (publishableKey: string, clientSecret: string): Promise<Outcome> => {
  try {
    const { error } = await (await stripeOf(publishableKey)).handleNextAction({ clientSecret });
    return error ? { status: 'failed', message: error.message ?? text.failed } : { status: 'succeeded', message: null };
  } catch {
    return { status: 'failed', message: text.notLoaded };
  }
};
