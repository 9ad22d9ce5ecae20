import * as v from 'valibot';
import { defineCall } from './call.ts';
import { EXPLORE_SECTIONS } from './explore-sections.ts';
import { Id, Slug } from './ids.ts';
import { EXPLORE_PAGE_SIZE } from './limits.ts';
import { Instant, Limit, Offset, listOf } from './patterns.ts';
import { ContentListItem, Pricing } from './sports.ts';

export const ExploreSection = v.picklist(EXPLORE_SECTIONS);
export type ExploreSection = v.InferOutput<typeof ExploreSection>;
/** Only the section `new` can be sorted. Source: D-196, EXP-011. */
export const ExploreSort = v.picklist(['newest', 'oldest']);
export type ExploreSort = v.InferOutput<typeof ExploreSort>;

/** A channel or a playlist. Source: EXP-030, docs/decisions/0071. */
export const ExploreItem = v.object({
  /** The channel's or the playlist's id. */
  id: Id,
  kind: v.picklist(['channel', 'playlist']),
  title: v.string(),
  coverImage: v.nullable(v.string()),
  sportId: Slug,
  sportName: v.string(),
  /** When its newest content that fits the price was published. */
  publishedAt: Instant,
  /** Mean of 1 to 5 stars; null without ratings. */
  avgTotal: v.nullable(v.number()),
  /** Contents that fit the price. */
  itemCount: v.number(),
  channelData: v.object({
    id: Id,
    name: v.string(),
    logoImage: v.nullable(v.string()),
    educatorName: v.string(),
    educatorUsername: v.string(),
  }),
  /** Its newest content that fits the price. */
  contentData: ContentListItem,
});
export type ExploreItem = v.InferOutput<typeof ExploreItem>;

export const readExplore = defineCall({
  id: 'explore.section',
  method: 'GET',
  path: '/explore-page/{section}/{pricing}',
  may: 'registered',
  input: v.object({
    section: ExploreSection,
    pricing: Pricing,
    sort: v.optional(ExploreSort),
    limit: Limit(EXPLORE_PAGE_SIZE),
    offset: Offset,
  }),
  output: listOf(ExploreItem),
  problems: [],
  offline: 'cache',
  summary: 'Channels and playlists of a section of Explore',
});
