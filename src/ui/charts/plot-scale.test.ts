import { expect, test } from 'vitest';
import { scaleOf } from './plot-scale.ts';

test('an axis has three round steps and holds what is shown', () => {
  expect(scaleOf([]).ticks).toEqual([0, 1, 2, 3]);
  expect(scaleOf([0, 2]).ticks).toEqual([0, 1, 2, 3]);
  expect(scaleOf([7]).ticks).toEqual([0, 3, 6, 9]);
  expect(scaleOf([88]).ticks).toEqual([0, 30, 60, 90]);
  expect(scaleOf([61]).ticks).toEqual([0, 30, 60, 90]);
  expect(scaleOf([12_345]).ticks).toEqual([0, 5_000, 10_000, 15_000]);
  expect(scaleOf([100], 100).top).toBe(300);
  for (let most = 1; most < 3_000; most += 7) expect(scaleOf([most]).top).toBeGreaterThanOrEqual(most);
});
