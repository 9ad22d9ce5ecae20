import {
  readSeries,
  type DashboardSeries,
  type DashboardStatistics,
  type PublishedItem,
  type readStatistics,
} from '#contract/dashboard.ts';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { Plot } from '#ui/charts/plot.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { StatBoard } from '#ui/charts/stat-board.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer, type Answered } from '#app/data/use-answer.ts';
import { formatCount } from '#app/format/format.ts';
import { useKept } from '#app/navigation/entries.ts';
import { changeOf, formatCompact, formatWatched, sumOf, watchedUnit } from './figures.ts';
import { PeriodSelect } from '#app/lists/period-select.tsx';
import { labelsOf } from '#app/format/periods.ts';
import { Retention } from './retention.tsx';
import type { DashboardTarget } from './use-target.ts';
import { WidgetAnswer } from './widget-answer.tsx';

const METRICS = ['views', 'watchedMs', 'followers'] as const;
type Metric = (typeof METRICS)[number];
const METRIC_OPTIONS = METRICS.map((value) => ({ value, label: text.metrics[value] }));

const statsOf = (figures: DashboardStatistics) => {
  const count = (name: Exclude<keyof DashboardStatistics, 'rating'>, highlight = false) => ({
    label: text.stats[name],
    value: figures[name] < 10_000 ? formatCount(figures[name]) : formatCompact(figures[name]),
    highlight,
  });
  const rating = figures.rating === null ? text.noRating : figures.rating.toFixed(1);
  return [
    { label: text.stats.rating, value: rating, highlight: true },
    count('followers', true),
    count('views', true),
    count('channels'),
    count('playlist'),
    count('video'),
    count('audio'),
    count('text'),
  ];
};

interface StatisticsProps {
  target: DashboardTarget;
  answered: Answered<typeof readStatistics>;
  items: readonly PublishedItem[];
}

/** Figures of all time, and their development. Source: DAS-003, DAS-012. */
export function Statistics({ target, answered, items }: StatisticsProps) {
  const [period, setPeriod] = useKept<RevenuePeriod>('trend period', 'day');
  const [metric, setMetric] = useKept<Metric>('trend', 'views');
  const scope = useScope();
  const series = useAnswer(readSeries, { period, ...(target.id && { mediaId: target.id }) }, { scope });
  return (
    <section>
      <SectionHeading>{text.statistics}</SectionHeading>
      <div className="stack">
        <WidgetAnswer answered={answered}>{(figures) => <StatBoard stats={statsOf(figures)} />}</WidgetAnswer>
        <div className="card stack">
          <h3 className="visually-hidden">{text.trends}</h3>
          <Segmented label={text.trend} options={METRIC_OPTIONS} value={metric} onChange={setMetric} />
          <PeriodSelect value={period} onChange={setPeriod} />
          <WidgetAnswer answered={series}>
            {(figures) => <Trend figures={figures} metric={metric} period={period} />}
          </WidgetAnswer>
        </div>
        <Retention items={items} period={period} />
      </div>
    </section>
  );
}

const formatOf = (metric: Metric) => (metric === 'watchedMs' ? formatWatched : formatCount);

function Trend({ figures, metric, period }: { figures: DashboardSeries; metric: Metric; period: RevenuePeriod }) {
  const [now, before] = [figures.now[metric], figures.before[metric]];
  const isStock = metric === 'followers';
  const format = formatOf(metric);
  const [total, former] = isStock ? [now.at(-1) ?? 0, before.at(-1) ?? 0] : [sumOf(now), sumOf(before)];
  const span = text.spans[period];
  return (
    <Plot
      label={`${text.metrics[metric]}, ${span}`}
      axis={text.axes[period]}
      labels={labelsOf(period, figures.dates)}
      series={[
        { name: text.now, values: now, look: isStock ? 'line' : 'bar' },
        { name: text.before, values: before, look: isStock ? 'dashed' : 'mark' },
      ]}
      formatTick={metric === 'watchedMs' ? formatWatched : formatCompact}
      format={format}
      unit={metric === 'watchedMs' ? watchedUnit([...now, ...before]) : 1}
      caption={
        <>
          <span className="dashboard__total">{format(total)}</span>
          <span className="dashboard__finding">
            {isStock ? text.followersNow : `${text.metrics[metric]}, ${span}`}
            {'. '}
            {changeOf(total, former, span)}
          </span>
          {metric === 'watchedMs' && <span className="dashboard__finding">{text.watchedHelp}</span>}
        </>
      }
    />
  );
}
