import type { AreaHandlers } from '#server/calls/context.ts';
import { readLastPublished, readStatistics } from './figures.ts';
import { readRetention, readSeries } from './series.ts';
import { changeWidgets, readWidgets } from './widgets.ts';

/** The Creator's dashboard. Source: D-142…D-146, D-274; decision 0103. */
export const dashboardHandlers: AreaHandlers<'dashboard'> = {
  'dashboard.lastPublished': readLastPublished,
  'dashboard.statistics': readStatistics,
  'dashboard.series': readSeries,
  'dashboard.retention': readRetention,
  'dashboard.widgets': readWidgets,
  'dashboard.changeWidgets': changeWidgets,
};
