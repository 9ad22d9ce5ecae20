import type { Cue } from '#contract/captions-cues.ts';

/** Empty cues where a sound is louder than its own silence. */

/** Time that one level stands for, ms. */
export const LEVEL_MS = 20;

/** A pause shorter than this does not end a cue, ms. */
const PAUSE_MS = 350;
/** Sound shorter than this is a knock, not words, ms. */
const SOUND_MS = 250;
/** What a cue begins before and ends after its sound, ms. */
const AROUND_MS = 100;
/** A longer stretch of sound is cut at its quietest place, ms. */
const CUE_MAX_MS = 6_000;

/** Levels are compared as decibels above the quiet of the recording. */
const toDecibels = (level: number): number => 20 * Math.log10(Math.max(level, 1e-5));

/** The level at a share of the sorted levels. */
const shareOf = (sorted: Float32Array, share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** Where sound begins: a third of the way from the quiet of the recording to its loud parts; undefined if all is alike. */
const thresholdOf = (decibels: Float32Array): number | undefined => {
  const sorted = decibels.toSorted();
  const [quiet, loud] = [shareOf(sorted, 0.1), shareOf(sorted, 0.95)];
  return loud - quiet < 6 ? undefined : quiet + (loud - quiet) / 3;
};

interface Stretch {
  from: number;
  /** After its last level. */
  to: number;
}

const stretchesOf = (decibels: Float32Array, threshold: number): Stretch[] => {
  const stretches: Stretch[] = [];
  for (let at = 0; at < decibels.length; at += 1) {
    if (decibels[at]! < threshold) continue;
    const last = stretches.at(-1);
    if (last && (at - last.to) * LEVEL_MS < PAUSE_MS) last.to = at + 1;
    else stretches.push({ from: at, to: at + 1 });
  }
  return stretches.filter(({ from, to }) => (to - from) * LEVEL_MS >= SOUND_MS);
};

/** Cuts a long stretch at the quietest place between its first and its last third, until all parts are short enough. */
const cutLong = (stretch: Stretch, decibels: Float32Array): Stretch[] => {
  const length = stretch.to - stretch.from;
  if (length * LEVEL_MS <= CUE_MAX_MS) return [stretch];
  let quietest = stretch.from + Math.floor(length / 2);
  for (let at = stretch.from + Math.floor(length / 3); at < stretch.to - Math.floor(length / 3); at += 1)
    if (decibels[at]! < decibels[quietest]!) quietest = at;
  return [
    ...cutLong({ from: stretch.from, to: quietest }, decibels),
    ...cutLong({ from: quietest, to: stretch.to }, decibels),
  ];
};

/**
 * Empty cues for the parts of a recording that have sound.
 *
 * @param levels Loudness of each LEVEL_MS (root mean square, 0 to 1).
 */
export const cutAtSilence = (levels: Float32Array): Cue[] => {
  const decibels = levels.map(toDecibels);
  const threshold = thresholdOf(decibels);
  if (threshold === undefined) return [];
  const stretches = stretchesOf(decibels, threshold).flatMap((stretch) => cutLong(stretch, decibels));
  const endMs = levels.length * LEVEL_MS;
  return stretches.map(({ from, to }, index) => ({
    startMs: Math.max((stretches[index - 1]?.to ?? 0) * LEVEL_MS, from * LEVEL_MS - AROUND_MS),
    // Up to the middle of the pause at most, so that two cues never overlap.
    endMs: Math.min(
      to * LEVEL_MS + AROUND_MS,
      Math.max(to * LEVEL_MS, (stretches[index + 1]?.from ?? Infinity) * LEVEL_MS - AROUND_MS),
      endMs,
    ),
    text: '',
  }));
};
