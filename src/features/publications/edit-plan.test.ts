import { expect, test } from 'vitest';
import * as v from 'valibot';
import { newId } from '#contract/ids.ts';
import { updateCover, updatePublication } from '#contract/publications.ts';
import type { Publication } from '#contract/rows.ts';
import { localOf } from './schedule.ts';
import { changeOf, editDraft, withRefused, type EditDraft } from './edit-plan.ts';

const publication: Publication = {
  id: newId(),
  scope: `user:${newId()}`,
  contentId: newId(),
  channelId: newId(),
  playlistId: null,
  type: 'video',
  title: 'Throw-ins',
  description: 'Three of them',
  coverImage: '/pictures/abcdefghijklmnop.jpg',
  originCoverImage: null,
  coverBackground: '#123456',
  customTags: ['under-10'],
  tagProfileId: null,
  tagsProfileItemsList: [],
  pricingCategory: 'free',
  publishedAt: '2026-01-01T00:00:00.000Z',
  publishAt: null,
  isLive: true,
  isDeleted: false,
};
const content = {
  id: publication.contentId,
  title: 'file',
  type: 'video' as const,
  thumbnail: null,
  approved: true,
  isPublished: true,
  published: null,
};
const { id } = publication;
const draft = (changes: Partial<EditDraft> = {}): EditDraft => ({
  ...editDraft(publication, content, undefined),
  ...changes,
});
const file = 'a'.repeat(64);
const cover = { ref: file, originRef: 'b'.repeat(64), colour: '#0a5a3c' };

test('PUB-027 nothing is to be saved while nothing changed, also after a change was taken back', () => {
  expect(changeOf(id, draft())).toBeUndefined();
  expect(changeOf(id, draft({ title: ' Throw-ins ', customTags: ['under-10'] }))).toBeUndefined();
  expect(changeOf(id, draft({ title: 'Throw-in' }))).toBeDefined();
});

test('PUB-040 PUB-054 Save sends the changed fields only, tags separated by spaces, and the files of a new cover first', () => {
  const change = changeOf(id, draft({ customTags: ['under-10', 'press'], pricing: 'member_only', cover }))!;
  expect(change.call).toBe(updatePublication);
  expect(change.input).toEqual({
    publishedId: id,
    custom_tags: 'under-10 press',
    pricingCategory: 'member_only',
    cover_image: file,
    origin_cover_image: cover.originRef,
    coverBackground: '#0a5a3c',
  });
  expect(v.parse(updatePublication.input, change.input).custom_tags).toEqual(['under-10', 'press']);
  expect(change.files).toEqual([file, cover.originRef]);
  expect(changeOf(id, draft({ customTags: [] }))!.input).toEqual({ publishedId: id, custom_tags: '' });
});

test('PUB-055 where only the cover changed, its own call sends it', () => {
  const change = changeOf(id, draft({ cover }))!;
  expect(change.call).toBe(updateCover);
  expect(v.is(updateCover.input, change.input)).toBe(true);
  expect(change.files).toEqual([file, cover.originRef]);
});

test('a cover that waits to be sent is the one that the form starts with', () => {
  const waiting = editDraft(publication, content, cover);
  expect(waiting.cover).toEqual(cover);
  expect(changeOf(id, { ...waiting, title: 'Another' })!.input).toEqual({ publishedId: id, title: 'Another' });
});

test('the planned time is changed and taken back; one that is kept is not sent', () => {
  const publishAt = '2030-05-12T16:30:00.000Z';
  const planned = editDraft({ ...publication, isLive: false, publishAt }, content, undefined);
  expect(changeOf(id, { ...planned, title: 'B' })!.input).toEqual({ publishedId: id, title: 'B' });
  expect(changeOf(id, { ...planned, publishAt: null })!.input).toEqual({ publishedId: id, publishAt: null });
  const local = localOf('2030-06-01T08:00:00.000Z');
  expect(changeOf(id, { ...planned, publishAt: local })!.input).toEqual({
    publishedId: id,
    publishAt: '2030-06-01T08:00:00.000Z',
  });
});

test('a refused change opens with its input, and is sent whole again', () => {
  const input = { publishedId: id, title: 'Refused', custom_tags: 'a b', playlistId: null, cover_image: file };
  const reopened = withRefused(draft(), input);
  expect(reopened).toMatchObject({ title: 'Refused', customTags: ['a', 'b'], description: 'Three of them' });
  expect(changeOf(id, reopened)!.input).toMatchObject({ title: 'Refused', custom_tags: 'a b', cover_image: file });
});
