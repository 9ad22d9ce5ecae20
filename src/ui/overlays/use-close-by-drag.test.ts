import { expect, test } from 'vitest';
import { closesOnRelease } from './use-close-by-drag.ts';

test('a sheet released past 30 % of its height closes, below that it stays open', () => {
  expect([closesOnRelease(121, 400), closesOnRelease(119, 400), closesOnRelease(Number.NaN, 400)]).toEqual([
    true,
    false,
    false,
  ]);
});
