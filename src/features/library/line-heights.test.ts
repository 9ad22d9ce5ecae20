import { expect, test } from 'vitest';
import { LineHeights } from './line-heights.ts';

test('lines that were not drawn are estimated to be as high as the first one drawn', () => {
  const heights = new LineHeights(5000);
  heights.measure(0, 200);
  expect([heights.topOf(1), heights.topOf(10), heights.totalPx]).toEqual([200, 2000, 1_000_000]);
});

test('a line that is higher than estimated moves those below it and none above', () => {
  const heights = new LineHeights(100, 200);
  heights.topOf(100);
  expect(heights.measure(10, 230)).toBe(30);
  expect([heights.topOf(10), heights.topOf(11), heights.totalPx]).toEqual([2000, 2230, 20_030]);
  expect(heights.measure(10, 230)).toBe(0);
});

test('the line at any distance is the one that covers it, also beyond both ends', () => {
  const heights = new LineHeights(50, 100);
  heights.measure(2, 150);
  expect([-20, 0, 99, 100, 249, 349, 350, 9999].map((px) => heights.lineAt(px))).toEqual([0, 0, 0, 1, 2, 2, 3, 49]);
  expect(new LineHeights(0).lineAt(10)).toBe(0);
});
