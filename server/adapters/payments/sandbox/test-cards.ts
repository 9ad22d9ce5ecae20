import { createHmac } from 'node:crypto';
import type { ProviderFailure } from '../provider.ts';

/** A card as it is typed. It is not kept. */
export interface TypedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
  address?:
    | {
        line1: string;
        line2?: string | undefined;
        city: string;
        state: string;
        postal_code: string;
        country: string;
      }
    | undefined;
}

/** What a test number does. The first group fails when the card is added, the others later. */
export type Behaviour =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'succeeds'
  | 'charge_fails'
  | 'authenticates'
  | 'disputes'
  | 'refund_fails';

/** Stripe's published test numbers. Source: docs/decisions/0081. */
const TEST_CARDS: Readonly<Record<string, { brand: string; behaviour: Behaviour }>> = {
  '4242424242424242': { brand: 'visa', behaviour: 'succeeds' },
  '5555555555554444': { brand: 'mastercard', behaviour: 'succeeds' },
  '378282246310005': { brand: 'amex', behaviour: 'succeeds' },
  '4000000000000077': { brand: 'visa', behaviour: 'succeeds' },
  '4000000000000002': { brand: 'visa', behaviour: 'card_declined' },
  '4000000000009995': { brand: 'visa', behaviour: 'insufficient_funds' },
  '4000000000000069': { brand: 'visa', behaviour: 'expired_card' },
  '4000000000000127': { brand: 'visa', behaviour: 'incorrect_cvc' },
  '4000000000000119': { brand: 'visa', behaviour: 'processing_error' },
  '4000000000000341': { brand: 'visa', behaviour: 'charge_fails' },
  '4000000000003220': { brand: 'visa', behaviour: 'authenticates' },
  '4000000000000259': { brand: 'visa', behaviour: 'disputes' },
  '4000000000005126': { brand: 'visa', behaviour: 'refund_fails' },
};

/** Stripe's sentences for the person. */
const MESSAGES = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  incorrect_number: 'Your card number is incorrect.',
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_cvc: "Your card's security code is invalid.",
  test_mode_live_card:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  authentication_failure:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  country_invalid: 'Your billing country is invalid.',
} as const;
export type FailureCode = keyof typeof MESSAGES;
export const failure = (code: FailureCode): ProviderFailure => ({ code, message: MESSAGES[code] });

/** Checks the last digit, which is made from the others. */
const hasLuhn = (number: string): boolean => {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

/** A card is good until the end of its month. */
export const isExpired = ({ expMonth, expYear }: { expMonth: number; expYear: number }, now: Date): boolean =>
  now.getTime() >= Date.UTC(expYear, expMonth, 1);

/** How the test number behaves, or why the card is refused before the bank is asked. */
export const lookAt = (card: TypedCard, now: Date): { brand: string; behaviour: Behaviour } | ProviderFailure => {
  if (!hasLuhn(card.number)) return failure('incorrect_number');
  const known = TEST_CARDS[card.number];
  if (!known) return failure('test_mode_live_card');
  if (card.expYear > now.getUTCFullYear() + 50) return failure('invalid_expiry_year');
  if (isExpired(card, now))
    return failure(card.expYear < now.getUTCFullYear() ? 'invalid_expiry_year' : 'invalid_expiry_month');
  if (card.cvc.length !== (known.brand === 'amex' ? 4 : 3)) return failure('invalid_cvc');
  return known;
};

/** Equal for equal numbers, and of no use to find one out without the secret. */
export const fingerprintOf = (secret: string, number: string): string =>
  createHmac('sha256', `card:${secret}`).update(number).digest('base64url').slice(0, 16);
