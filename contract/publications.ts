import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Sha256 } from './ids.ts';
import { TagName } from './library.ts';
import { CUSTOM_TAGS_MAX, DESCRIPTION_MAX, PUBLISHED_TITLE_MAX } from './limits.ts';
import { all, owns } from './may.ts';
import { Instant, Nothing, text } from './patterns.ts';
import { OWN_PICTURE } from './publications-cover.ts';
import { ContentType, PricingCategory, Publication } from './rows.ts';

/** Titles longer than 50 characters are truncated (PUB-050). */
export const PublishedTitle = v.pipe(
  text(1, 1000),
  v.transform((title) => title.slice(0, PUBLISHED_TITLE_MAX)),
);
/** When it goes live; a time that has passed, e.g. because the device was offline, means now. Source: D-10. */
const PublishAt = v.optional(v.nullable(Instant));
const Tags = v.pipe(v.array(TagName), v.maxLength(CUSTOM_TAGS_MAX));
const Cover = v.union([Sha256, v.pipe(v.string(), v.regex(/^\/pictures\/[\w.-]{10,80}$/))]);
const Colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/));
const TagItems = v.pipe(v.array(Id), v.maxLength(30));

/** A publication with the names that the specification gives its fields. Source: PUB-042. */
export const PublishedContent = v.object({
  ...Publication.entries,
  customTagsList: v.array(v.string()),
  content: v.object({ id: Id, type: ContentType }),
});
export const publish = defineCall({
  id: 'publications.publish',
  method: 'POST',
  path: '/channels/{channelId}/published-contents',
  may: all('creator', owns('channel', 'channelId'), owns('content', 'contentId'), 'ofAge'),
  input: v.object({
    id: Id,
    channelId: Id,
    contentId: Id,
    title: PublishedTitle,
    description: v.optional(text(0, DESCRIPTION_MAX), ''),
    playlistId: v.optional(v.nullable(Id)),
    tagProfileId: v.optional(v.nullable(Id)),
    tagsProfileItemsList: v.optional(TagItems, []),
    customTags: v.optional(Tags, []),
    coverImage: v.union([Cover, v.literal(OWN_PICTURE)]),
    originCoverImage: v.optional(v.nullable(Cover)),
    coverBackground: v.optional(v.nullable(Colour)),
    pricingCategory: v.optional(PricingCategory, 'member_only'),
    publishAt: PublishAt,
  }),
  output: PublishedContent,
  problems: ['publish.already', 'publish.removed', 'file.missing', 'access.not_found'],
  offline: 'queue',
  queued: {
    label: { named: 'Publish {name}', unnamed: 'Publish content' },
    refused: { withReason: 'Not published: {reason}', withoutReason: 'Content was not published.' },
    shownAt: 'contents',
    rows: {
      makes: { table: 'publications', by: 'id' },
      changes: [{ table: 'contents', by: 'contentId' }],
      names: [
        { table: 'channels', by: 'channelId' },
        { table: 'playlists', by: 'playlistId' },
        { table: 'tagProfiles', by: 'tagProfileId' },
      ],
      notRows: ['tagsProfileItemsList'],
    },
  },
  summary: 'Puts a content on a channel, now or at a time; one still being prepared goes live by itself',
});
/** The changed fields of a publication: one that is absent stays as it is. `cover_image` replaces the original too. */
const changedCover = {
  cover_image: v.union([Cover, v.literal(OWN_PICTURE)]),
  origin_cover_image: v.optional(v.nullable(Cover)),
  coverBackground: v.optional(v.nullable(Colour)),
};
/** Custom tags as the specification sends them: separated by spaces. */
const SpacedTags = v.pipe(
  text(0, 2000),
  v.transform((tags) => [...new Set(tags.split(/\s+/).filter(Boolean))]),
  Tags,
);
export const updatePublication = defineCall({
  id: 'publications.update',
  method: 'PUT',
  path: '/published-contents/{publishedId}',
  may: all('creator', owns('publication', 'publishedId'), 'ofAge'),
  input: v.object({
    publishedId: Id,
    title: v.optional(PublishedTitle),
    description: v.optional(text(0, DESCRIPTION_MAX)),
    custom_tags: v.optional(SpacedTags),
    ...changedCover,
    cover_image: v.optional(changedCover.cover_image),
    pricingCategory: v.optional(PricingCategory),
    playlistId: v.optional(v.nullable(Id)),
    tagProfileId: v.optional(v.nullable(Id)),
    tagsProfileItemsList: v.optional(TagItems),
    publishAt: PublishAt,
    /** Ends the hold of one whose edit was not made: it goes live with its file as it is. Nothing else ends it. */
    asItIs: v.optional(v.boolean()),
  }),
  output: PublishedContent,
  problems: [
    'publish.not_published',
    'publish.is_live',
    'publish.removed',
    'file.missing',
    'access.not_found',
    'library.not_ready',
  ],
  offline: 'queue',
  queued: {
    label: { named: 'Edit {name}', unnamed: 'Edit published content' },
    shownAt: 'publications',
    rows: {
      changes: [{ table: 'publications', by: 'publishedId' }, { table: 'contents' }],
      names: [
        { table: 'playlists', by: 'playlistId' },
        { table: 'tagProfiles', by: 'tagProfileId' },
      ],
      notRows: ['tagsProfileItemsList'],
    },
  },
  summary: 'Changes fields of a publication, or moves it to another playlist of its channel',
});
export const updateCover = defineCall({
  id: 'publications.updateCover',
  method: 'PUT',
  path: '/published-contents/{publishedId}/cover',
  may: all('creator', owns('publication', 'publishedId'), 'ofAge'),
  input: v.object({ publishedId: Id, ...changedCover }),
  output: PublishedContent,
  problems: ['publish.not_published', 'file.missing'],
  offline: 'queue',
  queued: {
    label: { named: 'Change the cover of {name}', unnamed: 'Change a cover' },
    shownAt: 'publications',
    rows: { changes: [{ table: 'publications', by: 'publishedId' }, { table: 'contents' }] },
  },
  summary: 'Changes the cover of a publication',
});
export const readPublication = defineCall({
  id: 'publications.read',
  method: 'GET',
  path: '/published-contents/{publishedId}',
  may: all('creator', owns('publication', 'publishedId')),
  input: v.object({ publishedId: Id }),
  output: PublishedContent,
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
  queued: {
    label: { named: 'Unpublish {name}', unnamed: 'Unpublish content' },
    shownAt: 'contents',
    rows: { changes: [{ table: 'publications', by: 'publishedId' }, { table: 'contents' }] },
  },
  summary: 'Takes a content off its channel',
});
