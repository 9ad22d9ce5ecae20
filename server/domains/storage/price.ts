import type { PlanPeriod } from '#contract/storage.ts';
import { shareOf } from '../ledger/index.ts';

/** Cents, by plan. The prices that are shown are those of `STORAGE_PLANS`; a test compares them. Source: D-14, D-338. */
export const PRICE_CENTS: readonly Readonly<Record<PlanPeriod, number>>[] = [
  { month: 0, year: 0 },
  { month: 999, year: 9_999 },
  { month: 1_999, year: 19_999 },
  { month: 2_999, year: 29_999 },
];
export const priceOf = (planIndex: number, period: PlanPeriod): number => PRICE_CENTS[planIndex]![period];

/** What the yearly price saves against twelve months, percent with one decimal. Source: D-19. */
export const yearlySaving = (planIndex: number): number => {
  const { month, year } = PRICE_CENTS[planIndex]!;
  return Math.round((1_000 * (12 * month - year)) / (12 * month)) / 10;
};

export interface Period {
  start: Date;
  end: Date;
  /** Cents. */
  price: number;
}

/** The first of a month, 00:00 UTC. */
const monthStart = (date: Date, months: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));

/** The same day a year later; after a 29 February the 1 March. */
const yearAfter = (date: Date): Date => {
  const after = new Date(date);
  after.setUTCFullYear(date.getUTCFullYear() + 1);
  return after;
};

/** The first period of a plan: the rest of the month, or a year from now on. Source: D-155, D-344. */
export const firstPeriod = (planIndex: number, period: PlanPeriod, start: Date): Period => {
  const price = priceOf(planIndex, period);
  if (period === 'year') return { start, end: yearAfter(start), price };
  const end = monthStart(start, 1);
  const [left, whole] = [end.getTime() - start.getTime(), end.getTime() - monthStart(start, 0).getTime()];
  return { start, end, price: shareOf(price, left, whole) };
};

/** The period that follows one that has ended. Months that passed while no process ran are not billed. */
export const nextPeriod = (planIndex: number, period: PlanPeriod, paidTo: Date, now: Date): Period => {
  const price = priceOf(planIndex, period);
  return period === 'year'
    ? { start: paidTo, end: yearAfter(paidTo), price }
    : { start: monthStart(now, 0), end: monthStart(now, 1), price };
};

/** A smaller plan for the rest of a period that is paid already. */
export const restOfPeriod = (
  planIndex: number,
  period: PlanPeriod,
  { periodStart, paidTo }: { periodStart: Date; paidTo: Date },
  now: Date,
): Period => {
  const end = paidTo;
  if (period === 'month') {
    const { price } = firstPeriod(planIndex, period, now);
    return { start: now, end, price };
  }
  const whole = end.getTime() - periodStart.getTime();
  const left = Math.max(0, end.getTime() - now.getTime());
  return {
    start: now,
    end,
    price: Math.min(priceOf(planIndex, period), shareOf(priceOf(planIndex, period), left, whole)),
  };
};
