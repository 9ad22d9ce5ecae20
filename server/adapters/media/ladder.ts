import type { VideoStream } from './probe-text.ts';
import { toSdr } from './sdr.ts';

/** One size of a video in the HLS ladder. */
export interface Rung {
  /** Name by the short side of 16:9: `720p`. */
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Maximum bit rate of the picture. */
  readonly maxKbps: number;
  /** Whether every second frame of a fast source is dropped. */
  readonly halfRate: boolean;
}

/** The rungs and their maximum bit rates at 30 frames per second. Source: D-328. */
const STEPS = [
  { lines: 240, maxKbps: 400 },
  { lines: 360, maxKbps: 800 },
  { lines: 480, maxKbps: 1400 },
  { lines: 720, maxKbps: 2800 },
  { lines: 1080, maxKbps: 5000 },
] as const;

/** A source this much larger than its best rung gets one more of its own size. */
const OWN_RUNG_FROM = 1.15;
/** Sources above this rate are fast: half the frames on the small rungs, 1.5 times the bit rate on the large ones. */
const FAST_FPS = 31;
const HALF_RATE_MAX_LINES = 480;
/** The progressive file is at most this large. Source: D-328. */
const PROGRESSIVE_LINES = 720;

/** Rounds a side to an even number of pixels, not above the source's. */
const even = (value: number, source = value): number =>
  Math.max(2, Math.min(Math.round(value / 2) * 2, Math.floor(source / 2) * 2));

/** The size of a video with even sides, as encoders need them. */
export const evenSize = ({ widthPx, heightPx }: VideoStream): { widthPx: number; heightPx: number } => ({
  widthPx: even(widthPx, widthPx),
  heightPx: even(heightPx, heightPx),
});

/** The factor that fits a source into the 16:9 box of so many lines, in the source's orientation. */
function fit({ widthPx, heightPx }: VideoStream, lines: number): number {
  const long = (lines * 16) / 9;
  return Math.min(long / Math.max(widthPx, heightPx), lines / Math.min(widthPx, heightPx));
}

const rung = (video: VideoStream, factor: number, name: string, maxKbps: number, lines: number): Rung => {
  const fast = (video.fps ?? 0) > FAST_FPS;
  const halfRate = fast && lines <= HALF_RATE_MAX_LINES;
  return {
    name,
    widthPx: even(video.widthPx * factor, video.widthPx),
    heightPx: even(video.heightPx * factor, video.heightPx),
    maxKbps: fast && !halfRate ? maxKbps * 1.5 : maxKbps,
    halfRate,
  };
};

/**
 * Returns the sizes in which a video is encoded, largest first, never larger than the source. A source below the smallest
 * rung, or well above its best one, gets a rung of its own size.
 */
export function ladderOf(video: VideoStream): Rung[] {
  const rungs = STEPS.filter(({ lines }) => fit(video, lines) <= 1).map(({ lines, maxKbps }) =>
    rung(video, fit(video, lines), `${lines}p`, maxKbps, lines),
  );
  const next = STEPS[rungs.length];
  const best = STEPS[rungs.length - 1];
  if (next !== undefined && (best === undefined || 1 / fit(video, best.lines) >= OWN_RUNG_FROM)) {
    const lines = even(Math.round(next.lines / fit(video, next.lines)));
    rungs.push(rung(video, 1, `${lines}p`, next.maxKbps, lines));
  }
  return rungs.toReversed();
}

/** Returns the rung that becomes the progressive file: the largest up to 720p. */
export const progressiveRung = (rungs: readonly Rung[]): Rung =>
  rungs.find((candidate) => Number.parseInt(candidate.name, 10) <= PROGRESSIVE_LINES) ?? rungs.at(-1)!;

/** The first rendition is at most this large: it is made in a fraction of the time, and good enough on a phone. */
const FIRST_LINES = 360;

/** Returns the rung that is made first where all take long; `undefined` if there is no larger one. Source: decision 0045. */
export const firstRung = (rungs: readonly Rung[]): Rung | undefined =>
  rungs.slice(1).find((candidate) => Number.parseInt(candidate.name, 10) <= FIRST_LINES);

const STANDARD_RATES = [24, 25, 30, 48, 50, 60];
const FASTEST = 60.5;

/**
 * Returns the frame rate to force; `null` to keep the source's timestamps. Forced for sources faster than 60, of unknown
 * rate, or with irregular frames (screen recordings), which an encoder would take for a thousand frames per second.
 */
export function forcedFps({ fps, tickRate }: VideoStream): number | null {
  if ((fps ?? tickRate ?? Infinity) <= FASTEST && (tickRate ?? 0) <= FASTEST) return null;
  if (fps === null) return 30;
  return STANDARD_RATES.find((rate) => rate >= fps - 0.5) ?? 60;
}

const STANDARD_FPS = 30;

/** A picture of one frame has no length, and passes only with `eof_action`. */
const held = (fps: number, lastsSeconds: number): string[] => [
  `fps=${fps}:eof_action=pass`,
  'tpad=stop_mode=clone:stop=-1',
  `trim=end=${lastsSeconds.toFixed(3)}`,
];

/**
 * Builds the filter graph: decodes once, and scales each rung from the next larger one. With `lastsSeconds`, the last
 * frame is held until then.
 */
export function filterGraph(video: VideoStream, rungs: readonly Rung[], lastsSeconds: number | null = null): string {
  const forced = forcedFps(video);
  const parts: string[] = [];
  let source = `[0:${video.index}]`;
  let halved = false;
  rungs.forEach((one, at) => {
    const steps: string[] = [];
    if (at === 0 && lastsSeconds !== null) steps.push(...held(forced ?? STANDARD_FPS, lastsSeconds));
    else if (at === 0 && forced !== null) steps.push(`fps=${forced}`);
    if (one.halfRate && !halved) steps.push('fps=source_fps/2');
    halved ||= one.halfRate;
    if (at === 0 && video.hdr) steps.push(...toSdr(video.hdr, one), 'setsar=1');
    else steps.push(`scale=${one.widthPx}:${one.heightPx}`, 'setsar=1', 'format=yuv420p');
    const last = at === rungs.length - 1;
    parts.push(`${source}${steps.join(',')}${last ? `[v${at}]` : `,split=2[v${at}][s${at}]`}`);
    source = `[s${at}]`;
  });
  return parts.join(';');
}
