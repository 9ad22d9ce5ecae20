import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Ids, Sha256, Slug } from './ids.ts';
import { CHANNEL_NAME_MAX, CHANNEL_NAME_MIN, DESCRIPTION_MAX } from './limits.ts';
import { all, owns } from './may.ts';
import { Instant, Limit, Nothing, Offset, Page, listOf, text } from './patterns.ts';
import { Channel, Community, ContentType, Follow, Playlist, PricingCategory } from './rows.ts';
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
export const listApprovedCommunities = defineCall({
  id: 'channels.approvedCommunities',
  method: 'GET',
  path: '/communities/approved',
  may: 'creator',
  input: v.object({}),
  output: listOf(Community),
  problems: [],
  offline: 'cache',
  summary: 'Communities in which the person may create channels',
});
export const listOrganizationCommunities = defineCall({
  id: 'channels.organizationCommunities',
  method: 'GET',
  path: '/communities/organization',
  may: 'organization',
  input: v.object({}),
  output: listOf(Community),
  problems: [],
  offline: 'cache',
  summary: 'Communities in which the organization may create channels',
});

export const ChannelName = text(CHANNEL_NAME_MIN, CHANNEL_NAME_MAX);
export const ChannelDescription = text(0, DESCRIPTION_MAX);
/** Pictures are SHA-256 of files that `files.put` has stored: the cropped part, and the whole as `origin…`. */
const ORIGINS = { originLogoImage: v.optional(v.nullable(Sha256)), originCoverImage: v.optional(v.nullable(Sha256)) };
const NEW_CHANNEL = {
  id: Id,
  communityId: Id,
  name: ChannelName,
  description: v.optional(ChannelDescription, ''),
  logoImage: Sha256,
  coverImage: Sha256,
  ...ORIGINS,
};
export const createChannel = defineCall({
  id: 'channels.create',
  method: 'POST',
  path: '/channels/create',
  may: all('creator', owns('community', 'communityId'), 'ofAge'),
  input: v.object(NEW_CHANNEL),
  output: Channel,
  problems: ['channel.name_taken', 'channel.no_community', 'channel.picture_small', 'file.missing'],
  offline: 'queue',
  queued: {
    label: { named: 'Create the channel {name}', unnamed: 'Create a channel' },
    refused: { withReason: 'Not created: {reason}', withoutReason: 'The channel was not created.' },
    shownAt: 'channels',
    rows: {
      makes: { table: 'channels', by: 'id' },
      changes: [],
      names: [{ table: 'communities', by: 'communityId' }],
    },
  },
  summary: 'Makes a channel',
});
export const createSubchannel = defineCall({
  id: 'channels.createSubchannel',
  method: 'POST',
  path: '/channels/subchannels/create',
  may: all('organization', owns('channel', 'parentId'), owns('community', 'communityId'), 'ofAge'),
  input: v.object({ ...NEW_CHANNEL, parentId: Id }),
  output: Channel,
  problems: [
    'channel.name_taken',
    'channel.no_community',
    'channel.picture_small',
    'channel.too_deep',
    'file.missing',
    'access.not_found',
  ],
  offline: 'queue',
  queued: {
    label: { named: 'Create the channel {name}', unnamed: 'Create a channel' },
    refused: { withReason: 'Not created: {reason}', withoutReason: 'The channel was not created.' },
    shownAt: 'channels',
    rows: {
      makes: { table: 'channels', by: 'id' },
      changes: [],
      names: [
        { table: 'channels', by: 'parentId' },
        { table: 'communities', by: 'communityId' },
      ],
    },
  },
  summary: 'Makes a channel of an organization below another one',
});
/** Only the fields that changed are sent (D-362). A channel keeps its community (D-125). */
export const editChannel = defineCall({
  id: 'channels.edit',
  method: 'PUT',
  path: '/channels/{channelId}',
  may: all('creator', owns('channel', 'channelId'), 'ofAge'),
  input: v.object({
    channelId: Id,
    name: v.optional(ChannelName),
    description: v.optional(ChannelDescription),
    logoImage: v.optional(Sha256),
    coverImage: v.optional(Sha256),
    ...ORIGINS,
  }),
  output: Channel,
  problems: ['channel.name_taken', 'channel.picture_small', 'file.missing'],
  offline: 'queue',
  queued: {
    label: { named: 'Edit the channel {name}', unnamed: 'Edit a channel' },
    shownAt: 'channels',
    rows: { changes: [{ table: 'channels', by: 'channelId' }] },
  },
  summary: 'Changes name, description and pictures of a channel',
});
export const deleteChannel = defineCall({
  id: 'channels.delete',
  method: 'DELETE',
  path: '/channels/{channelId}',
  may: all('creator', owns('channel', 'channelId')),
  input: v.object({ channelId: Id }),
  output: Nothing,
  problems: ['channel.has_content', 'channel.has_subchannels'],
  offline: 'queue',
  queued: {
    label: { named: 'Delete the channel {name}', unnamed: 'Delete a channel' },
    refused: { withReason: 'Not deleted: {reason}', withoutReason: 'The channel was not deleted.' },
    shownAt: 'channels',
    rows: { changes: [{ table: 'channels', by: 'channelId' }] },
  },
  summary: 'Deletes a channel without content',
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
/** Two people who move two channels both keep their move: the server makes each in the order that the list has then (decision 0128). */
export const moveChannel = defineCall({
  id: 'channels.move',
  method: 'PUT',
  path: '/channels/{channelId}/position',
  may: all('creator', owns('channel', 'channelId')),
  input: v.object({ channelId: Id, afterId: v.nullable(Id) }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Move {name}', unnamed: 'Move a channel' },
    refused: { withReason: 'Not moved: {reason}', withoutReason: 'The channel was not moved.' },
    shownAt: 'channels',
    rows: {
      changes: [{ table: 'channels', by: 'channelId' }, { table: 'channels' }],
      after: { table: 'channels', by: 'afterId' },
    },
  },
  summary: 'Puts a channel after another one of the same level, or first',
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
    /** Only what comes after this item in the list and may be watched: the queue of the watch page. */
    playableAfter: v.optional(Id),
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
  publishedAt: Instant,
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
  urlExpiresAt: v.nullable(Instant),
  /** When the person's right to watch it ends, as far as that is known: a trial or a cancelled subscription. Missing in answers of older servers. */
  accessEndsAt: v.optional(v.nullable(Instant)),
  /** Reported by the caller. Missing in answers of older servers. */
  isReported: v.optional(v.boolean()),
});
export type WatchDetail = v.InferOutput<typeof WatchDetail>;
