import { dashboardText as text } from '#contract/text/dashboard.ts';
import type { DashboardSeries } from '#contract/dashboard.ts';
import type { RevenuePeriod } from '#contract/wallet.ts';
import { LaneBar } from '#ui/charts/lane-bar.tsx';
import { formatMoney } from '#app/format/money.ts';
import { changeOf, sumOf } from './figures.ts';

/** What each sport earned in the plotted periods, the most first. */
export function SportRevenues({ revenues, period }: { revenues: DashboardSeries['revenues']; period: RevenuePeriod }) {
  const sports = revenues
    .map(({ sportId, sportName, now, before }) => ({
      id: sportId ?? 'fees',
      name: sportName ?? text.fees,
      amount: sumOf(now),
      before: sumOf(before),
    }))
    .filter(({ amount, before }) => amount !== 0 || before !== 0)
    .toSorted((a, b) => b.amount - a.amount);
  if (sports.length === 0) return null;
  const most = Math.max(...sports.map(({ amount }) => amount), 1);
  return (
    <div className="stack-s dashboard__sports">
      <h3 className="t-h3">
        {text.bySport}, {text.spans[period]}
      </h3>
      <ul className="stack">
        {sports.map(({ id, name, amount, before }) => (
          <li key={id} className="stack-s">
            <span className="between">
              <span className="t-strong">{name}</span>
              <span className="num t-strong">{formatMoney(amount)}</span>
            </span>
            <LaneBar
              thin
              kind="meter"
              label={name}
              value={Math.max(0, (amount / most) * 100)}
              valueText={formatMoney(amount)}
            />
            <span className="t-small t-2">{changeOf(amount, before, text.spans[period])}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
