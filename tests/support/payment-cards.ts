/** Stripe's test cards: the number for the page, and the name by which Stripe's API knows it. */
export const TEST_CARDS = {
  visa: { number: '4242424242424242', method: 'pm_card_visa' },
  mastercard: { number: '5555555555554444', method: 'pm_card_mastercard' },
  declined: { number: '4000000000000002', method: 'pm_card_visa_chargeDeclined' },
  insufficient: { number: '4000000000009995', method: 'pm_card_visa_chargeDeclinedInsufficientFunds' },
  expired: { number: '4000000000000069', method: 'pm_card_chargeDeclinedExpiredCard' },
  wrongCvc: { number: '4000000000000127', method: 'pm_card_chargeDeclinedIncorrectCvc' },
  processing: { number: '4000000000000119', method: 'pm_card_chargeDeclinedProcessingError' },
  chargeFails: { number: '4000000000000341', method: 'pm_card_chargeCustomerFail' },
  authenticates: { number: '4000000000003220', method: 'pm_card_threeDSecure2Required' },
  disputes: { number: '4000000000000259', method: 'pm_card_createDispute' },
  refundFails: { number: '4000000000005126', method: 'pm_card_refundFail' },
} as const;
export type TestCard = keyof typeof TEST_CARDS;

export const ADDRESS = {
  line1: '12 Pitch Lane',
  line2: null,
  city: 'Toronto',
  state: 'ON',
  postalCode: 'M5V 2T6',
  country: 'CA',
};

/** A card as a person types it. */
export const typed = (card: TestCard, cvc = '123') => ({
  number: TEST_CARDS[card].number,
  expMonth: 12,
  expYear: 2040,
  cvc,
  address: {
    line1: ADDRESS.line1,
    city: ADDRESS.city,
    state: ADDRESS.state,
    postal_code: ADDRESS.postalCode,
    country: ADDRESS.country,
  },
});
