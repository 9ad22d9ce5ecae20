import { expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { Amount } from '#contract/wallet.ts';
import { amountProblem, readCents } from './amount.ts';
import { toCsv } from './csv.ts';

test('an amount is dollars, with a point or a comma before the cents', () => {
  expect(['60', '60.5', '60,05', ' 1234.00 '].map(readCents)).toEqual([6_000, 6_050, 6_005, 123_400]);
  expect(['', 'ten', '-5', '1.234', '1e3', '$5', '1,000.00'].map(readCents)).toEqual(Array(7).fill(undefined));
});

test('an amount is checked to the cent', () => {
  expect(['9.99', '10', '128.40', '128.41'].map((typed) => amountProblem(typed, 12_840))).toEqual([
    'Amount should be more than the minimum of $10.00',
    undefined,
    undefined,
    'Amount should be less than your balance of $128.40',
  ]);
});

test('a list is saved as values that a spreadsheet takes for what they are', () => {
  const amount = (facts: Partial<Amount>): Amount => ({
    id: newId(),
    date: '2031-05-31',
    type: 'views_base',
    amount: 4_800,
    channelName: 'First "Touch" Lab',
    ...facts,
  });
  const rows = [
    amount({}),
    amount({ channelName: '=1+1' }),
    amount({ type: 'withdrawal', amount: -3_005, channelName: null }),
  ];
  expect(toCsv(rows).split('\r\n')).toEqual([
    '"Date","Type","Channel","Amount (USD)"',
    '2031-05-31,"Content views","First ""Touch"" Lab",48.00',
    `2031-05-31,"Content views","'=1+1",48.00`,
    '2031-05-31,"Transfer to bank","",-30.05',
    '',
  ]);
});
