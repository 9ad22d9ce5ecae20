import type { PaymentMethod } from '#contract/payments.ts';
import { paymentsText } from '#contract/text/payments.ts';

/** A card's brand for people: "Visa"; an unknown one as the provider spells it. */
export const brandName = (brand: string): string => paymentsText.brands[brand] ?? brand;

/** "Visa ending 4242". */
export const cardName = ({ brand, last4 }: Pick<PaymentMethod, 'brand' | 'last4'>): string =>
  paymentsText.ending(brandName(brand), last4);
