import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ActReason } from './desk-reason.ts';
import { Id } from './ids.ts';
import { FEATURED_MAX, FEATURED_SEARCH_MAX } from './limits.ts';
import { text } from './patterns.ts';

// What Explore shows first, at the operator's desk. Source: D-197, decision 0130.

/** A channel or a playlist as operators see it. */
export const FeaturedOfDesk = v.object({
  /** The channel's or the playlist's id. */
  id: Id,
  kind: v.picklist(['channel', 'playlist']),
  title: v.string(),
  coverImage: v.nullable(v.string()),
  channelId: Id,
  channelName: v.string(),
  sportId: v.string(),
  sportName: v.string(),
  educatorName: v.string(),
  /** Name of the organization whose channel it is; null for that of a person. */
  organizationName: v.nullable(v.string()),
  /** Published contents by price. */
  freeItems: v.number(),
  memberOnlyItems: v.number(),
  isFeatured: v.boolean(),
  /** Why members do not see it on Explore; null if they do. */
  hiddenBecause: v.nullable(v.picklist(['creator', 'channel', 'sport', 'contents'])),
});
export type FeaturedOfDesk = v.InferOutput<typeof FeaturedOfDesk>;

/** All that is featured, in its order. */
const FeaturedList = v.object({ results: v.array(FeaturedOfDesk) });

export const listFeatured = defineCall({
  id: 'desk.featured',
  method: 'GET',
  path: '/admin/featured',
  may: 'superadmin',
  input: v.object({}),
  output: FeaturedList,
  problems: [],
  offline: 'online',
  summary: 'What is featured on Explore, in its order, also what members do not see now',
});
export const findFeaturable = defineCall({
  id: 'desk.findFeaturable',
  method: 'GET',
  path: '/admin/featured/search',
  may: 'superadmin',
  input: v.object({ search: text(1, FEATURED_SEARCH_MAX) }),
  output: FeaturedList,
  problems: [],
  offline: 'online',
  summary: 'Channels and playlists on Explore whose name, channel or Creator has all of the words; at most 20, by name',
});
export const setFeatured = defineCall({
  id: 'desk.setFeatured',
  method: 'PUT',
  path: '/admin/featured/{id}',
  may: 'superadmin',
  input: v.object({ id: Id, featured: v.boolean(), reason: ActReason }),
  output: FeaturedList,
  problems: ['access.not_found', 'desk.featured_hidden', 'desk.featured_full'],
  offline: 'online',
  summary: 'Features a channel or a playlist behind the others, or takes it out; what is so already stays',
});

const FeaturedIds = v.pipe(v.array(Id), v.maxLength(FEATURED_MAX));
export const orderFeatured = defineCall({
  id: 'desk.orderFeatured',
  method: 'PUT',
  path: '/admin/featured',
  may: 'superadmin',
  input: v.object({
    /** All ids in the new order. */
    ids: FeaturedIds,
    /** All ids as the operator saw them: what another operator changed meanwhile is not undone by accident. */
    was: FeaturedIds,
    reason: ActReason,
  }),
  output: FeaturedList,
  problems: ['desk.featured_changed'],
  offline: 'online',
  summary: 'Puts what is featured in order',
});
