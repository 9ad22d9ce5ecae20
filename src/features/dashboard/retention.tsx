import { useState } from 'react';
import { readRetention, type DashboardRetention, type PublishedItem } from '#contract/dashboard.ts';
import type { RevenuePeriod } from '#contract/wallet-lists.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { Plot } from '#ui/charts/plot.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatShare } from './figures.ts';
import { WidgetAnswer } from './widget-answer.tsx';

/** How far members get in a video or audio of the carousel. Source: decision 0103. */
export function Retention({ items, period }: { items: readonly PublishedItem[]; period: RevenuePeriod }) {
  const played = items.filter(({ content }) => content.type !== 'text');
  const [chosen, setChosen] = useState<string>();
  const item = played.find(({ id }) => id === chosen) ?? played[0];
  if (!item) return null;
  return (
    <div className="card stack">
      <h3 className="t-h3">{text.retention}</h3>
      <Select
        label={text.retentionItem}
        options={played.map(({ id, title }) => ({ value: id, label: title }))}
        value={item.id}
        onChange={setChosen}
      />
      <ItemRetention key={item.id} item={item} period={period} />
    </div>
  );
}

function ItemRetention({ item, period }: { item: PublishedItem; period: RevenuePeriod }) {
  const scope = useScope();
  const answered = useAnswer(readRetention, { publishedId: item.id, period }, { scope });
  return (
    <WidgetAnswer answered={answered}>
      {(retention) => <RetentionPlot title={item.title} retention={retention} period={period} />}
    </WidgetAnswer>
  );
}

const TENTHS = Array.from({ length: 11 }, (_, n) => n / 10);
/** The middle of an item. */
const MIDDLE = 5;

const SCALE = { top: 100, ticks: [0, 50, 100] };

/** Shares of those who began; null without any. */
const sharesOf = (reached: readonly number[]): (number | null)[] =>
  TENTHS.map((_, n) => (reached[0] ? ((reached[n] ?? 0) / reached[0]) * 100 : null));

function RetentionPlot({
  title,
  retention,
  period,
}: {
  title: string;
  retention: DashboardRetention;
  period: RevenuePeriod;
}) {
  const [now, before] = [sharesOf(retention.now), sharesOf(retention.before)];
  const middle = now[MIDDLE] ?? null;
  if (middle === null) return <p className="t-2">{text.retentionEmpty}</p>;
  const isCompared = before[0] !== null;
  return (
    <Plot
      label={`${text.retention}: ${title}`}
      axis={text.retentionAxis}
      labels={TENTHS.map((tenth) => ({ short: formatShare(tenth), full: formatShare(tenth) }))}
      series={[
        { name: text.now, values: now, look: 'line' },
        ...(isCompared ? [{ name: text.before, values: before, look: 'dashed' as const }] : []),
      ]}
      scale={SCALE}
      formatTick={(value) => formatShare(value / 100)}
      format={(value) => formatShare(value / 100)}
      caption={
        <span className="dashboard__finding">
          {text.retentionFinding(formatShare(middle / 100), text.spans[period])}
        </span>
      }
    />
  );
}
