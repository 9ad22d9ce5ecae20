import { readRevenueStatistics, REVENUE_PAGE, type RevenueRow } from '#contract/wallet.ts';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { useScope } from '#app/data/me.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { fullPeriod } from '#app/format/periods.ts';
import { amountsAddress } from '#app/navigation/amounts-address.ts';
import { useKept } from '#app/navigation/entries.ts';
import { Accordion } from '#ui/lists/accordion.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ForwardIcon } from '#ui/icons.ts';
import type { AmountTab } from './revenue-section.tsx';
import { formatSum, Sum } from './sum.tsx';

interface PeriodListProps {
  period: RevenuePeriod;
  tab: AmountTab;
  channelId: string | undefined;
}

/** Sums of days, weeks, months or years, a page at a time; each opens to what it is made of. Source: WAL-010…WAL-012, WAL-026. */
export function PeriodList({ period, tab, channelId }: PeriodListProps) {
  const [page, setPage] = useKept(`page of ${period}`, 1);
  const wanted = { period, ...(channelId && { channelId }), limit: REVENUE_PAGE, offset: REVENUE_PAGE * (page - 1) };
  const answered = useAnswer(readRevenueStatistics, wanted, { scope: useScope() });
  return (
    <AnswerView answered={answered} shape="row">
      {({ count, results }) =>
        count === 0 ? (
          <EmptyState drawing="quiet" title={text.emptyTitle}>
            {text.empty}
          </EmptyState>
        ) : (
          <div className="stack">
            <Accordion
              items={results.map((row) => ({
                id: row.date,
                title: <Title row={row} period={period} tab={tab} />,
                content: <Parts row={row} period={period} tab={tab} channelId={channelId} />,
              }))}
            />
            <Pages page={page} last={Math.ceil(count / REVENUE_PAGE)} onChange={setPage} />
          </div>
        )
      }
    </AnswerView>
  );
}

function Title({ row, period, tab }: { row: RevenueRow } & Pick<PeriodListProps, 'period' | 'tab'>) {
  return (
    <span className="between">
      <span>{fullPeriod(period, row.date)}</span>
      <span className="num">{formatSum(tab === 'transferred' ? -row.withdrawal : row.revenue)}</span>
    </span>
  );
}

interface PagesProps {
  page: number;
  last: number;
  onChange: (page: number) => void;
}

function Pages({ page, last, onChange }: PagesProps) {
  if (last < 2) return null;
  return (
    <nav className="between" aria-label={text.pages}>
      <Button size="m" variant="ghost" disabled={page === 1} onClick={() => onChange(page - 1)}>
        {text.newer}
      </Button>
      <span className="t-small t-2">{text.pageOf(page, last)}</span>
      <Button size="m" variant="ghost" disabled={page >= last} onClick={() => onChange(page + 1)}>
        {text.older}
      </Button>
    </nav>
  );
}

/** What a period is made of. */
function Parts({ row, period, tab, channelId }: { row: RevenueRow } & PeriodListProps) {
  const { content, referral } = row.details;
  const earned = [
    ...content.details.flatMap(({ channelName, contentBaseIncome, viewBaseIncome }) => [
      [`${channelName ?? text.goneChannel} · ${text.types.content_base}`, contentBaseIncome] as const,
      [`${channelName ?? text.goneChannel} · ${text.types.views_base}`, viewBaseIncome] as const,
    ]),
    [text.types.standard_marketing_fee, referral.standardMarketingFeeTotal] as const,
    [text.types.custom_marketing_fee, referral.customMarketingFeeTotal] as const,
  ];
  const lines = [
    ...(tab === 'transferred' ? [] : earned),
    ...(tab === 'earned' ? [] : [[text.types.withdrawal, -row.withdrawal] as const]),
  ].filter(([, cents]) => cents !== 0);
  return (
    <>
      <dl className="wallet-sums">
        {lines.map(([name, cents], at) => (
          <Sum key={at} name={name} cents={cents} />
        ))}
      </dl>
      <a className="more-link" href={amountsAddress({ tab, period, from: row.date, ...(channelId && { channelId }) })}>
        {text.amountsOf(fullPeriod(period, row.date))}
        <ForwardIcon className="icon-s" aria-hidden="true" />
      </a>
    </>
  );
}
