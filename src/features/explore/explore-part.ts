import type { InputOf } from '#contract/call.ts';
import type { ExploreItem, ExploreSection, ExploreSort, readExplore } from '#contract/explore.ts';
import { EXPLORE_PAGE_SIZE } from '#contract/limits.ts';

type Input = InputOf<typeof readExplore>;
export type ExplorePricing = Input['pricing'];

/**
 * Input of a page of a section, counted from 0. The first page at all prices is what Explore itself reads, so that
 * "See all" opens offline too.
 */
export const explorePart =
  (section: ExploreSection, pricing: ExplorePricing = 'all', sort: ExploreSort = 'newest') =>
  (page: number): Input => ({
    section,
    pricing,
    ...(section === 'new' && sort !== 'newest' && { sort }),
    limit: EXPLORE_PAGE_SIZE,
    offset: page * EXPLORE_PAGE_SIZE,
  });

export const exploreHref = ({ kind, id, channelData }: ExploreItem): string =>
  kind === 'channel' ? `/channels/${id}` : `/playlists/${id}?channelId=${channelData.id}`;
