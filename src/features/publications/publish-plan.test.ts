import { expect, test } from 'vitest';
import * as v from 'valibot';
import { publish } from '#contract/publications.ts';
import { newId, userScope } from '#contract/ids.ts';
import type { Channel, LibraryContent, Publication } from '#contract/rows.ts';
import { inHierarchy } from '#app/navigation/in-hierarchy.ts';
import {
  contentOfUpload,
  freshDraft,
  givenChannelId,
  missingIn,
  draftOfPublication,
  readStored,
  toPublish,
  type PublishDraft,
} from './publish-plan.ts';

const scope = userScope(newId());
const contentId = newId();
const content = (fields: Partial<LibraryContent> = {}): LibraryContent => ({
  id: contentId,
  contentId,
  scope,
  title: 'Throw-in patterns',
  filename: 'Throw-in patterns.mp4',
  type: 'video',
  folderId: null,
  thumbnail: '/pictures/abcdefghijklmnop.jpg',
  duration: 60,
  pagesCount: null,
  fileSize: 1,
  originFileSize: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  isPublished: false,
  category: null,
  active: true,
  approved: true,
  encodingStatus: 4,
  encodingProgress: 100,
  reviewStatus: 'approved',
  reviewReason: null,
  published: null,
  ...fields,
});
const sha = 'a'.repeat(64);

test('PUB-041 PUB-050 the title starts as the first 50 characters of the file’s title and is never sent longer', () => {
  const long = freshDraft(content({ title: 'x'.repeat(80) }), null);
  expect(long.title).toBe('x'.repeat(50));
  expect(toPublish({ ...long, channelId: newId(), title: 'y'.repeat(70) }, newId(), contentId).input.title).toBe(
    'y'.repeat(50),
  );
});

test('D-260 the wizard does not ask for a channel that was chosen before it opened', () => {
  const channelId = newId();
  expect(freshDraft(content(), channelId)).toMatchObject({ step: 'description', channelId });
  expect(freshDraft(content(), null)).toMatchObject({ step: 'channel', channelId: null });
  expect(givenChannelId([{ id: 'a' }, { id: 'b' }], 'b')).toBe('b');
  expect(givenChannelId([{ id: 'a' }], undefined)).toBe('a');
  expect(givenChannelId([{ id: 'a' }, { id: 'b' }], 'gone')).toBeNull();
  expect(givenChannelId([{ id: 'a' }, { id: 'b' }], undefined)).toBeNull();
});

test('PUB-049 the description step requires a title and a cover', () => {
  const draft: PublishDraft = { ...freshDraft(content(), newId()), step: 'description' };
  expect(missingIn(draft)).toBeUndefined();
  expect(missingIn({ ...draft, title: '  ' })).toBe('title');
  expect(missingIn({ ...draft, cover: null })).toBe('cover');
  expect(missingIn({ ...draft, title: '', cover: null })).toBe('titleAndCover');
  expect(missingIn({ ...draft, step: 'channel', channelId: null })).toBe('channel');
  expect(missingIn({ ...draft, step: 'tags', title: '' })).toBe('title');
  expect(missingIn({ ...draft, step: 'tags', channelId: null })).toBe('channel');
});

test('a draft that an earlier build stored at one of its six steps opens on the screen that has this step now', () => {
  const { step: _, ...draft } = freshDraft(content(), newId());
  const opens = (step: string) => readStored({ ...draft, step }).step;
  expect(['channel', 'description', 'playlist', 'tutorial', 'tags', 'group'].map(opens)).toEqual([
    'channel',
    'description',
    'description',
    'tags',
    'tags',
    'tags',
  ]);
});

test('PUB-049 D-360 a file that is still uploading is published under its own name, with the picture that it will have', () => {
  const job = { id: newId(), name: 'Corner drill.v2.mp4', type: 'video' as const };
  const draft = freshDraft(contentOfUpload(job), newId());
  expect(missingIn({ ...draft, step: 'tags' })).toBeUndefined();
  const { input, files } = toPublish(draft, newId(), job.id);
  expect(input).toMatchObject({ contentId: job.id, title: 'Corner drill.v2', coverImage: 'content' });
  expect(v.is(publish.input, input)).toBe(true);
  expect(files).toEqual([]);
  // Content that is ready and has no picture needs one: the server has nothing to fill in.
  expect(freshDraft(content({ thumbnail: null }), newId()).cover).toBeNull();
});

test('PUB-043 everything that was entered is sent under the names of the contract, and stored pictures before it', () => {
  const [id, channelId, playlistId, tagProfileId, tagItemId] = [newId(), newId(), newId(), newId(), newId()];
  const draft: PublishDraft = {
    ...freshDraft(content(), channelId),
    title: ' Throw-ins ',
    description: ' Three of them ',
    playlistId,
    tagProfileId,
    tagItemIds: [tagItemId],
    cover: { ref: sha, originRef: 'b'.repeat(64), colour: '#0a5a3c' },
    customTags: ['press'],
  };
  const { input, files } = toPublish(draft, id, contentId);
  expect(input).toEqual({
    id,
    channelId,
    title: 'Throw-ins',
    description: 'Three of them',
    contentId,
    playlistId,
    tagProfileId,
    tagsProfileItemsList: [tagItemId],
    customTags: ['press'],
    originCoverImage: 'b'.repeat(64),
    coverImage: sha,
    coverBackground: '#0a5a3c',
    pricingCategory: 'member_only',
    publishAt: null,
  });
  expect(v.is(publish.input, input)).toBe(true);
  expect(files).toEqual([sha, 'b'.repeat(64)]);
  expect(toPublish(freshDraft(content(), newId()), newId(), contentId).files).toEqual([]);
});

test('LIB-026 adding a removed content again restores title, description, cover and tags', () => {
  const publication: Publication = {
    id: newId(),
    scope,
    contentId,
    channelId: newId(),
    playlistId: null,
    type: 'video',
    title: 'Throw-ins',
    description: 'Three of them',
    coverImage: '/pictures/abcdefghijklmnop.jpg',
    originCoverImage: '/pictures/qrstuvwxyzabcdef.jpg',
    coverBackground: '#123456',
    customTags: ['under-10'],
    tagProfileId: newId(),
    tagsProfileItemsList: [newId()],
    pricingCategory: 'free',
    publishedAt: '2026-01-01T00:00:00.000Z',
    publishAt: null,
    isLive: false,
    isDeleted: true,
  };
  const draft = draftOfPublication(publication, content());
  expect(draft).toMatchObject({
    title: 'Throw-ins',
    description: 'Three of them',
    customTags: ['under-10'],
    tagProfileId: publication.tagProfileId,
    pricing: 'free',
  });
  expect(draft.cover).toEqual({
    ref: publication.coverImage,
    originRef: publication.originCoverImage,
    colour: '#123456',
  });
});

test('subchannels follow their parent, whatever their position in the list', () => {
  const channel = (id: string, parentChannel: string | null, position: number): Channel => ({
    id,
    scope,
    communityId: id,
    name: id,
    description: '',
    logoImage: null,
    coverImage: null,
    active: true,
    hasContent: false,
    sportId: 'soccer',
    sportName: 'Soccer',
    channelLevel: parentChannel ? 1 : 0,
    parentChannel,
    position,
    totalRating: null,
    followers: 0,
    educatorName: '',
    educatorUsername: '',
  });
  expect(inHierarchy([channel('c', 'a', 0), channel('b', null, 2), channel('a', null, 1)]).map(({ id }) => id)).toEqual(
    ['a', 'c', 'b'],
  );
});
