import { expect, test } from 'vitest';
import { lastUpdatedText } from './last-updated.ts';

const at = (day: number, hour: number, minute: number) => new Date(2025, 4, day, hour, minute).getTime();

test('an update of today shows the time only', () => {
  expect(lastUpdatedText(at(7, 14, 32), at(7, 20, 0), 'en-GB')).toBe('14:32');
});

test('midnight is 00:00, never 24:00', () => {
  expect(lastUpdatedText(at(7, 0, 5), at(7, 20, 0), 'en-US')).toBe('00:05');
});

test('an update of another day shows the day, also when it is less than 24 hours old', () => {
  expect(lastUpdatedText(at(6, 23, 50), at(7, 0, 10), 'en-GB')).toBe('6 May, 23:50');
});
