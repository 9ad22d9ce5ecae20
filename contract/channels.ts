import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Ids, Slug } from './ids.ts';
import { all, owns } from './may.ts';
import { Limit, Nothing, Offset, Page, listOf } from './patterns.ts';
import { Channel, ContentType, Follow, Playlist, PricingCategory } from './rows.ts';
import { ContentListItem, ListedType, Pricing, Sort } from './sports.ts';

export const ChannelPage = v.object({ ...Channel.entries, following: v.boolean(), isOwner: v.boolean(), ownerId: Id });
export type ChannelPage = v.InferOutput<typeof ChannelPage>;

export const listMyChannels = defineCall({
  id: 'channels.my',
  method: 'GET',
  path: '/channels/my',
  may: 'creator',
  input: v.object({}),
  output: listOf(Channel),
  problems: [],
  offline: 'cache',
  summary: 'Channels of the scope',
});
export const listFollowed = defineCall({
  id: 'channels.followed',
  method: 'GET',
  path: '/channels/followed',
  may: 'registered',
  input: v.object({ page: Page, sport: v.optional(Slug) }),
  output: listOf(ChannelPage),
  problems: [],
  offline: 'cache',
  summary: 'Channels the person follows, 25 a page',
});
export const listRecommended = defineCall({
  id: 'channels.recommended',
  method: 'GET',
  path: '/channels/recommended',
  may: 'registered',
  input: v.object({ page: Page, sport: v.optional(Slug) }),
  output: listOf(ChannelPage),
  problems: [],
  offline: 'cache',
  summary: 'Channels of the person’s sports that they do not follow yet, 25 a page',
});
export const readChannel = defineCall({
  id: 'channels.read',
  method: 'GET',
  path: '/channels/{channelId}',
  may: 'registered',
  input: v.object({ channelId: Id }),
  output: ChannelPage,
  problems: [],
  offline: 'cache',
  summary: 'A channel page',
});
export const setChannelActive = defineCall({
  id: 'channels.setActive',
  method: 'PUT',
  path: '/channels/{channelId}/active',
  may: all('creator', owns('channel', 'channelId')),
  input: v.object({ channelId: Id, active: v.boolean() }),
  output: Channel,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Publish or unpublish {name}', unnamed: 'Publish or unpublish a channel' },
    shownAt: 'channels',
    rows: { changes: [{ table: 'channels', by: 'channelId' }] },
  },
  summary: 'Publishes or unpublishes a channel',
});
export const reorderChannels = defineCall({
  id: 'channels.reorder',
  method: 'PUT',
  path: '/channels/update-position',
  may: 'creator',
  bodyKey: 'ids',
  input: v.object({ ids: Ids }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Reorder channels',
    shownAt: 'channels',
    rows: { changes: [{ table: 'channels', by: 'ids' }] },
  },
  summary: 'Puts the own channels in order',
});
export const follow = defineCall({
  id: 'channels.follow',
  method: 'POST',
  path: '/channels/{channelId}/follow',
  may: 'registered',
  input: v.object({ channelId: Id }),
  output: v.object({ following: v.boolean(), follow: v.nullable(Follow) }),
  problems: ['channel.own'],
  offline: 'queue',
  queued: {
    label: { named: 'Follow {name}', unnamed: 'Follow a channel' },
    shownAt: 'outbox',
    rows: { changes: [{ table: 'follows', by: 'channelId' }], names: [{ table: 'channels', by: 'channelId' }] },
  },
  summary: 'Follows a channel',
});
export const unfollow = defineCall({
  id: 'channels.unfollow',
  method: 'DELETE',
  path: '/channels/{channelId}/follow',
  may: 'registered',
  input: v.object({ channelId: Id }),
  output: v.object({ following: v.boolean() }),
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Unfollow {name}', unnamed: 'Unfollow a channel' },
    shownAt: 'outbox',
    rows: { changes: [{ table: 'follows', by: 'channelId' }], names: [{ table: 'channels', by: 'channelId' }] },
  },
  summary: 'Stops following a channel',
});
export const listChannelPage = defineCall({
  id: 'channels.contents',
  method: 'GET',
  path: '/channels/{channelId}/contents',
  may: 'registered',
  input: v.object({
    channelId: Id,
    contentType: v.optional(ListedType),
    pricing: v.optional(Pricing),
    sort: v.optional(Sort),
    limit: Limit(100),
    offset: Offset,
  }),
  output: listOf(ContentListItem),
  problems: [],
  offline: 'cache',
  summary: 'Contents of a channel',
});
export const listPlaylists = defineCall({
  id: 'channels.playlists',
  method: 'GET',
  path: '/channels/{channelId}/playlists',
  may: 'registered',
  input: v.object({ channelId: Id, limit: Limit(100), offset: Offset }),
  output: listOf(v.object({ ...Playlist.entries, itemCount: v.number() })),
  problems: [],
  offline: 'cache',
  summary: 'Playlists of a channel',
});

/** Data of the watch page. Without access: no media address, `locked: true`. */
export const WatchDetail = v.object({
  id: Id,
  contentId: Id,
  title: v.string(),
  description: v.string(),
  coverImage: v.nullable(v.string()),
  coverBackground: v.nullable(v.string()),
  publishedAt: v.string(),
  sport: v.object({ id: Slug, name: v.string() }),
  author: v.object({ educatorId: Id, name: v.string(), username: v.string(), userPhoto: v.nullable(v.string()) }),
  channel: v.object({ id: Id, name: v.string(), logoImage: v.nullable(v.string()) }),
  playlistId: v.nullable(Id),
  type: ContentType,
  durationInMilliseconds: v.nullable(v.number()),
  pagesCount: v.nullable(v.number()),
  category: PricingCategory,
  customTags: v.array(v.string()),
  views: v.number(),
  isOwner: v.boolean(),
  locked: v.boolean(),
  /** HLS master or the PDF. Absent when locked. */
  url: v.nullable(v.string()),
  /** One MP4 or M4A, for saving and for browsers without HLS. */
  progressiveUrl: v.nullable(v.string()),
  /** Bytes of the progressive file. */
  progressiveSize: v.nullable(v.number()),
  waveform: v.nullable(v.string()),
  urlExpiresAt: v.nullable(v.string()),
});
export type WatchDetail = v.InferOutput<typeof WatchDetail>;
