import { walletText as text } from '#contract/text/wallet.ts';
import type { TransferCalculation } from '#contract/wallet.ts';
import { Sum } from './sum.tsx';
import { transferState } from './transfer-state.ts';

/** What a transfer was made of, and what became of it. Source: D-149, D-355, decision 0102. */
export function TransferSums({ transfer }: { transfer: TransferCalculation }) {
  const { before, earned, amount, after, fee } = transfer;
  const isOut = amount < 0;
  const state = transferState(transfer, !isOut);
  return (
    <div className="stack">
      <dl className="wallet-sums">
        <Sum name={text.leftBefore} cents={before} />
        <Sum name={text.earnedSince} cents={earned} />
        <Sum name={isOut ? text.transferredSum : text.cameBack} cents={amount} isOwn={!isOut} />
        {isOut && fee > 0 && <Sum name={text.feeOfIt} cents={-fee} />}
        {isOut && <Sum name={text.toBank} cents={-amount - fee} isOwn />}
        <Sum name={text.leftAfter} cents={after} />
      </dl>
      {state && <p>{state}</p>}
      <p className="t-small t-2">{text.earnedHelp}</p>
    </div>
  );
}
