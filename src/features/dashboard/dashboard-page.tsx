import { useState } from 'react';
import { completeWidgets, type Widget } from '#contract/dashboard-widgets.ts';
import { readLastPublished, readStatistics } from '#contract/dashboard.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { SettingsIcon } from '#ui/icons.ts';
import { AnswerAge } from '#app/data/answer-view.tsx';
import { useMe, useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LastPublished, type PublishedChoice } from './last-published.tsx';
import { Revenues } from './revenues.tsx';
import { Statistics } from './statistics.tsx';
import { StorageWidget } from './storage-widget.tsx';
import { useTarget, type DashboardTarget } from './use-target.ts';
import { useWidgetSettings } from './use-widget-settings.ts';
import './dashboard.css';

/** The Creator's statistics. Source: DAS-001…DAS-006, D-142…D-146. */
export function DashboardPage() {
  const target = useTarget();
  const scope = useScope();
  return (
    <ListPage root title={text.title} className="dashboard">
      {target && <TargetFigures key={`${scope} ${target.id ?? ''}`} target={target} />}
    </ListPage>
  );
}

function TargetFigures({ target }: { target: DashboardTarget }) {
  const scope = useScope();
  const [choice, setChoice] = useState<PublishedChoice>({ sortBy: 'newest', pricing: 'all' });
  const ofTarget = target.id === undefined ? {} : { mediaId: target.id };
  const published = useAnswer(readLastPublished, { ...ofTarget, ...choice }, { scope });
  const statistics = useAnswer(readStatistics, ofTarget, { scope });
  const [isReady, setReady] = useState(false);
  if (!isReady && !published.isLoading && !statistics.isLoading) setReady(true);
  const parts: Record<Widget, React.ReactNode> = {
    lastPublished: <LastPublished target={target} answered={published} choice={choice} onChoose={setChoice} />,
    statistics: <Statistics target={target} answered={statistics} items={published.answer?.results ?? []} />,
    storage: <StorageWidget />,
    revenues: <Revenues target={target} />,
  };
  return (
    <>
      <FilterBar target={target} />
      <AfterSkeleton read={isReady ? parts : undefined} shape="card" count={3}>
        {(shown) => (
          <>
            <AnswerAge answered={statistics} />
            <Widgets parts={shown} />
          </>
        )}
      </AfterSkeleton>
    </>
  );
}

/** The widgets that the person wants, in their order. Source: D-144, DAS-010. */
function Widgets({ parts }: { parts: Record<Widget, React.ReactNode> }) {
  const me = useMe();
  const { isOn } = useWidgetSettings();
  const { order, hidden } = completeWidgets(me?.dashboardWidgets);
  const shown = order.filter((widget) => !hidden.includes(widget));
  return (
    <>
      {shown.map((widget) => (
        <div key={widget} className="dashboard__widget">
          {parts[widget]}
        </div>
      ))}
      {shown.length === 0 && (
        <EmptyState drawing="quiet" title={text.allHidden}>
          {text.allHiddenHelp}
        </EmptyState>
      )}
      {isOn && (
        <p className="dashboard__arrange">
          <Button
            size="m"
            variant="ghost"
            icon={<SettingsIcon className="icon-s" />}
            href="/dashboard/educator/widget-settings"
          >
            {text.arrange}
          </Button>
        </p>
      )}
    </>
  );
}
