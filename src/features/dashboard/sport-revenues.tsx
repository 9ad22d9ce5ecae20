import { dashboardText as text } from '#contract/text/dashboard.ts';
import type { DashboardSeries } from '#contract/dashboard.ts';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';
import { LaneBar } from '#ui/charts/lane-bar.tsx';
import { ForwardIcon } from '#ui/icons.ts';
import { formatMoney } from '#app/format/money.ts';
import { amountsAddress } from '#app/navigation/amounts-address.ts';
import { changeOf, sumOf } from './figures.ts';

interface SportRevenuesProps {
  series: Pick<DashboardSeries, 'dates' | 'revenues'>;
  period: RevenuePeriod;
  /** Absent: of all channels. */
  channelId: string | undefined;
}

/** What each sport earned in the plotted periods, the most first; each leads to the amounts that make it. */
export function SportRevenues({ series: { dates, revenues }, period, channelId }: SportRevenuesProps) {
  const shown = {
    tab: 'earned',
    period,
    from: dates[0]!,
    until: dates.at(-1)!,
    ...(channelId && { channelId }),
  } as const;
  const sports = revenues
    .map(({ sportId, sportName, now, before }) => ({
      name: sportName ?? text.fees,
      href: amountsAddress({
        ...shown,
        ...(sportId === null ? { source: 'referral' } : { sportId, source: 'content' }),
      }),
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
        {sports.map(({ name, href, amount, before }) => (
          <li key={href} className="stack-s">
            <a className="between dashboard__sport" href={href}>
              <span className="t-strong line">
                {name}
                <ForwardIcon className="icon-s" aria-hidden="true" />
              </span>
              <span className="num t-strong">{formatMoney(amount)}</span>
            </a>
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
