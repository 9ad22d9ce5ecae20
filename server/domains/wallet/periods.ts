import { sql, type RawBuilder } from 'kysely';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';

// Sums by period are kept by the writes (decision 0111): a span of days is read as few years, months and days.

const DAY_MS = 86_400_000;
/** Before and after all amounts. */
const [ALWAYS_FROM, ALWAYS_UNTIL] = ['2000-01-01', '2999-12-31'];

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const yearStart = (year: number): number => Date.parse(`${String(year).padStart(4, '0')}-01-01`);
const monthAfter = (start: Date): number => {
  const next = new Date(start);
  next.setUTCMonth(start.getUTCMonth() + 1, 1);
  return next.getTime();
};

interface Span {
  period: RevenuePeriod;
  /** First days of the first and of the last period. */
  first: string;
  last: string;
}

/** The longest period that begins on a day and ends by another. @returns It, and the first day after it. */
const longest = (atMs: number, untilMs: number): { period: RevenuePeriod; nextMs: number } => {
  const at = new Date(atMs);
  const ends = {
    year: at.getUTCMonth() === 0 && at.getUTCDate() === 1 ? yearStart(at.getUTCFullYear() + 1) : Infinity,
    month: at.getUTCDate() === 1 ? monthAfter(at) : Infinity,
  };
  for (const period of ['year', 'month'] as const)
    if (ends[period] <= untilMs + DAY_MS) return { period, nextMs: ends[period] };
  return { period: 'day', nextMs: atMs + DAY_MS };
};

/**
 * Whole years, whole months and single days that make a span of days.
 *
 * @param from @param until First and last day; undefined: of all time.
 * @returns At most five spans of one kind of period; none if the last day is before the first.
 */
export const spansOf = (from: string = ALWAYS_FROM, until: string = ALWAYS_UNTIL): Span[] => {
  const spans: Span[] = [];
  const untilMs = Date.parse(until);
  for (let atMs = Date.parse(from); atMs <= untilMs;) {
    const { period, nextMs } = longest(atMs, untilMs);
    const last = spans.at(-1);
    const first = dayAt(atMs);
    if (last?.period === period) last.last = first;
    else spans.push({ period, first, last: first });
    atMs = nextMs;
  }
  return spans;
};

/** Rows `e` of `revenue_periods` of a scope that make a span of days, as a source of rows. */
export const periodsIn = (scope: string, from?: string, until?: string): RawBuilder<unknown> =>
  sql`(select e.* from json_to_recordset(${JSON.stringify(spansOf(from, until))}::json) as s(period text, first date, last date)
    join revenue_periods e on e.scope = ${scope} and e.period = s.period and e.starts between s.first and s.last) e`;
