import { TRANSFER_MIN_CENTS } from '#contract/wallet.ts';
import { walletText as text } from '#contract/text/wallet.ts';

/** Dollars, with a point or a comma before the cents. */
const DOLLARS = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;

/** @returns Cents of what was typed; undefined if it is no amount. */
export const readCents = (typed: string): number | undefined => {
  const match = DOLLARS.exec(typed.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
};

/** What is wrong with an amount to transfer; undefined if nothing is. Source: WAL-017…WAL-022. */
export const amountProblem = (typed: string, balance: number): string | undefined => {
  const cents = readCents(typed);
  if (cents === undefined) return text.notANumber;
  if (cents < TRANSFER_MIN_CENTS) return text.tooLittle;
  return cents > balance ? text.tooMuch(balance) : undefined;
};
