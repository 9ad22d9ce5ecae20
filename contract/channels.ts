import * as v from 'valibot';
import { all, canWatch, owns } from './may.ts';
import { defineCall } from './call.ts';
import { Id, Sha256, Slug } from './ids.ts';
import { COMMENT_MAX, CUSTOM_TAGS_MAX, DESCRIPTION_MAX, PUBLISHED_TITLE_MAX } from './limits.ts';
import { integer, Limit, listOf, Nothing, Offset, Page, text } from './patterns.ts';
import {
  Channel,
  ContentItemRatings,
  ContentType,
  Follow,
  Playlist,
  PricingCategory,
  Publication,
  Rating,
} from './rows.ts';
import { ContentListItem, ListedType, Pricing, Sort } from './sports.ts';
import { Ids, TagName } from './library.ts';

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
export const listPlaylistContents = defineCall({
  id: 'playlists.contents',
  method: 'GET',
  path: '/playlists/{playlistId}/contents',
  may: 'registered',
  input: v.object({ playlistId: Id, limit: Limit(100), offset: Offset }),
  output: listOf(ContentListItem),
  problems: [],
  offline: 'cache',
  summary: 'Contents of a playlist in its order',
});
export const createPlaylist = defineCall({
  id: 'playlists.create',
  method: 'POST',
  path: '/playlists',
  may: all('creator', owns('channel', 'channelId')),
  input: v.object({ id: Id, channelId: Id, title: text(2, 50), coverImage: v.optional(v.nullable(Sha256)) }),
  output: Playlist,
  problems: ['channel.playlist_taken'],
  offline: 'queue',
  summary: 'Makes a playlist on a channel',
});

/** Titles above 50 characters are cut, as the specification says. */
export const PublishedTitle = v.pipe(
  text(1, 1000),
  v.transform((title) => title.slice(0, PUBLISHED_TITLE_MAX)),
);
const Tags = v.pipe(v.array(TagName), v.maxLength(CUSTOM_TAGS_MAX));
const Cover = v.union([Sha256, v.pipe(v.string(), v.regex(/^\/pictures\/[\w.-]{10,80}$/))]);
export const publish = defineCall({
  id: 'publications.publish',
  method: 'POST',
  path: '/channels/{channelId}/published-contents',
  may: all('creator', owns('channel', 'channelId'), owns('content', 'contentId')),
  input: v.object({
    id: Id,
    channelId: Id,
    contentId: Id,
    title: PublishedTitle,
    description: v.optional(text(0, DESCRIPTION_MAX), ''),
    playlistId: v.optional(v.nullable(Id)),
    tagProfileId: v.optional(v.nullable(Id)),
    tagsProfileItemsList: v.optional(v.pipe(v.array(Id), v.maxLength(30)), []),
    customTags: v.optional(Tags, []),
    coverImage: Cover,
    originCoverImage: v.optional(v.nullable(Cover)),
    coverBackground: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)))),
    pricingCategory: v.optional(PricingCategory, 'member_only'),
  }),
  output: Publication,
  problems: ['publish.already', 'file.missing', 'access.not_found'],
  offline: 'queue',
  summary: 'Puts a content on a channel; one still being prepared goes live by itself',
});
export const readPublication = defineCall({
  id: 'publications.read',
  method: 'GET',
  path: '/published-contents/{publishedId}',
  may: all('creator', owns('publication', 'publishedId')),
  input: v.object({ publishedId: Id }),
  output: Publication,
  problems: ['publish.not_published'],
  offline: 'cache',
  summary: 'A publication as its owner edits it',
});
export const unpublish = defineCall({
  id: 'publications.unpublish',
  method: 'DELETE',
  path: '/published-contents/{publishedId}',
  may: all('creator', owns('publication', 'publishedId')),
  input: v.object({ publishedId: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  summary: 'Takes a content off its channel',
});

/** What the watch page needs. Without access: no address, `locked: true`. */
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
export const readDetail = defineCall({
  id: 'watch.detail',
  method: 'GET',
  path: '/published-contents/{publishedId}/detail',
  may: 'registered',
  input: v.object({ publishedId: Id, channelId: v.optional(Id) }),
  output: WatchDetail,
  problems: ['publish.not_published'],
  offline: 'cache',
  summary: 'A published content, with media addresses only for who may watch it',
});
export const readViewConfig = defineCall({
  id: 'watch.viewConfig',
  method: 'GET',
  path: '/views/config',
  may: 'registered',
  input: v.object({}),
  output: v.object({ fixedSeconds: v.number(), percentage: v.number(), maximumSeconds: v.number() }),
  problems: [],
  offline: 'cache',
  summary: 'The view-time rule',
});
export const countView = defineCall({
  id: 'watch.countView',
  method: 'POST',
  path: '/views/{publishedContentId}/increment',
  may: all('registered', canWatch('publishedContentId')),
  input: v.object({
    publishedContentId: Id,
    watchedMs: integer(0, 86_400_000),
    watchedAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
  output: Nothing,
  problems: ['view.counted'],
  offline: 'queue',
  summary: 'Counts a view once per person and day; owners do not count',
});
export const RatingSummary = v.object({
  avgRelevant: v.nullable(v.number()),
  avgHelpful: v.nullable(v.number()),
  avgEngaging: v.nullable(v.number()),
  avgTotal: v.nullable(v.number()),
  count: v.number(),
  contentItemRatings: v.nullable(ContentItemRatings),
  comment: v.nullable(v.string()),
});
const RatingInput = v.object({
  publishedContentId: Id,
  contentItemRatings: ContentItemRatings,
  comment: v.optional(v.nullable(text(0, COMMENT_MAX))),
});
export const readRating = defineCall({
  id: 'ratings.read',
  method: 'GET',
  path: '/ratings/{publishedContentId}',
  may: all('registered', canWatch('publishedContentId')),
  input: v.object({ publishedContentId: Id }),
  output: RatingSummary,
  problems: [],
  offline: 'cache',
  summary: 'Means of a content and the own rating',
});
export const createRating = defineCall({
  id: 'ratings.create',
  method: 'POST',
  path: '/ratings/{publishedContentId}',
  may: all('registered', canWatch('publishedContentId')),
  input: RatingInput,
  output: Rating,
  problems: ['rating.own_content', 'rating.exists'],
  offline: 'queue',
  summary: 'Rates a content',
});
export const updateRating = defineCall({
  id: 'ratings.update',
  method: 'PUT',
  path: '/ratings/{publishedContentId}',
  may: all('registered', canWatch('publishedContentId')),
  input: RatingInput,
  output: Rating,
  problems: ['rating.own_content'],
  offline: 'queue',
  summary: 'Sets the own rating, new or changed',
});
export const listComments = defineCall({
  id: 'ratings.comments',
  method: 'GET',
  path: '/ratings/{publishedContentId}/comments',
  may: all('registered', canWatch('publishedContentId')),
  input: v.object({ publishedContentId: Id, page: Page }),
  output: listOf(
    v.object({
      id: Id,
      name: v.string(),
      userPhoto: v.nullable(v.string()),
      comment: v.string(),
      createdAt: v.string(),
      stars: v.number(),
    }),
  ),
  problems: [],
  offline: 'cache',
  summary: 'Comments of ratings',
});

export const channelCalls = {
  listMyChannels,
  listFollowed,
  listRecommended,
  readChannel,
  setChannelActive,
  reorderChannels,
  follow,
  unfollow,
  listChannelPage,
  listPlaylists,
  listPlaylistContents,
  createPlaylist,
  publish,
  readPublication,
  unpublish,
  readDetail,
  readViewConfig,
  countView,
  readRating,
  createRating,
  updateRating,
  listComments,
};
