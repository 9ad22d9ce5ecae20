import { useState } from 'react';
import { changeWidgets } from '#contract/dashboard.ts';
import { completeWidgets, type DashboardWidgets } from '#contract/dashboard-widgets.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ReorderList } from '#ui/lists/reorder-list.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { useWidgetSettings } from './use-widget-settings.ts';

/** Order and visibility of the widgets, while the feature is on. Source: DAS-010, D-144. */
export function WidgetSettingsPage() {
  const { isOn, isLoading } = useWidgetSettings();
  const me = useMe();
  return (
    <ListPage title={text.widgetsTitle}>
      {isOn && me ? (
        <Arrange widgets={completeWidgets(me.dashboardWidgets)} />
      ) : isLoading || (isOn && !me) ? (
        <Skeleton shape="row" count={4} />
      ) : (
        <EmptyState drawing="quiet" title={text.widgetsOff} />
      )}
    </ListPage>
  );
}

function Arrange({ widgets }: { widgets: DashboardWidgets }) {
  const act = useAct();
  // Not the row: a second change may come before the row has the first.
  const [{ order, hidden }, setWidgets] = useState(widgets);
  const change = (next: Partial<DashboardWidgets>) => {
    const changed = { order, hidden, ...next };
    setWidgets(changed);
    void act(changeWidgets, changed);
  };
  return (
    <div className="stack">
      <p className="t-2">{text.widgetsHelp}</p>
      <ReorderList
        label={text.widgetOrder}
        items={order.map((id) => ({ id, title: text.widgets[id] }))}
        onMove={({ ids }) => change({ order: order.toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b)) })}
      />
      <fieldset className="card stack">
        <legend className="visually-hidden">{text.widgetShown}</legend>
        {order.map((widget) => (
          <Switch
            key={widget}
            label={text.widgets[widget]}
            checked={!hidden.includes(widget)}
            onChange={({ target: { checked } }) =>
              change({ hidden: checked ? hidden.filter((one) => one !== widget) : [...hidden, widget] })
            }
          />
        ))}
      </fieldset>
    </div>
  );
}
