import { expect, test } from 'vitest';
import { endOfPeriod, fullPeriod, fullPeriods, lastPeriods, shortPeriod } from './periods.ts';

/** A Sunday. */
const NOW = Date.parse('2031-03-02T23:30:00Z');

test('DAS-017 D-352 the last days, weeks from Monday, months and years, in UTC', () => {
  expect(lastPeriods('day', 3, NOW)).toEqual(['2031-02-28', '2031-03-01', '2031-03-02']);
  expect(lastPeriods('week', 3, NOW)).toEqual(['2031-02-10', '2031-02-17', '2031-02-24']);
  expect(lastPeriods('month', 4, NOW)).toEqual(['2030-12-01', '2031-01-01', '2031-02-01', '2031-03-01']);
  expect(lastPeriods('year', 2, NOW)).toEqual(['2030-01-01', '2031-01-01']);
});

test('a period is named by its first day', () => {
  expect(shortPeriod('year', '2031-01-01')).toBe('2031');
  expect(fullPeriod('week', '2031-02-24')).toMatch(/^Week of .*2031/);
});

test('a period ends with its last day, also in a leap year', () => {
  expect(endOfPeriod('day', '2031-05-31')).toBe('2031-05-31');
  expect(endOfPeriod('week', '2031-12-29')).toBe('2032-01-04');
  expect(endOfPeriod('month', '2032-02-01')).toBe('2032-02-29');
  expect(endOfPeriod('year', '2031-01-01')).toBe('2031-12-31');
});

test('several periods are named by the first and the last', () => {
  expect(fullPeriods('year', '2030-01-01', '2031-01-01')).toBe('2030 to 2031');
  expect(fullPeriods('year', '2030-01-01', '2030-01-01')).toBe('2030');
});
