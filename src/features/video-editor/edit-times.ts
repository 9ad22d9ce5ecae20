import { TRIM_MIN_MS } from '#contract/limits.ts';
import { videoEditorText } from '#contract/text/video-editor.ts';

/** The part of a video that is kept, ms. */
export interface Part {
  startMs: number;
  endMs: number;
}
export type Edge = 'start' | 'end';

const TENTH_MS = 100;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A position as `mm:ss.s`. */
export const formatTime = (ms: number): string => {
  const tenths = Math.round(ms / TENTH_MS);
  return `${twoDigits(Math.floor(tenths / 600))}:${twoDigits(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
};

const TIME = /^(?:(\d{1,3}):)?([0-5]?\d)(?:[.,](\d))?$/;

/** Reads `mm:ss.s`; minutes and tenths may be missing. @returns ms, undefined if it is no time. */
export const parseTime = (text: string): number | undefined => {
  const match = TIME.exec(text.trim());
  if (!match) return undefined;
  const [, minutes = '0', seconds = '0', tenths = '0'] = match;
  return (Number(minutes) * 600 + Number(seconds) * 10 + Number(tenths)) * TENTH_MS;
};

/** Positions of the five marks, ms. Source: VID-003, D-138. */
export const marksOf = (durationMs: number): number[] => [0, 0.25, 0.5, 0.75, 1].map((share) => share * durationMs);

/** The part with one edge moved, as far as the shortest part and the video allow. Source: VID-002. */
export const moveEdge = ({ startMs, endMs }: Part, edge: Edge, ms: number, durationMs: number): Part =>
  edge === 'start'
    ? { startMs: Math.round(Math.max(0, Math.min(ms, endMs - TRIM_MIN_MS))), endMs }
    : { startMs, endMs: Math.round(Math.min(durationMs, Math.max(ms, startMs + TRIM_MIN_MS))) };

/** A part that was kept, if it is one of a video of this length. */
export const keptPart = (kept: Part | undefined, durationMs: number): Part | undefined =>
  kept && kept.startMs >= 0 && kept.endMs <= durationMs && kept.endMs - kept.startMs >= TRIM_MIN_MS ? kept : undefined;

/** Why an edge cannot be at a position, for people; undefined if it can. */
export const edgeProblem = (
  { startMs, endMs }: Part,
  edge: Edge,
  ms: number,
  durationMs: number,
): string | undefined => {
  // A tenth later than the end is shown as the end.
  if (ms > durationMs + TENTH_MS) return videoEditorText.tooLate(formatTime(durationMs));
  const lengthMs = edge === 'start' ? endMs - ms : Math.min(ms, durationMs) - startMs;
  return lengthMs < TRIM_MIN_MS ? videoEditorText.tooShort : undefined;
};

/**
 * The address of the query, if it is one of this video on the own media host; else undefined, and the server is asked by
 * the content's id. Source: D-141.
 */
export const acceptedVideoUrl = (
  videoUrl: string | undefined,
  contentId: string,
  origin: string,
): string | undefined => {
  if (videoUrl === undefined || !URL.canParse(videoUrl, origin)) return undefined;
  const url = new URL(videoUrl, origin);
  const [, folder, , id] = url.pathname.split('/');
  return url.origin === origin && folder === 'media' && id === contentId ? url.href : undefined;
};
