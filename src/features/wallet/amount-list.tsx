import { useState, type ReactNode } from 'react';
import type { InputOf, OutputOf } from '#contract/call.ts';
import { listAmounts, REVENUE_PAGE, type Amount } from '#contract/wallet.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { trueNowMs } from '#store/server-time.ts';
import { useScope } from '#app/data/me.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatMoney } from '#app/format/money.ts';
import { shortPeriod } from '#app/format/periods.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { useKept } from '#app/navigation/entries.ts';
import { formatFullDay } from '#app/payments/billing-days.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Field } from '#ui/forms/field.tsx';
import { DownloadIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { CalculationSheet } from './calculation-sheet.tsx';
import type { OpenedAmount } from './onward-sums.tsx';
import type { AmountTab } from './revenue-section.tsx';
import { useCsv } from './use-csv.ts';
import { WayIcon } from './way-icon.tsx';

const isDay = (typed: string): boolean => /^\d{4}-\d\d-\d\d$/.test(typed);

/** Each amount, newest first, between two days. Each opens to how it came about. Source: WAL-004, WAL-024. */
export function AmountList({ tab }: { tab: AmountTab }) {
  const [from, setFrom] = useKept('from', '');
  const [to, setTo] = useKept('to', '');
  return (
    <>
      <div className="wallet-dates">
        <Field label={text.from} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        <Field label={text.to} type="date" value={to} onChange={(event) => setTo(event.target.value)} />
      </div>
      <Amounts
        wanted={{ type: tab, ...(isDay(from) && { date_from: from }), ...(isDay(to) && { date_to: to }) }}
        empty={text.empty}
      />
    </>
  );
}

type WantedAmounts = Omit<InputOf<typeof listAmounts>, 'limit' | 'offset'>;
type AmountSums = OutputOf<typeof listAmounts>['sums'];

interface AmountsProps {
  wanted: WantedAmounts;
  /** Why there is none. */
  empty: string;
  /** What stands above the rows. */
  head?: (sums: AmountSums) => ReactNode;
}

/** The amounts of a filter, a page after the other. */
export function Amounts({ wanted, empty, head }: AmountsProps) {
  const [opened, setOpened] = useState<OpenedAmount>();
  const paged = usePagedAnswer(
    listAmounts,
    JSON.stringify(wanted),
    (page) => ({ ...wanted, limit: REVENUE_PAGE, offset: page * REVENUE_PAGE }),
    useScope(),
  );
  return (
    <>
      <AnswerList
        paged={paged}
        shape="row"
        empty={
          <EmptyState drawing="quiet" title={text.emptyTitle}>
            {empty}
          </EmptyState>
        }
      >
        {(rows) => (
          <div className="stack">
            {head?.(paged.answered.answer?.sums)}
            <RowList label={text.list}>
              {rows.map((row) => (
                <AmountRow key={row.id} amount={row} onOpen={() => setOpened(row)} />
              ))}
            </RowList>
            <CsvButton wanted={wanted} />
          </div>
        )}
      </AnswerList>
      <CalculationSheet amount={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** Without the year while it is the running one, so that a row keeps to its lines. Days are UTC. */
const dayOf = (date: string): string =>
  date.startsWith(`${new Date(trueNowMs()).getUTCFullYear()}-`) ? shortPeriod('day', date) : formatFullDay(date);

const titleOf = ({ type, amount, bankAccount }: Amount): string => {
  if (type !== 'withdrawal') return text.types[type];
  if (amount > 0) return text.cameBack;
  return bankAccount ? text.bankEnding(bankAccount) : text.types.withdrawal;
};

/** `+$4.00`, `−$30.00`. */
const signed = (cents: number): string => `${cents < 0 ? '−' : '+'}${formatMoney(Math.abs(cents))}`;

function AmountRow({ amount, onOpen }: { amount: Amount; onOpen: () => void }) {
  const isTakenBack = amount.amount < 0 && amount.type !== 'withdrawal';
  const about = [amount.channelName, dayOf(amount.date), isTakenBack && text.takenBack].filter(Boolean);
  return (
    <ListRow
      leading={<WayIcon isIn={amount.amount > 0} />}
      title={titleOf(amount)}
      text={about.join(' · ')}
      onOpen={onOpen}
      trailing={
        <span className={amount.amount > 0 ? 'num t-strong wallet-in' : 'num t-strong'}>{signed(amount.amount)}</span>
      }
    />
  );
}

function CsvButton({ wanted }: Pick<AmountsProps, 'wanted'>) {
  const { isBusy, save } = useCsv(wanted);
  const wait = useWaitReason(text.csvOffline);
  return (
    <div className="stack-s">
      <Button
        size="m"
        variant="ghost"
        icon={<DownloadIcon />}
        busy={isBusy && text.saving}
        disabled={wait !== undefined}
        aria-describedby={wait && 'csv-wait'}
        onClick={() => void save()}
      >
        {text.csv}
      </Button>
      {wait && (
        <p className="t-small t-2" id="csv-wait">
          {wait}
        </p>
      )}
    </div>
  );
}
