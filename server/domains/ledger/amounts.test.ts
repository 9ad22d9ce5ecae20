import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { percentOf, shareOf, splitByLargestRemainder } from './amounts.ts';

const amount = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.maxSafeInteger().map(Math.abs));
const weights = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
  .chain((ids) =>
    fc
      .array(fc.oneof(fc.integer({ min: 0, max: 7 }), fc.maxSafeInteger().map(Math.abs)), {
        minLength: ids.length,
        maxLength: ids.length,
      })
      .map((each) => ids.map((id, at) => ({ id, weight: at === 0 ? each[at]! + 1 : each[at]! }))),
  )
  .filter((each) => each.every(({ weight }) => Number.isSafeInteger(weight)));

test('the parts of a split sum up to the amount, each is within a cent of its share, and none goes to a weight of zero', () => {
  fc.assert(
    fc.property(amount, weights, (total, shares) => {
      const split = splitByLargestRemainder(total, shares);
      const sum = shares.reduce((before, { weight }) => before + BigInt(weight), 0n);
      let given = 0n;
      for (const { id, weight } of shares) {
        const part = BigInt(split.get(id)!);
        given += part;
        if (weight === 0) expect(part).toBe(0n);
        const floor = (BigInt(total) * BigInt(weight)) / sum;
        expect(part === floor || part === floor + 1n, `${part} of ${floor}`).toBe(true);
      }
      expect(given).toBe(BigInt(total));
    }),
    runs,
  );
});

test('a split does not depend on the order of its weights', () => {
  fc.assert(
    fc.property(amount, weights, (total, shares) => {
      const [one, two] = [shares, shares.toReversed()].map((each) => splitByLargestRemainder(total, each));
      for (const { id } of shares) expect(one!.get(id)).toBe(two!.get(id));
    }),
    runs,
  );
});

test('awkward numbers: cents that do not divide go to the largest remainders, ties by id', () => {
  const of = (total: number, ...each: number[]) => [
    ...splitByLargestRemainder(
      total,
      each.map((weight, at) => ({ id: 'abc'[at]!, weight })),
    ).values(),
  ];
  expect(of(100, 1, 1, 1)).toEqual([34, 33, 33]);
  expect(of(2, 1, 1, 1)).toEqual([1, 1, 0]);
  expect(of(399, 70, 30)).toEqual([279, 120]);
  expect(of(1, 1, 2, 0)).toEqual([0, 1, 0]);
  expect(of(0, 5, 5)).toEqual([0, 0]);
  expect(() => of(10, 0, 0)).toThrow(RangeError);
  expect(() => of(10.5, 1)).toThrow(RangeError);
});

test('D-344: a share is rounded half up, exactly, also where a double would not be', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 10_000 }), (whole, points) => {
      const exact = BigInt(whole) * BigInt(points);
      const got = BigInt(percentOf(whole, points));
      // got - 1/2 <= exact / 10,000 < got + 1/2 would round half down; half up takes the lower end in.
      expect(2n * exact >= (2n * got - 1n) * 10_000n && 2n * exact < (2n * got + 1n) * 10_000n).toBe(true);
    }),
    runs,
  );
  expect([percentOf(399, 5_000), percentOf(5, 1_000), percentOf(-5, 1_000)]).toEqual([200, 1, 0]);
  expect(shareOf(399, 1, 2)).toBe(200);
  expect(percentOf(9_007_199_254_740_991, 3_333)).toBe(3_002_099_511_605_172);
});
