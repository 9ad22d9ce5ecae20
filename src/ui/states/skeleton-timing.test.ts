import { expect, test } from 'vitest';
import { SKELETON_AFTER_MS, SKELETON_LEAST_MS, skeletonDelayMs } from './skeleton-timing.ts';

test('a wait that ends before 150 ms never shows a skeleton', () => {
  expect(skeletonDelayMs(true, false, 0)).toBe(SKELETON_AFTER_MS);
  expect(skeletonDelayMs(false, false, 0)).toBeNull();
});

test('EXP-037 a skeleton that has just appeared stays until 500 ms have passed', () => {
  expect(SKELETON_LEAST_MS).toBe(500);
  expect(skeletonDelayMs(false, true, 20)).toBe(SKELETON_LEAST_MS - 20);
});

test('a skeleton older than 500 ms is removed at once', () => {
  expect(skeletonDelayMs(false, true, 2000)).toBe(0);
});

test('a new wait during the 500 ms keeps the skeleton', () => {
  expect(skeletonDelayMs(true, true, 100)).toBeNull();
});
