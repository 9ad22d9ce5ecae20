import type { Discount } from '../discounts/index.ts';
import { SMALLEST_PAYMENT_CENTS } from '../invoices/index.ts';
import { percentOf, shareOf } from '../ledger/index.ts';

/** Monthly price of a Launched sport, cents. Source: SUB-001. */
export const MONTHLY_PRICE_CENTS = 399;

/** Part of a month that is paid, cents before and after the discount. */
export interface Part {
  start: Date;
  end: Date;
  full: number;
  reduced: number;
}

export interface FirstPayment {
  /** Due date. */
  at: Date;
  /** Cents before and after the discount. */
  full: number;
  reduced: number;
  discountEndAt: Date | null;
}

/** The first of a month, 00:00 UTC. */
export const monthStart = (date: Date, months: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));

/** The monthly price with a discount: never below zero. Source: D-191, D-357. */
export const reduce = (cents: number, discount: Discount | undefined): number => {
  if (!discount) return cents;
  const off = discount.unit === 'percent' ? percentOf(cents, discount.value * 100) : discount.value;
  return Math.max(0, cents - off);
};

/** The rest of a month from some time on, by the millisecond, rounded half up. From its first moment: the whole month. Source: D-344. */
export const restOfMonth = (start: Date, discount?: Discount): Part => {
  const end = monthStart(start, 1);
  const [left, whole] = [end.getTime() - start.getTime(), end.getTime() - monthStart(start, 0).getTime()];
  const partOf = (cents: number) => shareOf(cents, left, whole);
  return {
    start,
    end,
    full: partOf(MONTHLY_PRICE_CENTS),
    reduced: partOf(reduce(MONTHLY_PRICE_CENTS, discount)),
  };
};

/** Until when a discount lasts whose first payment is at some time: full months after it. Source: D-191. */
export const discountEnd = (startsAt: Date, { months }: Discount): Date => monthStart(startsAt, months + 1);

/**
 * The first payment of a person who starts to pay at some time; under 50 cents it is paid with the next month. Source: D-344,
 * D-347.
 */
export const firstPayment = (startsAt: Date, discount?: Discount): FirstPayment => {
  const month = reduce(MONTHLY_PRICE_CENTS, discount);
  const { full, reduced, end } = restOfMonth(startsAt, discount);
  const discountEndAt = discount ? discountEnd(startsAt, discount) : null;
  if (reduced >= SMALLEST_PAYMENT_CENTS || month === 0) return { at: startsAt, full, reduced, discountEndAt };
  return { at: end, full: full + MONTHLY_PRICE_CENTS, reduced: reduced + month, discountEndAt };
};
