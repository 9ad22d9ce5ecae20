import { walletText as text } from '#contract/text/wallet.ts';
import type { FeeCalculation } from '#contract/wallet.ts';
import { Sum } from './sum.tsx';

/** How a marketing fee came about, code by code. Source: D-350, decision 0100. */
export function FeeSums({ fee: { sportName, codes } }: { fee: FeeCalculation }) {
  return (
    <div className="stack">
      {codes.map(({ code, unit, value, payments, received, amount }) => (
        <section key={`${code} ${unit} ${value}`} className="stack-s">
          <h3 className="t-strong">
            {text.feeCode(code)} · {sportName}
          </h3>
          <dl className="wallet-sums">
            <Sum name={text.feeReceived} cents={received} />
            <dd className="wallet-sums__why t-small t-2">{text.feePayments(payments)}</dd>
            <Sum name={text.feeShare[unit](value)} cents={amount} isOwn />
          </dl>
        </section>
      ))}
      <p className="t-small t-2">{text.feeHelp}</p>
      <p className="t-small t-2">{text.membersHidden}</p>
    </div>
  );
}
