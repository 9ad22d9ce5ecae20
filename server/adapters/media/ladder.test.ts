import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { filterGraph, forcedFps, ladderOf, progressiveRung } from './ladder.ts';
import type { VideoStream } from './probe-text.ts';

const video = (widthPx: number, heightPx: number, fps: number | null = 30, tickRate = fps): VideoStream => ({
  index: 0,
  codec: 'h264',
  widthPx,
  heightPx,
  fps,
  tickRate,
});
const sizes = (one: VideoStream) => ladderOf(one).map(({ widthPx, heightPx }) => `${widthPx}x${heightPx}`);

describe('the ladder', () => {
  it.each([
    ['1080p', [1920, 1080], ['1920x1080', '1280x720', '854x480', '640x360', '426x240']],
    ['4K', [3840, 2160], ['1920x1080', '1280x720', '854x480', '640x360', '426x240']],
    ['standing', [1080, 1920], ['1080x1920', '720x1280', '480x854', '360x640', '240x426']],
    ['odd size', [853, 481], ['852x480', '638x360', '426x240']],
    ['4:3', [640, 480], ['640x480', '480x360', '320x240']],
    ['cinema', [1920, 800], ['1920x800', '1280x534', '854x356', '640x266', '426x178']],
    ['between two rungs', [1066, 600], ['1066x600', '852x480', '640x360', '426x240']],
    ['below the smallest', [320, 180], ['320x180']],
    ['one pixel', [1, 1], ['2x2']],
  ] as const)('of a source that is %s', (_, [width, height], expected) =>
    expect(sizes(video(width, height))).toEqual(expected),
  );

  it('D-328 is never larger than the source, descends, keeps the aspect ratio, and has even sides', () => {
    fc.assert(
      fc.property(fc.integer({ min: 16, max: 8192 }), fc.integer({ min: 16, max: 8192 }), (width, height) => {
        const rungs = ladderOf(video(width, height));
        expect(rungs.length).toBeGreaterThan(0);
        expect(new Set(rungs.map(({ name }) => name)).size).toBe(rungs.length);
        rungs.forEach(({ widthPx, heightPx }, at) => {
          expect(widthPx).toBeLessThanOrEqual(width);
          expect(heightPx).toBeLessThanOrEqual(height);
          expect(Math.min(widthPx, heightPx)).toBeLessThanOrEqual(1080);
          expect([widthPx % 2, heightPx % 2]).toEqual([0, 0]);
          if (at > 0) expect(widthPx * heightPx).toBeLessThan(rungs[at - 1]!.widthPx * rungs[at - 1]!.heightPx);
        });
        expect(progressiveRung(rungs).heightPx * progressiveRung(rungs).widthPx).toBeLessThanOrEqual(1280 * 720);
      }),
      runs,
    );
  });

  it('halves the rate of fast sources once, on small rungs only', () => {
    const rungs = ladderOf(video(1280, 720, 59.94));
    expect(rungs.map(({ halfRate }) => halfRate)).toEqual([false, true, true, true]);
    expect(filterGraph(video(1280, 720, 59.94), rungs).match(/source_fps\/2/g)).toHaveLength(1);
  });
});

it.each([
  [30, 30, null],
  [29.97, 29.97, null],
  [60, 60, null],
  [120, 120, 60],
  [240, 240, 60],
  [29.4, 1000, 30],
  [24.6, 90_000, 25],
  [null, 1000, 30],
  [null, null, 30],
  [1, 1, null],
])('a source of %s frames in ticks of %s is forced to %s', (fps, tickRate, forced) => {
  expect(forcedFps(video(640, 360, fps, tickRate))).toBe(forced);
});
