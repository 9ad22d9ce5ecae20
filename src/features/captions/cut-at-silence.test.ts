import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { cutAtSilence, LEVEL_MS } from './cut-at-silence.ts';

/** A recording: loud or quiet for some time each, with a little noise. */
const recording = (...parts: [level: number, ms: number][]): Float32Array =>
  Float32Array.from(
    parts.flatMap(([level, ms]) => Array.from({ length: ms / LEVEL_MS }, (_, at) => level * (1 + 0.1 * Math.sin(at)))),
  );
const timesOf = (levels: Float32Array) => cutAtSilence(levels).map(({ startMs, endMs }) => [startMs, endMs]);

test('a cue for each stretch of sound, with a little time around it', () => {
  const levels = recording([0.002, 1_000], [0.2, 2_000], [0.002, 1_000], [0.1, 1_000], [0.002, 1_000]);
  expect(timesOf(levels)).toEqual([
    [900, 3_100],
    [3_900, 5_100],
  ]);
  expect(cutAtSilence(levels).every(({ text }) => text === '')).toBe(true);
});

test('a short pause does not end a cue, and a knock begins none', () => {
  const pause = recording([0.002, 2_000], [0.2, 1_000], [0.002, 200], [0.2, 1_000], [0.002, 2_000]);
  expect(timesOf(pause)).toEqual([[1_900, 4_300]]);
  const knock = recording([0.002, 3_000], [0.2, 100], [0.002, 2_000], [0.2, 1_000], [0.002, 2_000]);
  expect(timesOf(knock)).toEqual([[5_000, 6_200]]);
});

test('a long stretch is cut where it is quietest; a recording without pauses or sound has no cues', () => {
  const long = recording([0.001, 2_000], [0.2, 4_000], [0.06, 100], [0.2, 5_000], [0.001, 2_000]);
  const cues = cutAtSilence(long);
  expect(cues.length).toBe(2);
  expect(Math.abs(cues[0]!.endMs - 6_050)).toBeLessThanOrEqual(100);
  expect(cutAtSilence(recording([0.1, 60_000]))).toEqual([]);
  expect(cutAtSilence(new Float32Array(100))).toEqual([]);
  expect(cutAtSilence(new Float32Array())).toEqual([]);
});

test('whatever the sound: cues are in order, do not overlap, and are within the recording', () => {
  const part = fc.tuple(fc.constantFrom(0, 0.001, 0.01, 0.2, 1), fc.integer({ min: 1, max: 500 }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const levels = recording(...parts.map(([level, count]): [number, number] => [level, count * LEVEL_MS]));
      let lastMs = 0;
      for (const { startMs, endMs } of cutAtSilence(levels)) {
        expect(startMs).toBeGreaterThanOrEqual(lastMs);
        expect(endMs).toBeGreaterThan(startMs);
        expect(endMs).toBeLessThanOrEqual(levels.length * LEVEL_MS);
        lastMs = endMs;
      }
    }),
    runs,
  );
});
