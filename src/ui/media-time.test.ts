import { expect, test } from 'vitest';
import { clockTime, spokenTime } from './media-time.ts';

test('times show minutes and seconds, and hours only from one hour', () => {
  expect([0, 134, 3729, Number.NaN].map(clockTime)).toEqual(['0:00', '2:14', '1:02:09', '0:00']);
});

test('spoken times are in words, with the singular for one', () => {
  expect([134, 3661, 0].map(spokenTime)).toEqual(['2 minutes 14 seconds', '1 hour 1 minute 1 second', '0 seconds']);
});
