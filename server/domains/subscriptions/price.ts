import type { Discount } from '../invites/index.ts';

/** Monthly price of a Launched sport, cents. Source: SUB-001. */
export const MONTHLY_PRICE_CENTS = 399;
/** A first payment below this goes on the next bill, cents. Source: D-344. */
const SMALLEST_PAYMENT_CENTS = 50;

export interface FirstPayment {
  /** Due date. */
  at: Date;
  /** Cents before and after the discount. */
  full: number;
  reduced: number;
  discountEndAt: Date | null;
}

const monthStart = (date: Date, months: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));

/** The monthly price with a discount: never below zero. Source: D-191, D-357. */
export const reduce = (cents: number, discount: Discount | undefined): number => {
  if (!discount) return cents;
  const off = discount.unit === 'percent' ? Math.round((cents * discount.value) / 100) : discount.value;
  return Math.max(0, cents - off);
};

/**
 * The first payment of a person who starts to pay at some time: the rest of that month by the second, rounded half up;
 * under 50 cents it is paid with the next month. Source: D-344, D-347.
 */
export const firstPayment = (startsAt: Date, discount?: Discount): FirstPayment => {
  const next = monthStart(startsAt, 1);
  const share = (next.getTime() - startsAt.getTime()) / (next.getTime() - monthStart(startsAt, 0).getTime());
  const partOf = (cents: number) => Math.floor(cents * share + 0.5);
  const month = reduce(MONTHLY_PRICE_CENTS, discount);
  const [full, reduced] = [partOf(MONTHLY_PRICE_CENTS), partOf(month)];
  const discountEndAt = discount ? monthStart(startsAt, discount.months + 1) : null;
  if (reduced >= SMALLEST_PAYMENT_CENTS || month === 0) return { at: startsAt, full, reduced, discountEndAt };
  return { at: next, full: full + MONTHLY_PRICE_CENTS, reduced: reduced + month, discountEndAt };
};
