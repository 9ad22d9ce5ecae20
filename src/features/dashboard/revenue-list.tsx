import { dashboardText as text } from '#contract/text/dashboard.ts';
import { readRevenueStatistics, REVENUE_PAGE, type RevenueRow } from '#contract/wallet.ts';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TransferredIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatMoney } from '#app/format/money.ts';
import { formatLeft, sumOf } from './figures.ts';
import { fullPeriod } from '#app/format/periods.ts';
import { amountsAddress } from '#app/navigation/amounts-address.ts';
import { useKept } from '#app/navigation/entries.ts';
import type { AmountTab } from './revenues.tsx';
import { WidgetAnswer } from './widget-answer.tsx';

interface PartProps {
  tab: AmountTab;
  input: { period: RevenuePeriod; channelId?: string };
}
interface RevenueListProps extends PartProps {
  /** The first page. */
  rows: readonly RevenueRow[];
  /** Of all pages. */
  count: number;
}

const isShown = ({ revenue, withdrawal }: RevenueRow, tab: AmountTab): boolean =>
  (tab !== 'transferred' && revenue !== 0) || (tab !== 'earned' && withdrawal !== 0);

/** Amounts by period, newest first, 300 px high. Source: DAS-007, DAS-018. */
export function RevenueList({ rows, count, tab, input }: RevenueListProps) {
  const [pages, setPages] = useKept(`amounts ${JSON.stringify(input)}`, 1);
  const isMore = pages * REVENUE_PAGE < count;
  if (!isMore && pages === 1 && !rows.some((row) => isShown(row, tab)))
    return <NoAmounts tab={tab} isOfChannel={input.channelId !== undefined} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
    <section className="dashboard__amounts" tabIndex={0} aria-label={text.amounts}>
      <RowList plain label={text.amounts}>
        <Rows rows={rows} tab={tab} input={input} />
        {Array.from({ length: pages - 1 }, (_, page) => (
          <LaterPage key={page} page={page + 1} tab={tab} input={input} />
        ))}
      </RowList>
      {isMore && (
        <Button size="m" variant="ghost" block onClick={() => setPages(pages + 1)}>
          {text.more}
        </Button>
      )}
    </section>
  );
}

function NoAmounts({ tab, isOfChannel }: { tab: AmountTab; isOfChannel: boolean }) {
  return (
    <div className="dashboard__none">
      <p className="t-strong">{text.noAmounts[tab]}</p>
      <p className="t-small t-2">{tab === 'transferred' && isOfChannel ? text.noTransfersHere : text.noAmountsHelp}</p>
    </div>
  );
}

function LaterPage({ page, tab, input }: PartProps & { page: number }) {
  const scope = useScope();
  const answered = useAnswer(readRevenueStatistics, { ...input, offset: page * REVENUE_PAGE }, { scope });
  if (answered.answer) return <Rows rows={answered.answer.results} tab={tab} input={input} />;
  return (
    <li>
      <WidgetAnswer answered={answered} shape="row">
        {() => null}
      </WidgetAnswer>
    </li>
  );
}

/** What a revenue is made of. */
const partsOf = ({ details: { content, referral } }: RevenueRow): string =>
  [
    content.total !== 0 &&
      text.parts(
        formatMoney(sumOf(content.details.map(({ contentBaseIncome }) => contentBaseIncome))),
        formatMoney(sumOf(content.details.map(({ viewBaseIncome }) => viewBaseIncome))),
      ),
    referral.total !== 0 && text.referral(formatMoney(referral.total)),
  ]
    .filter(Boolean)
    .join(' · ');

/** Each leads to the amounts that make it. */
function Rows({ rows, tab, input }: PartProps & { rows: readonly RevenueRow[] }) {
  const { period } = input;
  return rows.flatMap((row) => [
    tab !== 'transferred' && row.revenue !== 0 && (
      <ListRow
        key={row.date}
        href={amountsAddress({ ...input, tab: 'earned', from: row.date })}
        title={fullPeriod(period, row.date)}
        text={partsOf(row)}
        trailing={<span className="num t-strong">{formatMoney(row.revenue)}</span>}
      />
    ),
    tab !== 'earned' && row.withdrawal !== 0 && (
      <ListRow
        key={`${row.date} out`}
        href={amountsAddress({ ...input, tab: 'transferred', from: row.date })}
        leading={<TransferredIcon className="icon-s" aria-hidden="true" />}
        title={text.transfer}
        text={fullPeriod(period, row.date)}
        trailing={<span className="num t-strong">{formatLeft(row.withdrawal)}</span>}
      />
    ),
  ]);
}
