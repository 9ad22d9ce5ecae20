import { walletText as text } from '#contract/text/wallet.ts';
import type { TransferCalculation } from '#contract/wallet.ts';
import { formatFullDay } from '#app/payments/billing-days.ts';

type TransferFacts = Pick<TransferCalculation, 'status' | 'createdAt' | 'decidedAt'>;

/** When the money of a transfer arrived, or why not; undefined where nobody knows. @param isBack Whether it is the row that came back. */
export const transferState = ({ status, createdAt, decidedAt }: TransferFacts, isBack = false): string | undefined => {
  if (status === null) return undefined;
  const day = formatFullDay(decidedAt ?? createdAt);
  if (status === 'paid') return text.arrived(day);
  if (status === 'returned') return isBack ? text.backSince(day) : text.cameBackOn(day);
  return status === 'failed' ? text.comesBack : text.underWay(formatFullDay(createdAt));
};
