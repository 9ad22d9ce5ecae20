import { dashboardText as text } from '#contract/text/dashboard.ts';
import type { RevenueRow } from '#contract/wallet.ts';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';
import { trueNowMs } from '#store/server-time.ts';
import { Plot, type PlotSeries } from '#ui/charts/plot.tsx';
import { ForwardIcon } from '#ui/icons.ts';
import { formatMoney } from '#app/format/money.ts';
import { formatMoneyShort, sumOf } from './figures.ts';
import { fullPeriod, labelsOf, lastPeriods } from '#app/format/periods.ts';
import { amountsAddress } from '#app/navigation/amounts-address.ts';
import type { AmountTab } from './revenues.tsx';

/** Periods of the plot: two bars each must be told apart at 320 px. The first page of the list has them. */
const SHOWN = 6;
/** A dollar. */
const UNIT_CENTS = 100;

/** Earned and transferred in the last periods; the sum leads to its amounts. */
export function RevenuePlot({
  rows,
  tab,
  period,
  channelId,
}: {
  rows: readonly RevenueRow[];
  tab: AmountTab;
  period: RevenuePeriod;
  /** Absent: of all channels. */
  channelId: string | undefined;
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
  const amounts = amountsAddress({
    tab: isTransferred ? 'transferred' : 'earned',
    period,
    from: dates[0]!,
    until: dates.at(-1)!,
    ...(channelId && { channelId }),
  });
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
        <a className="dashboard__sum" href={amounts}>
          <span className="line dashboard__total">
            {formatMoney(sumOf(isTransferred ? transferred : earned))}
            <ForwardIcon className="icon-s" aria-hidden="true" />
          </span>
          <span className="dashboard__finding">
            {isTransferred ? text.transferredIn(from, to) : text.earnedIn(from, to)}
          </span>
        </a>
      }
    />
  );
}
