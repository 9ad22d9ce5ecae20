import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { readOwnCaptions, readPublishedCaptions } from '#contract/captions.ts';
import type { Call } from '#contract/call.ts';
import type { WatchDetail } from '#contract/channels.ts';
import { newId } from '#contract/ids.ts';
import { searchContent } from '#contract/search.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { readDetail } from '#contract/watch.ts';
import { answerKey } from '../answers.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { readDeviceDocuments } from './device-documents.ts';
import { createDeviceIndex } from './device-index.ts';

let db: AccountDatabase;
let atMs: number;
beforeEach(() => {
  db = accountDatabase(newId());
  atMs = 1;
});

const channel = { id: newId(), name: 'Serves', logoImage: null };
const listed = (title: string): ContentListItem => ({
  id: newId(),
  content: { id: newId(), type: 'video', duration: 120, pagesCount: null },
  channel,
  pricingCategory: 'free',
  coverImage: null,
  coverBackground: null,
  publishedAt: '2026-11-20T10:00:00.000Z',
  educatorName: 'Ben',
  title,
  sportId: 'tennis',
  sportName: 'Tennis',
  avgTotal: null,
  views: 3,
  locked: false,
});
const opened = (title: string): WatchDetail => ({
  id: newId(),
  contentId: newId(),
  title,
  description: '',
  coverImage: null,
  coverBackground: null,
  publishedAt: '2026-11-20T10:00:00.000Z',
  sport: { id: 'tennis', name: 'Tennis' },
  author: { educatorId: newId(), name: 'Ben', username: 'ben', userPhoto: null },
  channel,
  playlistId: null,
  type: 'video',
  durationInMilliseconds: 120_000,
  pagesCount: null,
  category: 'free',
  customTags: [],
  views: 3,
  isOwner: false,
  locked: false,
  url: null,
  progressiveUrl: null,
  progressiveSize: null,
  waveform: null,
  urlExpiresAt: null,
});
const captions = (text: string) => ({
  tracks: [{ language: 'en', cues: [{ startMs: 2_000, endMs: 3_000, text }] }],
  chapters: [],
});
const keep = (call: Call, input: Record<string, unknown>, answer: unknown) =>
  db.answers.put({ key: answerKey(call, input), call: call.id, answer, fetchedAtMs: (atMs += 1) });
const find = async (text: string) =>
  createDeviceIndex(await readDeviceDocuments(db))
    .find(text, undefined)
    .content.map(({ id, said }) => [id, said]);
const line = (text: string) => ({ text, atSeconds: 2, language: 'en' });

test('what is said is found in items of lists, in items that were opened, and in saved ones, each by its newest captions', async () => {
  const [first, second, third] = [listed('One'), opened('Two'), opened('Three')];
  await keep(searchContent, { q: 'x' }, { count: 1, results: [first], corrected: null });
  await keep(readDetail, { publishedId: second.id }, second);
  await keep(readPublishedCaptions, { publishedId: first.id }, captions('elbow high'));
  await keep(readPublishedCaptions, { publishedId: second.id }, captions('knees low'));
  // The copy was saved before: the answer is newer.
  await db.savedMedia.put({
    id: second.id,
    contentType: 'video/mp4',
    bytes: 1,
    savedAtMs: 1,
    captions: captions('old words'),
  });
  await db.savedMedia.put({
    id: third.id,
    contentType: 'video/mp4',
    bytes: 1,
    savedAtMs: 1,
    detail: third,
    captions: captions('eyes up'),
  });
  expect(await find('elbow')).toEqual([[first.id, line('elbow high')]]);
  expect(await find('knees')).toEqual([[second.id, line('knees low')]]);
  expect(await find('old words')).toEqual([]);
  expect(await find('eyes')).toEqual([[third.id, line('eyes up')]]);
  // Their titles are found as well.
  expect(await find('three')).toEqual([[third.id, null]]);
});

test('a line that another search has found is not shown again; captions of own files are no part of it', async () => {
  const item = listed('Serve');
  const said = { text: 'elbow high', atSeconds: 1, language: 'en' };
  await keep(searchContent, { q: 'elbow' }, { count: 1, results: [{ ...item, said }], corrected: null });
  await keep(readOwnCaptions, { id: newId() }, { ...captions('elbow low'), cuts: [] });
  expect(await find('serve')).toEqual([[item.id, null]]);
  expect(await find('elbow')).toEqual([]);
});
