import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Sha256 } from './ids.ts';
import { TagName } from './library.ts';
import { CUSTOM_TAGS_MAX, DESCRIPTION_MAX, PUBLISHED_TITLE_MAX } from './limits.ts';
import { all, owns } from './may.ts';
import { Nothing, text } from './patterns.ts';
import { PricingCategory, Publication } from './rows.ts';

/** Titles longer than 50 characters are truncated (PUB-050). */
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
  queued: {
    label: { named: 'Unpublish {name}', unnamed: 'Unpublish content' },
    shownAt: 'contents',
    rows: { changes: [{ table: 'publications', by: 'publishedId' }, { table: 'contents' }] },
  },
  summary: 'Takes a content off its channel',
});
