import { useNavigate } from '@tanstack/react-router';
import { HISTORY_FROM_YEAR, readInvoiceHistory } from '#contract/invoices.ts';
import type { OutputOf } from '#contract/call.ts';
import { invoicesText as text } from '#contract/text/invoices.ts';
import { historyInput } from '#store/keep-invoices.ts';
import { trueNowMs } from '#store/server-time.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatMoney } from '#app/format/money.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { formatMonth } from '#app/payments/billing-days.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Select } from '#ui/forms/select.tsx';

type History = OutputOf<typeof readInvoiceHistory>['years'];

const yearOptions = (now: number) =>
  Array.from({ length: now - HISTORY_FROM_YEAR + 1 }, (_, back) => String(now - back)).map((year) => ({
    value: year,
    label: year,
  }));

/**
 * Months with invoices, of one year. All years are read at once, so that each can be opened offline.
 * Source: SUB-033, SUB-105, NAV-068.
 */
export function InvoiceHistoryPage({ year }: { year: number | undefined }) {
  const now = new Date(trueNowMs()).getUTCFullYear();
  const history = useAnswer(readInvoiceHistory, historyInput());
  const navigate = useNavigate();
  const isKnown = year !== undefined && year >= HISTORY_FROM_YEAR && year <= now;
  return (
    <ListPage title={text.historyTitle}>
      <AnswerView answered={history} shape="row">
        {({ years }) => {
          const shown = isKnown ? year : (years[0]?.year ?? now);
          return (
            <div className="stack">
              <Select
                label={text.year}
                options={yearOptions(now)}
                value={String(shown)}
                onChange={(chosen) =>
                  void navigate({ to: '/invoice-history', search: { year: Number(chosen) }, replace: true })
                }
              />
              <Months years={years} year={shown} />
            </div>
          );
        }}
      </AnswerView>
    </ListPage>
  );
}

function Months({ years, year }: { years: History; year: number }) {
  const months = years.find((each) => each.year === year)?.invoices ?? [];
  if (months.length === 0)
    return (
      <EmptyState drawing="quiet" title={text.emptyYear(year)}>
        {text.emptyYearHelp}
      </EmptyState>
    );
  return (
    <RowList label={text.months}>
      {months.map(({ month, amount, currency }) => (
        <ListRow
          key={`${month}${currency}`}
          href={`/monthly-invoice/${year}/${month}`}
          title={formatMonth(year, month)}
          trailing={<span className="num t-strong">{formatMoney(amount, currency)}</span>}
        />
      ))}
    </RowList>
  );
}
