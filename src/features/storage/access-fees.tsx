import { storagePageText } from '#contract/text/storage-page.ts';
import { formatMoney } from '#app/format/money.ts';

const text = storagePageText.fees;

/** The fees that apply to a Creator, to read. Source: STO-002, D-153. */
export function AccessFees({ unusedFees }: { unusedFees: number }) {
  const lines = [
    [text.unused, text.unusedHelp, formatMoney(unusedFees)],
    [text.transaction, text.transactionHelp, ''],
    [text.transfer, text.transferHelp, ''],
    [text.marketing, text.marketingHelp, ''],
  ] as const;
  return (
    <ul className="card storage-lines" aria-label={storagePageText.tabs.fees}>
      {lines.map(([name, help, amount]) => (
        <li key={name} className="storage-lines__line">
          <span className="t-label">{name}</span>
          <span className="num t-strong">{amount}</span>
          <span className="storage-lines__why t-small t-2">{help}</span>
        </li>
      ))}
    </ul>
  );
}
