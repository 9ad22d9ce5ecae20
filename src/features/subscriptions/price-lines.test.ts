import { expect, test } from 'vitest';
import { isChargedLater, priceLines } from './price-lines.ts';
import type { Preview } from './subscribe-form.ts';

const NOW_MS = Date.parse('2030-11-15T12:00:00Z');
const PREVIEW: Preview = {
  amountWithoutTaxes: 200,
  subtotalWithoutTaxes: 200,
  total: 226,
  taxes: [{ type: 'HST', amount: 26, percentage: 13 }],
  trialSubscription: false,
  isFree: false,
  trialEndsAt: null,
  firstPaymentAt: '2030-11-15T12:00:00.000Z',
  firstPaymentAmount: 226,
  discountEndDate: null,
  quotedAt: '2030-11-15T12:00:00.000Z',
  monthlyAmount: 399,
  debt: 0,
  waiting: 0,
};
const REDUCED = { from: '2030-12-01T00:00:00.000Z', amount: 199, tax: 26 };
const FULL = { from: '2031-03-01T00:00:00.000Z', amount: 399, tax: 52 };
const of = (changes: Partial<Preview>) =>
  priceLines({ ...PREVIEW, ...changes }, null, 399, NOW_MS).map(({ label, amount, why }) => [label, amount, why]);

test('SUB-028 D-191 D-346 each month is named as it will be charged: with taxes, before and after the end of a discount', () => {
  expect(of({ months: [REDUCED, FULL] }).slice(3)).toEqual([
    [
      'Then each month until February 28',
      '$2.25',
      'On the first of each month, with the discount. $1.99 and $0.26 taxes.',
    ],
    ['From March 1, each month', '$4.51', 'On the first of each month, until you cancel. $3.99 and $0.52 taxes.'],
  ]);
  const untaxed = ['Then each month', '$3.99', 'On the first of each month, until you cancel.'];
  expect(of({ months: [{ ...FULL, tax: 0 }] }).at(-1)).toEqual(untaxed);
});

test('D-346 without an address of a card, and from an older server, a month is named with the words that taxes are added', () => {
  const says = 'On the first of each month, until you cancel. Taxes are added, by the address of your card.';
  for (const months of [[{ ...FULL, tax: null }], undefined])
    expect(of({ months }).at(-1)).toEqual(['Then each month', '$3.99', says]);
});

test('SUB-004 D-346 what follows a trial is named with its taxes too', () => {
  const trial = { trialSubscription: true, trialEndsAt: '2030-11-29T12:00:00.000Z' };
  const says = 'Only if you subscribe then. Nothing is charged by itself. $3.99 and $0.52 taxes.';
  expect(of({ ...trial, months: [FULL] }).at(-1)).toEqual(['After that', '$4.51', says]);
});

test('D-344 a first payment that is too small says that it is charged on the first; what waited from before has a line of its own', () => {
  const sums = { amountWithoutTaxes: 406, subtotalWithoutTaxes: 406, taxes: [], waiting: 13, total: 419 };
  const later = { ...sums, firstPaymentAt: '2030-12-01T00:00:00.000Z', months: [FULL] };
  expect(isChargedLater({ ...PREVIEW, ...later })).toBe(true);
  expect(isChargedLater(PREVIEW)).toBe(false);
  expect(of(later).slice(0, 3)).toEqual([
    [
      'First payment',
      '$4.06',
      'Too little to charge now: it is charged on December 1, with the month that begins then.',
    ],
    ['From before', '$0.13', 'Earlier first payments that were too small to charge alone.'],
    ['To pay on December 1', '$4.19', undefined],
  ]);
});
