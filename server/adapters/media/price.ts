import type { MediaFacts } from './probe.ts';

/** Pixels of a second of 1080p30, the unit of work. */
const UNIT_PIXELS = 1920 * 1080 * 30;
/** Rate of a file that does not tell its own. */
const UNKNOWN_FPS = 60;
/** A second of sound, against a second of 1080p30. */
const SOUND = 0.02;
/** Frames smaller than this cost as much: opening, writing and dividing them. Pixels. */
const LEAST_PIXELS = 320 * 180;

/**
 * The work of encoding a file: pixels × frames × length, in seconds of 1080p30. One unit takes between half a second and
 * two seconds on one core of 2024.
 */
export const workOf = ({ video, durationSeconds }: Pick<MediaFacts, 'video' | 'durationSeconds'>): number => {
  if (!video) return durationSeconds * SOUND;
  const pixels = Math.max(video.widthPx * video.heightPx, LEAST_PIXELS);
  return durationSeconds * (SOUND + (pixels * (video.fps ?? UNKNOWN_FPS)) / UNIT_PIXELS);
};

/** From this work on a first rendition is made alone, so that the file can be watched early. */
export const FIRST_ALONE_WORK = 30;

/** Above this work a file is long: it is encoded in a lane of its own, so that the others always go on. */
export const LONG_WORK = 600;
