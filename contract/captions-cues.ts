/** Cues and chapters, as client and server work with them. Times are positions in the media, ms. */

export interface Cue {
  startMs: number;
  endMs: number;
  text: string;
}

export interface Chapter {
  startMs: number;
  title: string;
}

/** Most cues of one language, and the most that they take as JSON, bytes: a request takes 256 KiB. */
export const CUES_MAX = 3_000;
export const CUES_MAX_BYTES = 200_000;
/** Longest text of a cue, and longest title of a chapter, characters. */
export const CUE_TEXT_MAX = 500;
export const CHAPTER_TITLE_MAX = 100;
export const CHAPTERS_MAX = 100;
/** Most languages of one content. */
export const CAPTION_LANGUAGES_MAX = 8;
/** The most that all captions of a person or an organization take, bytes. */
export const CAPTIONS_MAX_BYTES = 50_000_000;
/** The latest position in a media file, ms. */
export const POSITION_MAX_MS = 86_400_000;

const byTime = (a: Cue, b: Cue): number => a.startMs - b.startMs || a.endMs - b.endMs;

/** The cues in the order of their times. */
export const sortCues = <C extends Cue>(cues: readonly C[]): C[] => cues.toSorted(byTime);

export const sortChapters = <C extends Chapter>(chapters: readonly C[]): C[] =>
  chapters.toSorted((a, b) => a.startMs - b.startMs);

/** What the cues take as JSON, bytes. */
export const cuesBytes = (cues: readonly Cue[]): number => new TextEncoder().encode(JSON.stringify(cues)).length;

/** Text for searching: without accents and in lower case. */
export const plainWords = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a search. */
export const searchWords = (search: string): string[] => plainWords(search).split(/\s+/).filter(Boolean);

/** Whether every word occurs in a text that `plainWords` has made. */
export const hasWords = (plain: string, words: readonly string[]): boolean =>
  words.every((word) => plain.includes(word));

/** All words of a track, for searching. */
export const cuesWords = (cues: readonly Cue[]): string => plainWords(cues.map(({ text }) => text).join('\n'));

/**
 * The cues of a part of the media, at their times in the part. A cue that reaches over an edge is cut there.
 *
 * @param fromMs Start of the part.
 * @param toMs End of the part.
 */
export const cutCues = <C extends Cue>(cues: readonly C[], fromMs: number, toMs: number): C[] =>
  cues
    .filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs)
    .map((cue) => ({
      ...cue,
      startMs: Math.max(cue.startMs, fromMs) - fromMs,
      endMs: Math.min(cue.endMs, toMs) - fromMs,
    }));

/** The chapters of a part of the media; the one that runs at its start begins with it. */
export const cutChapters = <C extends Chapter>(chapters: readonly C[], fromMs: number, toMs: number): C[] => {
  const sorted = sortChapters(chapters);
  const running = sorted.findLastIndex(({ startMs }) => startMs <= fromMs);
  return sorted
    .filter(({ startMs }, index) => startMs < toMs && index >= running)
    .map((chapter) => ({ ...chapter, startMs: Math.max(0, chapter.startMs - fromMs) }));
};

/** The part of a video that an edit has kept, at the times of the video before it, ms. */
export interface KeptPart {
  startMs: number;
  endMs: number;
}

/** Cues at their times after some edits. */
export const moveCues = <C extends Cue>(cues: readonly C[], edits: readonly KeptPart[]): C[] =>
  edits.reduce<C[]>((moved, { startMs, endMs }) => cutCues(moved, startMs, endMs), [...cues]);

/** Chapters at their times after some edits. */
export const moveChapters = <C extends Chapter>(chapters: readonly C[], edits: readonly KeptPart[]): C[] =>
  edits.reduce<C[]>((moved, { startMs, endMs }) => cutChapters(moved, startMs, endMs), [...chapters]);

/** The cues that are shown at a position. */
export const cuesAt = <C extends Cue>(cues: readonly C[], positionMs: number): C[] =>
  cues.filter(({ startMs, endMs }) => startMs <= positionMs && positionMs < endMs);
