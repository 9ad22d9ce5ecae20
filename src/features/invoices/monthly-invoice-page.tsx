import { readMonthlyInvoices } from '#contract/invoices.ts';
import { invoicesText as text } from '#contract/text/invoices.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatMoney } from '#app/format/money.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { formatFullDay, formatMonth } from '#app/payments/billing-days.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { InvoiceStateBadge } from './invoice-state.tsx';

/** The invoices of a month, and when the next one comes. Source: SUB-034, NAV-069. @param props.month 1 to 12. */
export function MonthlyInvoicePage({ year, month }: { year: number; month: number }) {
  const monthly = useAnswer(readMonthlyInvoices, { year, month });
  return (
    <ListPage title={formatMonth(year, month)}>
      <AnswerView answered={monthly} shape="row">
        {({ invoices, nextMonthFirstDate }) => (
          <div className="stack">
            {invoices.length === 0 ? (
              <EmptyState drawing="quiet" title={text.emptyMonth} />
            ) : (
              <RowList label={text.invoices}>
                {invoices.map(({ id, createdAt, totalAmount, currency, status }) => (
                  <ListRow
                    key={id}
                    href={`/invoice/${id}`}
                    title={formatFullDay(createdAt)}
                    text={<InvoiceStateBadge status={status} />}
                    trailing={<span className="num t-strong">{formatMoney(totalAmount, currency)}</span>}
                  />
                ))}
              </RowList>
            )}
            <p className="t-small t-2">
              {nextMonthFirstDate ? text.nextBill(formatFullDay(nextMonthFirstDate)) : text.noNextBill}
            </p>
          </div>
        )}
      </AnswerView>
    </ListPage>
  );
}
