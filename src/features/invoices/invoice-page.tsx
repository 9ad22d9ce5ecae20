import { listPaymentMethods, paymentsConfig } from '#contract/payments.ts';
import { readInvoice, type Invoice } from '#contract/invoices.ts';
import { commonText } from '#contract/text/common.ts';
import { invoicesText as text } from '#contract/text/invoices.ts';
import { paymentsText } from '#contract/text/payments.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useMe } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatMoney } from '#app/format/money.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { formatFullDay } from '#app/payments/billing-days.ts';
import { cardName } from '#app/payments/card-name.ts';
import { CARDS_INPUT } from '#app/payments/payment-data.ts';
import { useBank } from '#app/payments/use-bank.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { DownloadIcon } from '#ui/icons.ts';
import { Note } from '#ui/states/note.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { itemLines, meaningOf, paymentLines, sumLines, type ExplainedLine } from './invoice-lines.ts';
import { InvoiceStateBadge } from './invoice-state.tsx';
import { usePayInvoice } from './use-pay-invoice.ts';
import './invoices.css';

/** One invoice: every amount with its reason in a plain sentence, and as a PDF, also offline. Source: SUB-035, D-344…D-347. */
export function InvoicePage({ invoiceId }: { invoiceId: string }) {
  const invoice = useAnswer(readInvoice, { invoiceId });
  return (
    <ListPage title={invoice.answer ? text.title(invoice.answer.number) : text.historyTitle}>
      <AnswerView answered={invoice} shape="row">
        {(loaded) => <InvoiceView invoice={loaded} reload={invoice.reload} />}
      </AnswerView>
    </ListPage>
  );
}

function InvoiceView({ invoice, reload }: { invoice: Invoice; reload: () => void }) {
  const payments = paymentLines(invoice);
  return (
    <div className="stack invoice-print">
      <section className="card stack-s" aria-label={text.total}>
        <div className="between">
          <span className="t-score">{formatMoney(invoice.total, invoice.currency)}</span>
          <InvoiceStateBadge status={invoice.status} />
        </div>
        <p>{meaningOf(invoice)}</p>
        <p className="t-small t-2">{text.made(formatFullDay(invoice.createdAt))}</p>
        <PaperParties />
        {invoice.status === 'open' && <PayNow invoice={invoice} reload={reload} />}
      </section>
      <section className="stack-s">
        <SectionHeading>{text.what}</SectionHeading>
        <Lines label={text.items} lines={itemLines(invoice)} />
        <Lines
          label={text.sums}
          lines={[
            ...sumLines(invoice),
            { key: 'total', label: text.total, amount: formatMoney(invoice.total, invoice.currency), why: '' },
          ]}
        />
      </section>
      <section className="stack-s">
        <SectionHeading>{text.payments}</SectionHeading>
        {payments.length === 0 ? <p>{text.noPayments}</p> : <Lines label={text.payments} lines={payments} />}
      </section>
      {/* The browser makes the PDF, so that it needs no network and says what the page says; its name is the page's title. */}
      <Button block variant="outline" className="invoice-print__not" icon={<DownloadIcon />} onClick={() => print()}>
        {text.print}
      </Button>
    </div>
  );
}

/** Who billed whom, as a document that leaves the app has to say. */
function PaperParties() {
  const me = useMe();
  return me && <p className="invoice-print__for">{text.from(commonText.product, `${me.firstName} ${me.lastName}`)}</p>;
}

function Lines({ label, lines }: { label: string; lines: readonly ExplainedLine[] }) {
  return (
    <ul className="card invoice-lines" aria-label={label}>
      {lines.map(({ key, label: name, amount, why }) => (
        <li key={key} className="invoice-lines__line">
          <span className={key === 'total' ? 't-strong' : 't-label'}>{name}</span>
          <span className="num t-strong">{amount}</span>
          {why && <span className="invoice-lines__why t-small t-2">{why}</span>}
        </li>
      ))}
    </ul>
  );
}

function PayNow({ invoice, reload }: { invoice: Invoice; reload: () => void }) {
  const config = useAnswer(paymentsConfig, {});
  const cards = useAnswer(listPaymentMethods, CARDS_INPUT);
  const bank = useBank(config.answer);
  const { isBusy, problem, needsCard, pay } = usePayInvoice(invoice, bank.ask, reload);
  const waitReason = useWaitReason(paymentsText.offline);
  const preferred = cards.answer?.results.find(({ isDefaultMethod }) => isDefaultMethod);
  const hasNoCard = needsCard || cards.answer?.results.length === 0;
  return (
    <div className="stack-s invoice-print__not">
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <p className="t-small t-2" id="pay-help">
        {waitReason ?? (hasNoCard ? text.noCard : preferred && text.chargesPreferred(cardName(preferred)))}{' '}
        <a href="/payment-methods">{hasNoCard ? paymentsText.add : text.changeCard}</a>
      </p>
      <Button
        block
        busy={isBusy && text.paying}
        disabled={waitReason !== undefined || hasNoCard || !config.answer}
        aria-describedby="pay-help"
        onClick={() => void pay()}
      >
        {text.pay(formatMoney(invoice.total, invoice.currency))}
      </Button>
      {bank.dialog}
    </div>
  );
}
