import { expect, test } from 'vitest';
import { isMoreBehind, partsHere, rowsOf, type Part } from './paged-parts.ts';

const part = (count: number, ...ids: string[]): Part => ({ count, results: ids.map((id) => ({ id })) });

test('the parts before the first gap are shown, each row once', () => {
  const [first, second, third] = [part(6, 'a', 'b'), part(6, 'b', 'c'), part(6, 'd', 'e')];
  expect(partsHere([first, undefined, third])).toEqual([first]);
  expect(partsHere([undefined, second])).toEqual([]);
  expect(rowsOf([first, second, third]).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a list has more until all of its rows are loaded', () => {
  expect(isMoreBehind([])).toBe(false);
  expect(isMoreBehind([part(0)])).toBe(false);
  expect(isMoreBehind([part(3, 'a', 'b')])).toBe(true);
  expect(isMoreBehind([part(3, 'a', 'b'), part(3, 'c')])).toBe(false);
});

test('a list that lost a row while it was read still ends: loading does not repeat endlessly', () => {
  // "b" was deleted after the first part was read: "c" moved into the first part and is in none of those read.
  expect(isMoreBehind([part(4, 'a', 'b'), part(3, 'd')])).toBe(true);
  expect(isMoreBehind([part(4, 'a', 'b'), part(3, 'd'), part(3)])).toBe(false);
});
