import type { VideoStream } from './probe-text.ts';

/** One size of a video in the HLS ladder. */
export interface Rung {
  /** `720p`: the rung's name, by the short side of 16:9. */
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Ceiling of the picture's bit rate; easy scenes take less. */
  readonly maxKbps: number;
  /** Whether every second frame of a fast source is left out. */
  readonly halfRate: boolean;
}

/** The rungs and their bit-rate ceilings at 30 frames per second. Source: D-328. */
const STEPS = [
  { lines: 240, maxKbps: 400 },
  { lines: 360, maxKbps: 800 },
  { lines: 480, maxKbps: 1400 },
  { lines: 720, maxKbps: 2800 },
  { lines: 1080, maxKbps: 5000 },
] as const;

/** A source this much larger than its best rung gets one more of its own size. */
const OWN_RUNG_FROM = 1.15;
/** Sources above this rate count as fast: fewer frames on the small rungs, half as many bits more on the large ones. */
const FAST_FPS = 31;
const HALF_RATE_MAX_LINES = 480;
/** The progressive file is at most this large. Source: D-328. */
const PROGRESSIVE_LINES = 720;

/** The nearest even side that is not above the source's. */
const even = (value: number, source = value): number =>
  Math.max(2, Math.min(Math.round(value / 2) * 2, Math.floor(source / 2) * 2));

/** The factor by which a source fits into the 16:9 box of so many lines, lying or standing as the source does. */
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
 * The sizes a video is encoded in, largest first; never larger than the source. A source below the smallest rung, or
 * well above its best one, gets a rung of its own size.
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

/** The rung that also becomes the progressive file: the largest up to 720p. */
export const progressiveRung = (rungs: readonly Rung[]): Rung =>
  rungs.find((candidate) => Number.parseInt(candidate.name, 10) <= PROGRESSIVE_LINES) ?? rungs.at(-1)!;

const STANDARD_RATES = [24, 25, 30, 48, 50, 60];
const FASTEST = 60.5;

/**
 * The frame rate to force, or `null` where the source's own times are fine: not for sources faster than 60, of unknown
 * rate, or with frames at odd times (screen recordings), which an encoder would take for a thousand frames a second.
 */
export function forcedFps({ fps, tickRate }: VideoStream): number | null {
  if ((fps ?? tickRate ?? Infinity) <= FASTEST && (tickRate ?? 0) <= FASTEST) return null;
  if (fps === null) return 30;
  return STANDARD_RATES.find((rate) => rate >= fps - 0.5) ?? 60;
}

/** One decoding, one scaling after the other: each rung is made from the next larger one. */
export function filterGraph(video: VideoStream, rungs: readonly Rung[]): string {
  const forced = forcedFps(video);
  const parts: string[] = [];
  let source = `[0:${video.index}]`;
  let halved = false;
  rungs.forEach((one, at) => {
    const steps: string[] = [];
    if (at === 0 && forced !== null) steps.push(`fps=${forced}`);
    if (one.halfRate && !halved) steps.push('fps=source_fps/2');
    halved ||= one.halfRate;
    steps.push(`scale=${one.widthPx}:${one.heightPx}`, 'setsar=1', 'format=yuv420p');
    const last = at === rungs.length - 1;
    parts.push(`${source}${steps.join(',')}${last ? `[v${at}]` : `,split=2[v${at}][s${at}]`}`);
    source = `[s${at}]`;
  });
  return parts.join(';');
}
