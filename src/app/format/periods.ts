import { periodText } from '#contract/text/periods.ts';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';
import { once } from '#contract/once.ts';

// Periods are days of UTC, so that a period is the same everywhere. Source: D-352.

const format = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }));
const SHORT = {
  day: format({ day: 'numeric', month: 'short' }),
  week: format({ day: 'numeric', month: 'short' }),
  month: format({ month: 'short' }),
  year: format({ year: 'numeric' }),
} satisfies Record<RevenuePeriod, () => Intl.DateTimeFormat>;
const FULL = {
  day: format({ day: 'numeric', month: 'long', year: 'numeric' }),
  week: format({ day: 'numeric', month: 'long', year: 'numeric' }),
  month: format({ month: 'long', year: 'numeric' }),
  year: format({ year: 'numeric' }),
} satisfies Record<RevenuePeriod, () => Intl.DateTimeFormat>;

const at = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** "May" for below a plot. @param date First day of the period. */
export const shortPeriod = (period: RevenuePeriod, date: string): string => SHORT[period]().format(at(date));

/** "May 2031", "Week of 12 May 2031". @param date First day of the period. */
export const fullPeriod = (period: RevenuePeriod, date: string): string => {
  const full = FULL[period]().format(at(date));
  return period === 'week' ? periodText.weekOf(full) : full;
};

/** Labels of a plot. */
export const labelsOf = (period: RevenuePeriod, dates: readonly string[]) =>
  dates.map((date) => ({ short: shortPeriod(period, date), full: fullPeriod(period, date) }));

/** "May 2031", "December 2030 to May 2031". @param from @param until First days of the first and the last period. */
export const fullPeriods = (period: RevenuePeriod, from: string, until: string): string =>
  from === until ? fullPeriod(period, from) : periodText.span(fullPeriod(period, from), fullPeriod(period, until));

const DAY_MS = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Last day of a period. @param date Its first day. */
export const endOfPeriod = (period: RevenuePeriod, date: string): string => {
  const start = at(date);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  if (period === 'year') return isoDay(Date.UTC(year, 12, 0));
  if (period === 'month') return isoDay(Date.UTC(year, month + 1, 0));
  return isoDay(start.getTime() + (period === 'week' ? 6 * DAY_MS : 0));
};

const startOf = (period: RevenuePeriod, now: Date): number => {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (period === 'year') return Date.UTC(year, 0, 1);
  if (period === 'month') return Date.UTC(year, month, 1);
  // Weeks begin on Monday.
  return Date.UTC(year, month, day) - (period === 'week' ? ((now.getUTCDay() + 6) % 7) * DAY_MS : 0);
};

const stepBack = (period: RevenuePeriod, startMs: number): number => {
  const start = new Date(startMs);
  if (period === 'year') return Date.UTC(start.getUTCFullYear() - 1, 0, 1);
  if (period === 'month') return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - 1, 1);
  return startMs - (period === 'week' ? 7 : 1) * DAY_MS;
};

/** First days of the last periods, oldest first; the last one is running. */
export const lastPeriods = (period: RevenuePeriod, count: number, nowMs: number): string[] => {
  const dates: string[] = [];
  for (let start = startOf(period, new Date(nowMs)); dates.length < count; start = stepBack(period, start))
    dates.unshift(isoDay(start));
  return dates;
};
