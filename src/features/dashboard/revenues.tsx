import { readSeries } from '#contract/dashboard.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { readRevenueStatistics } from '#contract/wallet.ts';
import { AMOUNT_TABS, type RevenuePeriod } from '#contract/wallet-lists.ts';
import { ForwardIcon } from '#ui/icons.ts';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useKept } from '#app/navigation/entries.ts';
import { PeriodSelect } from '#app/lists/period-select.tsx';
import { RevenueList } from './revenue-list.tsx';
import { RevenuePlot } from './revenue-plot.tsx';
import { SportRevenues } from './sport-revenues.tsx';
import type { DashboardTarget } from './use-target.ts';
import { WidgetAnswer } from './widget-answer.tsx';

export type AmountTab = (typeof AMOUNT_TABS)[number];
const TABS = AMOUNT_TABS.map((value) => ({ value, label: text.tabs[value] }));

/** What was earned and transferred, by period. Source: DAS-005, DAS-017, DAS-018, D-352. */
export function Revenues({ target }: { target: DashboardTarget }) {
  const [tab, setTab] = useKept<AmountTab>('amounts', 'all');
  const [period, setPeriod] = useKept<RevenuePeriod>('revenue period', 'month');
  const scope = useScope();
  const channelId = target.channel?.id;
  const input = { period, ...(channelId !== undefined && { channelId }) };
  const first = useAnswer(readRevenueStatistics, input, { scope });
  const series = useAnswer(readSeries, { period, ...(target.id && { mediaId: target.id }) }, { scope });
  return (
    <section>
      <SectionHeading>{text.revenues}</SectionHeading>
      <div className="card stack">
        <Segmented label={text.tab} options={TABS} value={tab} onChange={setTab} />
        <PeriodSelect value={period} onChange={setPeriod} />
        {target.channel && <p className="t-small t-2">{text.ofChannel(target.channel.name)}</p>}
        <WidgetAnswer answered={first}>
          {({ count, results }) => (
            <>
              <RevenuePlot rows={results} tab={tab} period={period} channelId={channelId} />
              <RevenueList key={JSON.stringify(input)} rows={results} count={count} tab={tab} input={input} />
            </>
          )}
        </WidgetAnswer>
        {tab !== 'transferred' && series.answer && (
          <SportRevenues series={series.answer} period={period} channelId={channelId} />
        )}
        <a className="more-link dashboard__wallet" href="/educator-wallet">
          {text.wallet}
          <ForwardIcon className="icon-s" />
        </a>
      </div>
    </section>
  );
}
