import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OwnCaptions } from '#contract/captions.ts';
import { runs } from '#tests/support/property-runs.ts';
import {
  addChapter,
  addCue,
  afterCuts,
  changeChapter,
  changesOf,
  cuesOf,
  CUE_MIN_MS,
  draftOf,
  fillCues,
  formatPosition,
  hasChanges,
  hasEmptyCues,
  mergeCue,
  nudgeCue,
  removeCue,
  replaceCues,
  setCueText,
  splitCue,
  type CaptionsDraft,
} from './captions-draft.ts';

const NONE: OwnCaptions = { tracks: [], chapters: [] };
const track = (language: string, cues: { startMs: number; endMs: number; text: string }[]) => ({
  language,
  cues,
  version: 1,
  savedAt: '',
  former: null,
});
const two: OwnCaptions = {
  tracks: [
    track('en', [
      { startMs: 0, endMs: 2_000, text: 'Serve and volley' },
      { startMs: 3_000, endMs: 4_000, text: 'Again' },
    ]),
  ],
  chapters: [{ startMs: 0, title: 'Warm-up' }],
};
const texts = (draft: CaptionsDraft) => cuesOf(draft).map(({ startMs, endMs, text }) => [startMs, endMs, text]);

test('a new draft changes nothing, also after an edit was taken back', () => {
  const draft = draftOf(two, 'en');
  expect(hasChanges(changesOf(draft, two))).toBe(false);
  const first = cuesOf(draft)[0]!.key;
  const typed = setCueText(draft, first, 'Volley');
  expect(changesOf(typed, two).saves).toMatchObject([
    { language: 'en', cues: [{ text: 'Volley' }, { text: 'Again' }] },
  ]);
  expect(hasChanges(changesOf(setCueText(typed, first, 'Serve and volley'), two))).toBe(false);
});

test('split, merge, nudge, add and remove keep the times in order and long enough', () => {
  let draft = draftOf(two, 'en');
  const [first, second] = cuesOf(draft).map(({ key }) => key) as [number, number];
  draft = splitCue(draft, first, 'Serve and'.length);
  expect(texts(draft)).toEqual([
    [0, 1_125, 'Serve and'],
    [1_125, 2_000, 'volley'],
    [3_000, 4_000, 'Again'],
  ]);
  draft = mergeCue(draft, first);
  expect(texts(draft)[0]).toEqual([0, 2_000, 'Serve and\nvolley']);
  draft = nudgeCue(nudgeCue(draft, first, 'start', -500), second, 'end', -5_000);
  expect(texts(draft).map(([startMs, endMs]) => [startMs, endMs])).toEqual([
    [0, 2_000],
    [3_000, 3_000 + CUE_MIN_MS],
  ]);
  const added = addCue(draft, 2_000)!;
  expect(texts(added.draft)[1]).toEqual([2_000, 3_000, '']);
  expect(hasEmptyCues(added.draft)).toBe(true);
  expect(texts(removeCue(added.draft, added.key))).toEqual(texts(draft));
});

test('an empty language is deleted, a new one is saved, cues without words are left out', () => {
  let draft = draftOf(two, 'en');
  for (const { key } of cuesOf(draft)) draft = removeCue(draft, key);
  draft = replaceCues({ ...draft, language: 'de' }, [
    { startMs: 0, endMs: 1_000, text: 'Aufschlag' },
    { startMs: 1_000, endMs: 2_000, text: ' ' },
  ]);
  expect(changesOf(draft, two)).toEqual({
    saves: [{ language: 'de', cues: [{ startMs: 0, endMs: 1_000, text: 'Aufschlag' }] }],
    deletes: ['en'],
    chapters: undefined,
  });
});

test('chapters are saved in order, without those that have no title', () => {
  const added = addChapter(draftOf(two, 'en'), 5_000)!;
  const titled = changeChapter(addChapter(added.draft, 2_000)!.draft, added.key, { title: ' Serve ' });
  expect(changesOf(titled, two).chapters).toEqual([
    { startMs: 0, title: 'Warm-up' },
    { startMs: 5_000, title: 'Serve' },
  ]);
});

test('cues are added only where there are none', () => {
  const draft = fillCues(draftOf(two, 'en'), [
    { startMs: 1_500, endMs: 2_500, text: '' },
    { startMs: 2_100, endMs: 2_900, text: '' },
  ]);
  expect(texts(draft).map(([startMs]) => startMs)).toEqual([0, 2_100, 3_000]);
});

test('no row of the editor ever has the key of another, whatever is done', () => {
  const step = fc.tuple(fc.constantFrom('add', 'split', 'merge', 'remove', 'replace', 'chapter'), fc.nat(60_000));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let draft = draftOf(NONE, 'en');
      for (const [what, at] of steps) {
        const key = cuesOf(draft)[at % Math.max(1, cuesOf(draft).length)]?.key ?? -1;
        if (what === 'add') draft = addCue(draft, at)?.draft ?? draft;
        if (what === 'split') draft = splitCue(draft, key, at % 10);
        if (what === 'merge') draft = mergeCue(draft, key);
        if (what === 'remove') draft = removeCue(draft, key);
        if (what === 'replace') draft = replaceCues(draft, [{ startMs: at, endMs: at + 500, text: 'x' }]);
        if (what === 'chapter') draft = addChapter(draft, at)?.draft ?? draft;
        const keys = [...draft.tracks.flatMap(({ cues }) => cues), ...draft.chapters].map((row) => row.key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(cuesOf(draft).every(({ startMs, endMs }) => endMs - startMs >= CUE_MIN_MS)).toBe(true);
      }
    }),
    runs,
  );
});

test('positions are shown with tenths', () => {
  expect([0, 949, 61_250, 3_600_000].map(formatPosition)).toEqual(['0:00.0', '0:00.9', '1:01.3', '60:00.0']);
});

test('what was typed before an edit of the video is moved by it once, and keeps its rows', () => {
  const cues = [
    { startMs: 0, endMs: 2_000, text: 'Cut off' },
    { startMs: 6_000, endMs: 8_000, text: 'Kept' },
  ];
  const draft = draftOf({ tracks: [track('en', cues)], chapters: [{ startMs: 6_000, title: 'Goal' }] }, 'en');
  const cuts = [{ startMs: 5_000, endMs: 20_000 }];
  const moved = afterCuts(draft, cuts);
  expect(cuesOf(moved)).toEqual([{ key: 2, startMs: 1_000, endMs: 3_000, text: 'Kept' }]);
  expect(moved.chapters).toEqual([{ key: 3, startMs: 1_000, title: 'Goal' }]);
  expect(afterCuts(moved, cuts)).toBe(moved);
  // A draft that a former build has stored knows of no edit.
  const { cuts: _, ...former } = draft;
  expect(cuesOf(afterCuts(former, cuts))).toEqual(cuesOf(moved));
  expect(afterCuts(draft, [])).toBe(draft);
});
