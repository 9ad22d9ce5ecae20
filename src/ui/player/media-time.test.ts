import { expect, test } from 'vitest';
import { clockTime, lengthTime, positionTime, spokenTime } from './media-time.ts';

test('times show minutes and seconds, and hours only from one hour', () => {
  expect([0, 134, 3729, Number.NaN].map(clockTime)).toEqual(['0:00', '2:14', '1:02:09', '0:00']);
});

test('spoken times are in words, with the singular for one', () => {
  expect([134, 3661, 0].map(spokenTime)).toEqual(['2 minutes 14 seconds', '1 hour 1 minute 1 second', '0 seconds']);
});

test('a length is rounded and never 0:00, and the position ends at it', () => {
  expect([8.6, 20.53, 0.5, 0.2, 0].map(lengthTime)).toEqual(['0:09', '0:21', '0:01', '0:01', '0:00']);
  const at = (seconds: number) => positionTime(seconds, 8.64, 8.6);
  expect([0, 0.9, 8.5, 8.64, 9].map(at)).toEqual(['0:00', '0:00', '0:08', '0:09', '0:09']);
  // Rounded down, the last half second does not pass the length.
  expect([positionTime(8.3, 8.4, 8.4), positionTime(20.9, 21.1, 20.4)]).toEqual(['0:08', '0:20']);
});
