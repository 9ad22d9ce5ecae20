import type { Amount } from '#contract/wallet.ts';
import { walletText as text } from '#contract/text/wallet.ts';

/** A spreadsheet takes a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string): string => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Amounts as comma-separated values, dollars with a point. */
export const toCsv = (amounts: readonly Amount[]): string =>
  [
    text.csvHead.map(cell).join(','),
    ...amounts.map(({ date, type, channelName, amount }) =>
      [date, cell(text.types[type]), cell(channelName ?? ''), (amount / 100).toFixed(2)].join(','),
    ),
    '',
  ].join('\r\n');
