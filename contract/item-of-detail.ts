import type { WatchDetail } from './channels.ts';
import type { ContentListItem } from './sports.ts';

/** What a list shows of an item whose page was opened. */
export const itemOfDetail = (detail: WatchDetail): ContentListItem => ({
  id: detail.id,
  content: {
    id: detail.contentId,
    type: detail.type,
    duration: detail.durationInMilliseconds === null ? null : detail.durationInMilliseconds / 1000,
    pagesCount: detail.pagesCount,
  },
  channel: detail.channel,
  pricingCategory: detail.category,
  coverImage: detail.coverImage,
  coverBackground: detail.coverBackground,
  publishedAt: detail.publishedAt,
  educatorName: detail.author.name,
  title: detail.title,
  sportId: detail.sport.id,
  sportName: detail.sport.name,
  avgTotal: null,
  views: detail.views,
  locked: detail.locked,
});
