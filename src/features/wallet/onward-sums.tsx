import { walletText as text } from '#contract/text/wallet.ts';
import type { Amount, Onward } from '#contract/wallet.ts';
import { formatFullDay } from '#app/payments/billing-days.ts';
import { ForwardIcon } from '#ui/icons.ts';
import { formatSum, Sum } from './sum.tsx';
import { transferState } from './transfer-state.ts';

/** What opens to its calculation. */
export type OpenedAmount = Pick<Amount, 'id' | 'type' | 'date'>;

interface OnwardSumsProps {
  onward: Onward;
  onOpen: (amount: OpenedAmount) => void;
}

/** Where the amounts of a day went: the transfers that took them, and what is left. Source: D-149, D-355, decision 0111. */
export function OnwardSums({ onward: { earned, madeUp, takenBack, waiting, transfers }, onOpen }: OnwardSumsProps) {
  return (
    <section className="stack-s">
      <h3 className="t-strong">{text.onward(formatSum(earned))}</h3>
      <dl className="wallet-sums">
        {transfers.map((transfer) => (
          <TransferPart key={transfer.id} transfer={transfer} onOpen={onOpen} />
        ))}
        {madeUp > 0 && <Sum name={text.madeUp} cents={madeUp} />}
        {takenBack > 0 && <Sum name={text.takenBackSince} cents={takenBack} />}
        {waiting > 0 && <Sum name={text.waiting} cents={waiting} isOwn />}
      </dl>
      <p className="t-small t-2">{text.onwardHelp}</p>
    </section>
  );
}

interface TransferPartProps {
  transfer: Onward['transfers'][number];
  onOpen: (amount: OpenedAmount) => void;
}

function TransferPart({ transfer, onOpen }: TransferPartProps) {
  const { id, date, part, amount, fee } = transfer;
  return (
    <>
      <dt>
        <button
          type="button"
          className="more-link wallet-onward"
          onClick={() => onOpen({ id, type: 'withdrawal', date })}
        >
          {text.transferMade(formatFullDay(date))}
          <ForwardIcon className="icon-s" aria-hidden="true" />
        </button>
      </dt>
      <dd className="num wallet-onward__part">{formatSum(part)}</dd>
      <dd className="wallet-sums__why t-small t-2">
        {transferState(transfer)} {text.feeOfTransfer(amount, fee)}
      </dd>
    </>
  );
}
