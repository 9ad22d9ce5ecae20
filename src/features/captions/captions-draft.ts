import type { OwnCaptions } from '#contract/captions.ts';
import {
  CHAPTERS_MAX,
  CUES_MAX,
  CUES_MAX_BYTES,
  POSITION_MAX_MS,
  cuesBytes,
  moveChapters,
  moveCues,
  sortChapters,
  sortCues,
  type Chapter,
  type Cue,
  type KeptPart,
} from '#contract/captions-cues.ts';
import { cleanCueText } from '#contract/captions-file.ts';

/** Captions and chapters while they are edited. Every function returns a new draft; `key` names a row of the editor. */

export interface DraftCue extends Cue {
  key: number;
}
export interface DraftChapter extends Chapter {
  key: number;
}
export interface CaptionsDraft {
  /** Language of the cues that are shown. */
  language: string;
  tracks: { language: string; cues: DraftCue[] }[];
  chapters: DraftChapter[];
  nextKey: number;
  /** How many edits of the video its times are after. Absent in drafts of former builds, which knew of none. */
  cuts?: number;
}

/** Length of a new cue where there is room for it, and the shortest cue, ms. */
const CUE_MS = 3_000;
export const CUE_MIN_MS = 100;

export const draftOf = ({ tracks, chapters, cuts }: OwnCaptions, language: string): CaptionsDraft => {
  let key = 0;
  const numbered = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ ...row, key: (key += 1) }));
  return {
    tracks: tracks.map((track) => ({ language: track.language, cues: numbered(track.cues) })),
    chapters: numbered(chapters),
    language: tracks.some((track) => track.language === language) ? language : (tracks[0]?.language ?? language),
    nextKey: key + 1,
    cuts: cuts?.length ?? 0,
  };
};

/** A draft at its times after the edits that were made since it was typed; the same draft if there are none. */
export const afterCuts = (draft: CaptionsDraft, cuts: readonly KeptPart[]): CaptionsDraft => {
  const missed = cuts.slice(draft.cuts ?? 0);
  if (missed.length === 0) return draft;
  return {
    ...draft,
    tracks: draft.tracks.map(({ language, cues }) => ({ language, cues: moveCues(cues, missed) })),
    chapters: moveChapters(draft.chapters, missed),
    cuts: cuts.length,
  };
};

/** The cues of the shown language. */
export const cuesOf = ({ tracks, language }: CaptionsDraft): DraftCue[] =>
  tracks.find((track) => track.language === language)?.cues ?? [];

const withCues = (draft: CaptionsDraft, cues: DraftCue[]): CaptionsDraft => {
  const others = draft.tracks.filter(({ language }) => language !== draft.language);
  return {
    ...draft,
    tracks: cues.length === 0 ? others : [...others, { language: draft.language, cues: sortCues(cues) }],
  };
};

export const setCueText = (draft: CaptionsDraft, key: number, text: string): CaptionsDraft =>
  withCues(
    draft,
    cuesOf(draft).map((cue) => (cue.key === key ? { ...cue, text } : cue)),
  );

/** Moves an edge of a cue; a cue keeps CUE_MIN_MS. */
export const nudgeCue = (draft: CaptionsDraft, key: number, edge: 'start' | 'end', byMs: number): CaptionsDraft =>
  withCues(
    draft,
    cuesOf(draft).map((cue) => {
      if (cue.key !== key) return cue;
      if (edge === 'start')
        return { ...cue, startMs: Math.min(Math.max(0, cue.startMs + byMs), cue.endMs - CUE_MIN_MS) };
      return { ...cue, endMs: Math.min(Math.max(cue.startMs + CUE_MIN_MS, cue.endMs + byMs), POSITION_MAX_MS) };
    }),
  );

/** Adds an empty cue at a position, up to the next cue. Undefined if there is no room for it. */
export const addCue = (draft: CaptionsDraft, atMs: number): { draft: CaptionsDraft; key: number } | undefined => {
  const cues = cuesOf(draft);
  const startMs = Math.min(Math.max(0, Math.round(atMs)), POSITION_MAX_MS - CUE_MIN_MS);
  if (cues.length >= CUES_MAX) return undefined;
  const next = cues.find((cue) => cue.startMs >= startMs + CUE_MIN_MS);
  const endMs = Math.min(startMs + CUE_MS, next?.startMs ?? POSITION_MAX_MS, POSITION_MAX_MS);
  const key = draft.nextKey;
  const added = withCues({ ...draft, nextKey: key + 1 }, [...cues, { key, startMs, endMs, text: '' }]);
  return { draft: added, key };
};

export const removeCue = (draft: CaptionsDraft, key: number): CaptionsDraft =>
  withCues(
    draft,
    cuesOf(draft).filter((cue) => cue.key !== key),
  );

/**
 * Splits a cue in two: its text where the caret is, its time in proportion.
 *
 * @param caret Number of characters before the split.
 */
export const splitCue = (draft: CaptionsDraft, key: number, caret: number): CaptionsDraft => {
  const cues = cuesOf(draft);
  const cue = cues.find((each) => each.key === key);
  if (!cue || cue.endMs - cue.startMs < 2 * CUE_MIN_MS || cues.length >= CUES_MAX) return draft;
  const share = cue.text.length > 0 ? Math.min(Math.max(caret / cue.text.length, 0), 1) : 0.5;
  const wantedMs = Math.round(cue.startMs + (cue.endMs - cue.startMs) * share);
  const atMs = Math.min(Math.max(wantedMs, cue.startMs + CUE_MIN_MS), cue.endMs - CUE_MIN_MS);
  const first = { ...cue, endMs: atMs, text: cue.text.slice(0, caret).trim() };
  const second = { key: draft.nextKey, startMs: atMs, endMs: cue.endMs, text: cue.text.slice(caret).trim() };
  const others = cues.filter((each) => each !== cue);
  return withCues({ ...draft, nextKey: draft.nextKey + 1 }, [...others, first, second]);
};

/** Joins a cue and the one after it. */
export const mergeCue = (draft: CaptionsDraft, key: number): CaptionsDraft => {
  const cues = cuesOf(draft);
  const at = cues.findIndex((cue) => cue.key === key);
  const [cue, next] = [cues[at], cues[at + 1]];
  if (!cue || !next) return draft;
  const merged = {
    ...cue,
    endMs: Math.max(cue.endMs, next.endMs),
    text: cleanCueText(`${cue.text}\n${next.text}`),
  };
  return withCues(draft, [...cues.filter((each) => each !== cue && each !== next), merged]);
};

/** Replaces all cues of the shown language, e.g. by those of a file. */
export const replaceCues = (draft: CaptionsDraft, cues: readonly Cue[]): CaptionsDraft => {
  const rows = cues.slice(0, CUES_MAX).map((cue, at) => ({ ...cue, key: draft.nextKey + at }));
  return withCues({ ...draft, nextKey: draft.nextKey + rows.length }, rows);
};

/** Adds cues where the shown language has none yet. */
export const fillCues = (draft: CaptionsDraft, cues: readonly Cue[]): CaptionsDraft => {
  const had = cuesOf(draft);
  const free = cues
    .filter(({ startMs, endMs }) => !had.some((cue) => cue.startMs < endMs && cue.endMs > startMs))
    .slice(0, CUES_MAX - had.length);
  const rows = free.map((cue, at) => ({ ...cue, key: draft.nextKey + at }));
  return withCues({ ...draft, nextKey: draft.nextKey + rows.length }, [...had, ...rows]);
};

const withChapters = (draft: CaptionsDraft, chapters: DraftChapter[]): CaptionsDraft => ({
  ...draft,
  chapters: sortChapters(chapters),
});

export const addChapter = (draft: CaptionsDraft, atMs: number): { draft: CaptionsDraft; key: number } | undefined => {
  if (draft.chapters.length >= CHAPTERS_MAX) return undefined;
  const key = draft.nextKey;
  const chapter = { key, startMs: Math.max(0, Math.round(atMs)), title: '' };
  return { draft: withChapters({ ...draft, nextKey: key + 1 }, [...draft.chapters, chapter]), key };
};

export const changeChapter = (draft: CaptionsDraft, key: number, change: Partial<Chapter>): CaptionsDraft =>
  withChapters(
    draft,
    draft.chapters.map((chapter) => (chapter.key === key ? { ...chapter, ...change } : chapter)),
  );

export const removeChapter = (draft: CaptionsDraft, key: number): CaptionsDraft =>
  withChapters(
    draft,
    draft.chapters.filter((chapter) => chapter.key !== key),
  );

/** The cues that are saved: those with words, without what the editor adds. */
const saved = (cues: readonly Cue[]): Cue[] =>
  sortCues(cues)
    .map(({ startMs, endMs, text }) => ({ startMs, endMs, text: cleanCueText(text) }))
    .filter(({ text }) => text !== '');

const savedChapters = (chapters: readonly Chapter[]): Chapter[] =>
  sortChapters(chapters)
    .map(({ startMs, title }) => ({ startMs, title: title.trim() }))
    .filter(({ title }) => title !== '');

export interface CaptionChanges {
  saves: { language: string; cues: Cue[] }[];
  deletes: string[];
  /** Undefined if they are as they were. */
  chapters: Chapter[] | undefined;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What has to be sent so that the captions become those of the draft. */
export const changesOf = (draft: CaptionsDraft, before: OwnCaptions): CaptionChanges => {
  const tracks = draft.tracks
    .map(({ language, cues }) => ({ language, cues: saved(cues) }))
    .filter(({ cues }) => cues.length > 0);
  const had = new Map(before.tracks.map(({ language, cues }) => [language, saved(cues)]));
  const chapters = savedChapters(draft.chapters);
  return {
    saves: tracks.filter(({ language, cues }) => !isSame(cues, had.get(language))),
    deletes: [...had.keys()].filter((language) => !tracks.some((track) => track.language === language)),
    chapters: isSame(chapters, savedChapters(before.chapters)) ? undefined : chapters,
  };
};

export const hasChanges = ({ saves, deletes, chapters }: CaptionChanges): boolean =>
  saves.length > 0 || deletes.length > 0 || chapters !== undefined;

/** The languages whose captions are too long to be saved. */
export const tooLong = ({ saves }: CaptionChanges): string[] =>
  saves.filter(({ cues }) => cuesBytes(cues) > CUES_MAX_BYTES).map(({ language }) => language);

/** Whether the draft has cues that wait for their words: a save leaves them out. */
export const hasEmptyCues = (draft: CaptionsDraft): boolean =>
  draft.tracks.some(({ cues }) => cues.some(({ text }) => text.trim() === ''));

/** A stored draft; undefined if it is none of this shape. */
export const readStoredDraft = (value: unknown): CaptionsDraft | undefined => {
  const draft = value as Partial<CaptionsDraft> | undefined;
  const isDraft =
    typeof draft?.language === 'string' &&
    Array.isArray(draft.tracks) &&
    Array.isArray(draft.chapters) &&
    typeof draft.nextKey === 'number';
  return isDraft ? (draft as CaptionsDraft) : undefined;
};

/** A position as m:ss.t. */
export const formatPosition = (ms: number): string => {
  const tenths = Math.round(ms / 100);
  const [minutes, seconds] = [Math.floor(tenths / 600), (tenths % 600) / 10];
  return `${minutes}:${seconds.toFixed(1).padStart(4, '0')}`;
};
