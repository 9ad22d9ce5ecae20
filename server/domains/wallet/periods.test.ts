import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spansOf } from './periods.ts';

const DAY_MS = 86_400_000;
const dayAt = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Days of a span, one by one. */
const daysOf = ({ period, first, last }: ReturnType<typeof spansOf>[number]): string[] => {
  const end = new Date(last);
  if (period === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
  if (period === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  if (period === 'day') end.setUTCDate(end.getUTCDate() + 1);
  const days: string[] = [];
  for (let at = Date.parse(first); at < end.getTime(); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

test('years, months and days make any span: each day once, in five kinds of pieces at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 40_000 }), fc.nat(2_000), (from, length) => {
      const spans = spansOf(dayAt(from), dayAt(from + length));
      expect(spans.flatMap(daysOf)).toEqual(Array.from({ length: length + 1 }, (_, n) => dayAt(from + n)));
      expect(spans.length).toBeLessThanOrEqual(5);
    }),
  );
});

test('all time is one span of years, a year that was not over is months, and a span that ends before it begins is none', () => {
  expect(spansOf()).toEqual([{ period: 'year', first: '2000-01-01', last: '2999-01-01' }]);
  expect(spansOf('2028-02-28', '2028-03-31')).toEqual([
    { period: 'day', first: '2028-02-28', last: '2028-02-29' },
    { period: 'month', first: '2028-03-01', last: '2028-03-01' },
  ]);
  expect(spansOf('2031-03-02', '2031-03-01')).toEqual([]);
});
