import { expect, test } from 'vitest';
import { firstPayment, reduce } from './price.ts';

const at = (text: string) => new Date(`${text}Z`);

test('D-344: the first payment is the rest of the month by the second, rounded half up', () => {
  expect(firstPayment(at('2026-06-01T00:00:00')).reduced).toBe(399);
  expect(firstPayment(at('2026-06-16T00:00:00')).reduced).toBe(200);
  expect(firstPayment(at('2028-02-15T12:00:00')).reduced).toBe(200);
});

test('D-344: less than 50 cents is paid with the next month', () => {
  const first = firstPayment(at('2026-06-30T00:00:00'));
  expect(first.at).toEqual(at('2026-07-01T00:00:00'));
  expect(first.reduced).toBe(13 + 399);
});

test('D-191, D-347: a discount comes off the monthly price, never below zero, for its full months after the first payment', () => {
  const half = firstPayment(at('2026-12-16T12:00:00'), { unit: 'percent', value: 50, months: 3 });
  expect(half).toMatchObject({ full: 200, reduced: 100, discountEndAt: at('2027-04-01T00:00:00') });
  expect(reduce(399, { unit: 'currency', value: 500, months: 1 })).toBe(0);
  expect(reduce(399, { unit: 'percent', value: 10, months: 1 })).toBe(359);
});
