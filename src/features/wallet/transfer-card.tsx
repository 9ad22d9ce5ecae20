import { useState, type FormEvent } from 'react';
import { TRANSFER_MIN_CENTS, transferFee, type Wallet } from '#contract/wallet.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { trueNowMs } from '#store/server-time.ts';
import { useKept } from '#app/navigation/entries.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatDay } from '#app/payments/billing-days.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Note } from '#ui/states/note.tsx';
import { amountProblem, readCents } from './amount.ts';
import { useTransfer } from './use-transfer.ts';

interface TransferCardProps {
  wallet: Wallet;
  reload: () => void;
}

/** The transfer, or why none can be made now. Source: WAL-003, WAL-016, WAL-033. */
export function TransferCard({ wallet, reload }: TransferCardProps) {
  const { transfer, walletAmount } = wallet;
  if (transfer) return <Note>{text.onItsWay(transfer.amountInCents, formatDay(transfer.createdAt))}</Note>;
  if (walletAmount < TRANSFER_MIN_CENTS) return <Note>{text.belowMinimum}</Note>;
  return <TransferForm wallet={wallet} reload={reload} />;
}

/** What of the amount is kept for the provider; undefined for a free transfer. Source: D-355. */
const feeWords = ({ freeTransferAt }: Wallet, cents: number | undefined): string | undefined =>
  freeTransferAt !== null && Date.parse(freeTransferAt) > trueNowMs()
    ? text.fee(transferFee(cents ?? TRANSFER_MIN_CENTS), formatDay(freeTransferAt))
    : undefined;

function TransferForm({ wallet, reload }: TransferCardProps) {
  const { walletAmount: balance } = wallet;
  const [typed, setTyped] = useKept('transfer', '');
  const [isChecked, setChecked] = useState(false);
  const { isBusy, problem, transfer, forgetProblem } = useTransfer(reload);
  const wait = useWaitReason(text.offline);
  const wrong = amountProblem(typed, balance);
  const cents = wrong === undefined ? readCents(typed) : undefined;
  const fee = feeWords(wallet, cents);
  const change = (next: string) => {
    setTyped(next);
    forgetProblem();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wait !== undefined || cents === undefined || isBusy) return;
    if (await transfer(cents)) setTyped('');
    setChecked(false);
  };
  return (
    <form className="card wallet-card" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        className="wallet-amount"
        label={text.amount}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        help={text.amountHelp(balance)}
        error={isChecked ? wrong : undefined}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setChecked(typed !== '')}
        suffix={
          <Button
            size="m"
            variant="ghost"
            aria-label={text.allLabel}
            onClick={() => change((balance / 100).toFixed(2))}
          >
            {text.all}
          </Button>
        }
      />
      {fee && <p className="t-small t-2">{fee}</p>}
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <Button
        block
        type="submit"
        busy={isBusy && text.transferring}
        disabled={wait !== undefined}
        aria-describedby={wait && 'transfer-wait'}
      >
        {text.transfer(cents)}
      </Button>
      {wait && (
        <p className="t-small t-2" id="transfer-wait">
          {wait}
        </p>
      )}
    </form>
  );
}
