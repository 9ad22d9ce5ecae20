import type { Wallet } from '#contract/wallet.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { formatMoney } from '#app/format/money.ts';
import { amountsAddress } from '#app/navigation/amounts-address.ts';
import { BankIcon, DoneIcon, ForwardIcon } from '#ui/icons.ts';

const bankWords = ({ registrationStatus, bankAccount }: Wallet): string => {
  if (registrationStatus === 'not_started') return text.bank.none;
  return bankAccount === null ? text.bank.started : text.bank.completed(bankAccount);
};

/** The amount, which leads to those that make it, and the state of the bank account. Source: WAL-001, WAL-002. */
export function WalletBoard({ wallet }: { wallet: Wallet }) {
  const { registrationStatus: status, walletAmount } = wallet;
  return (
    <section className="board on-board" aria-label={text.balance}>
      <p className="t-small t-2">{text.balance}</p>
      <p className="wallet-board__amount num">
        <a
          className="line"
          href={amountsAddress({ tab: 'all' })}
          aria-label={text.balanceAmounts(formatMoney(walletAmount))}
        >
          {formatMoney(walletAmount)}
          <ForwardIcon aria-hidden="true" />
        </a>
      </p>
      {walletAmount < 0 && <p className="t-small wallet-board__why">{text.negative}</p>}
      <p className="wallet-board__bank">
        <span className="line t-small">
          <BankIcon className="icon-s" aria-hidden="true" />
          {bankWords(wallet)}
        </span>
        {status === 'completed' && (
          <span className="line t-small wallet-board__state">
            <DoneIcon className="icon-s" aria-hidden="true" />
            {text.verified}
          </span>
        )}
        {status === 'started' && <span className="t-small t-2">{text.open}</span>}
      </p>
    </section>
  );
}
