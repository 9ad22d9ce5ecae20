import { dashboardText as text } from '#contract/text/dashboard.ts';
import type { RevenuePeriod, RevenueRow } from '#contract/wallet.ts';
import { trueNowMs } from '#store/server-time.ts';
import { Plot, type PlotSeries } from '#ui/charts/plot.tsx';
import { formatMoney } from '#app/format/money.ts';
import { formatMoneyShort, sumOf } from './figures.ts';
import { fullPeriod, labelsOf, lastPeriods } from '#app/format/periods.ts';
import type { AmountTab } from './revenues.tsx';

/** Periods of the plot: two bars each must be told apart at 320 px. The first page of the list has them. */
const SHOWN = 6;
/** A dollar. */
const UNIT_CENTS = 100;

/** Earned and transferred in the last periods. */
export function RevenuePlot({
  rows,
  tab,
  period,
}: {
  rows: readonly RevenueRow[];
  tab: AmountTab;
  period: RevenuePeriod;
}) {
  const dates = lastPeriods(period, SHOWN, trueNowMs());
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const earned = dates.map((date) => byDate.get(date)?.revenue ?? 0);
  const transferred = dates.map((date) => byDate.get(date)?.withdrawal ?? 0);
  const series: PlotSeries[] = [
    ...(tab === 'transferred' ? [] : [{ name: text.earned, values: earned, look: 'bar' as const }]),
    ...(tab === 'earned' ? [] : [{ name: text.transferred, values: transferred, look: 'hatched' as const }]),
  ];
  const [from, to] = [fullPeriod(period, dates[0]!), fullPeriod(period, dates.at(-1)!)];
  const isTransferred = tab === 'transferred';
  return (
    <Plot
      label={text.revenues}
      axis={text.axes[period]}
      labels={labelsOf(period, dates)}
      series={series}
      unit={UNIT_CENTS}
      formatTick={formatMoneyShort}
      format={(cents) => formatMoney(cents)}
      caption={
        <>
          <span className="dashboard__total">{formatMoney(sumOf(isTransferred ? transferred : earned))}</span>
          <span className="dashboard__finding">
            {isTransferred ? text.transferredIn(from, to) : text.earnedIn(from, to)}
          </span>
        </>
      }
    />
  );
}
