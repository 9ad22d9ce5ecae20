import * as v from 'valibot';
import { defineCall } from './call.ts';
import { DashboardWidgets } from './dashboard-widgets.ts';
import { Id } from './ids.ts';
import { all, owns } from './may.ts';
import { listOf, SafeText } from './patterns.ts';
import { ContentType, PricingCategory } from './rows.ts';
import { REVENUE_PERIODS, type RevenuePeriod } from './wallet-lists.ts';

export { DashboardWidgets } from './dashboard-widgets.ts';

// The Creator’s dashboard. Source: DAS-001…DAS-018, D-142…D-146, D-274; decision 0103.

/** Source: D-145. */
export const PUBLISHED_ORDERS = ['newest', 'most_viewed', 'highest_rated'] as const;
/** Source: D-145. */
export const PUBLISHED_PRICINGS = ['all', 'free', 'member_only'] as const;
/** Items of the carousel. */
export const LAST_PUBLISHED = 12;
/** How many periods a plot shows; as many before them are what they are compared with. */
export const PLOTTED = { day: 14, week: 12, month: 12, year: 5 } as const satisfies Record<RevenuePeriod, number>;

/** A chosen channel or playlist of the scope; absent: all of the scope. Source: D-143. */
const mediaId = v.optional(Id);
const Day = v.pipe(SafeText, v.isoDate());
/** One figure for each date of the series. */
const Figures = v.array(v.number());

/** Source: DAS-013. */
export const PublishedItem = v.object({
  id: Id,
  title: v.string(),
  coverImage: v.nullable(v.string()),
  content: v.object({
    id: Id,
    type: ContentType,
    /** Seconds; null for text. */
    duration: v.nullable(v.number()),
    pagesCount: v.nullable(v.number()),
  }),
  pricingCategory: PricingCategory,
  publishedAt: v.string(),
  /** Id of the channel. */
  channel: Id,
  channelName: v.string(),
  channelCoverImage: v.nullable(v.string()),
  educatorName: v.string(),
  sportId: v.string(),
  views: v.number(),
  /** Null without a rating. */
  avgTotal: v.nullable(v.number()),
});
export type PublishedItem = v.InferOutput<typeof PublishedItem>;

/** Of the target and of all time. Source: DAS-012, D-274. */
export const DashboardStatistics = v.object({
  /** Mean of all ratings, one decimal; null without one. */
  rating: v.nullable(v.number()),
  /** Of the target's channels; a person who follows two counts twice. */
  followers: v.number(),
  views: v.number(),
  channels: v.number(),
  playlist: v.number(),
  /** Items that members can see now. */
  video: v.number(),
  audio: v.number(),
  text: v.number(),
});
export type DashboardStatistics = v.InferOutput<typeof DashboardStatistics>;

const SeriesFigures = v.object({
  views: Figures,
  /** What members reached of the items for the first time, ms. */
  watchedMs: Figures,
  /** At the end of each period. */
  followers: Figures,
});
export const DashboardSeries = v.object({
  /** First day of each period (UTC), oldest first; the last one is not over. Weeks begin on Monday. */
  dates: v.array(Day),
  now: SeriesFigures,
  /** The same number of periods that end where `dates` begin. */
  before: SeriesFigures,
  /** Earned, cents. Revenue is kept by channel: for a playlist it is that of its channel. */
  revenues: v.array(
    v.object({
      /** Null: marketing fees, which belong to no sport's channel. */
      sportId: v.nullable(v.string()),
      sportName: v.nullable(v.string()),
      now: Figures,
      before: Figures,
    }),
  ),
});
export type DashboardSeries = v.InferOutput<typeof DashboardSeries>;

/** How far members got. `reached[n]` is how many got to n tenths; `reached[0]` is how many began. */
export const DashboardRetention = v.object({
  /** Within the periods of a plot. Empty for what has no duration. */
  now: Figures,
  before: Figures,
});
export type DashboardRetention = v.InferOutput<typeof DashboardRetention>;

export const readLastPublished = defineCall({
  id: 'dashboard.lastPublished',
  method: 'GET',
  path: '/dashboard/last-published',
  may: 'creator',
  input: v.object({
    mediaId,
    sortBy: v.optional(v.picklist(PUBLISHED_ORDERS), 'newest'),
    pricing: v.optional(v.picklist(PUBLISHED_PRICINGS), 'all'),
  }),
  output: listOf(PublishedItem),
  problems: [],
  offline: 'cache',
  summary: 'What the target has published, the first items of an order',
});
export const readStatistics = defineCall({
  id: 'dashboard.statistics',
  method: 'GET',
  path: '/dashboard/statistics',
  may: 'creator',
  input: v.object({ mediaId }),
  output: DashboardStatistics,
  problems: [],
  offline: 'cache',
  summary: 'Figures of the target, of all time',
});
export const readSeries = defineCall({
  id: 'dashboard.series',
  method: 'GET',
  path: '/dashboard/series',
  may: 'creator',
  input: v.object({ mediaId, period: v.picklist(REVENUE_PERIODS) }),
  output: DashboardSeries,
  problems: [],
  offline: 'cache',
  summary: 'Views, watch time, followers and revenue by period, with the periods before',
});
export const readRetention = defineCall({
  id: 'dashboard.retention',
  method: 'GET',
  path: '/dashboard/retention/{publishedId}',
  may: all('creator', owns('publication', 'publishedId')),
  input: v.object({ publishedId: Id, period: v.picklist(REVENUE_PERIODS) }),
  output: DashboardRetention,
  problems: [],
  offline: 'cache',
  summary: 'How far members got in an item',
});
export const readWidgets = defineCall({
  id: 'dashboard.widgets',
  method: 'GET',
  path: '/dashboard/widgets',
  may: 'creator',
  flag: { name: 'DashboardWidgetSettings' },
  input: v.object({}),
  output: DashboardWidgets,
  problems: ['access.not_found', 'feature.off'],
  offline: 'cache',
  summary: 'Order and visibility of the person’s widgets',
});
export const changeWidgets = defineCall({
  id: 'dashboard.changeWidgets',
  method: 'PUT',
  path: '/dashboard/widgets',
  may: 'creator',
  flag: { name: 'DashboardWidgetSettings' },
  input: DashboardWidgets,
  output: DashboardWidgets,
  problems: ['access.not_found', 'feature.off'],
  offline: 'queue',
  queued: {
    label: 'Arrange the dashboard',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }] },
  },
  summary: 'Sets order and visibility of the person’s widgets',
});
