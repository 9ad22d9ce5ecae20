import { newId } from '#contract/ids.ts';
import type { PublishedItem } from '#contract/dashboard.ts';
import type { RevenueRow } from '#contract/wallet.ts';
import type { standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { lastPeriods } from '#app/format/periods.ts';

// Answers of the dashboard's calls, for tests of its screens.

/** The only channel. */
export const CHANNEL = newId();
export const item = (facts: Partial<PublishedItem> = {}): PublishedItem => ({
  id: newId(),
  title: 'Scan before you receive',
  coverImage: null,
  content: { id: newId(), type: 'video', duration: 402, pagesCount: null },
  pricingCategory: 'member_only',
  publishedAt: '2031-05-12T09:00:00.000Z',
  channel: CHANNEL,
  channelName: 'First Touch Lab',
  channelCoverImage: null,
  educatorName: 'Ana Silva',
  sportId: 'soccer',
  views: 4218,
  avgTotal: 4.7,
  ...facts,
});
export const STATISTICS = {
  rating: 4.7,
  followers: 1284,
  views: 38_600,
  channels: 3,
  playlist: 9,
  video: 27,
  audio: 11,
  text: 8,
};
export const MONTHS = lastPeriods('month', 12, Date.now());
const row = (date: string, revenue: number, withdrawal = 0): RevenueRow => ({
  date,
  revenue,
  withdrawal,
  details: {
    content: {
      total: revenue,
      details: [
        {
          channelName: 'First Touch Lab',
          total: revenue,
          contentBaseIncome: revenue / 4,
          viewBaseIncome: (revenue * 3) / 4,
        },
      ],
    },
    referral: { total: 0, standardMarketingFeeTotal: 0, customMarketingFeeTotal: 0 },
  },
});
const REVENUES = MONTHS.toReversed().map((date, at) =>
  row(date, [6_400, 8_800, 7_100, 5_200, 4_600, 3_800][at] ?? 2_000, [3_000, 5_200, 0, 6_000][at] ?? 0),
);
/** Figures of a period's plot, from the least to the most. */
const rise = (count: number, step: number) => Array.from({ length: count }, (_, n) => (n * 7 + 3) * step);

/** Answers of all calls of the page. */
export const answerAll = (network: ReturnType<typeof standInNetwork>): void => {
  const items = [
    item(),
    item({
      title: 'Reading the press',
      content: { id: newId(), type: 'audio', duration: 1085, pagesCount: null },
      pricingCategory: 'free',
    }),
    item({ title: 'Warm-up card: under 12s', content: { id: newId(), type: 'text', duration: null, pagesCount: 4 } }),
  ];
  network.answer('/dashboard/last-published', () => ({ count: 3, results: items }));
  network.answer('/dashboard/statistics', () => STATISTICS);
  network.answer('/dashboard/series', (query) => {
    const period = query.get('period') as 'day';
    const dates = lastPeriods(period, { day: 14, week: 12, month: 12, year: 5 }[period], Date.now());
    const figures = (step: number) => ({
      views: rise(dates.length, step).toReversed(),
      watchedMs: rise(dates.length, step * 60_000),
      followers: rise(dates.length, step),
    });
    return {
      dates,
      now: figures(3),
      before: figures(2),
      revenues: [
        { sportId: 'soccer', sportName: 'Soccer', now: dates.map(() => 500), before: dates.map(() => 400) },
        { sportId: null, sportName: null, now: dates.map(() => 30), before: dates.map(() => 0) },
      ],
    };
  });
  for (const { id } of items)
    network.answer(`/dashboard/retention/${id}`, () => ({
      now: [100, 92, 85, 80, 74, 66, 60, 52, 45, 40, 31],
      before: [80, 70, 60, 50, 44, 36, 30, 22, 15, 10, 5],
    }));
  network.answer('/revenues/statistics', (query) => {
    const at = Number(query.get('offset') ?? 0);
    return { count: REVENUES.length, results: REVENUES.slice(at, at + 10) };
  });
  network.answer('/feature-flags/DashboardWidgetSettings', () => ({ name: 'x', isVisible: true, isEnabled: true }));
};
