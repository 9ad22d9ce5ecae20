import { MediaProblem } from './problem.ts';
import { inputArgs, progressReader, runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import { CONTAINERS, sniffFile } from './sniff.ts';
import type { Container } from './sniff.ts';
import { parseInput } from './probe-text.ts';
import type { AudioStream, VideoStream } from './probe-text.ts';

export interface MediaFacts {
  readonly container: Container;
  readonly durationSeconds: number;
  /** The first video stream; a cover in a music file is not one. */
  readonly video: VideoStream | null;
  readonly audio: AudioStream | null;
}

export interface ProbeLimits {
  /** Longest media, seconds. */
  readonly durationSecondsMax: number;
  /** Most pixels of a frame. */
  readonly pixelsMax: number;
  /** Longest side of a frame, pixels. */
  readonly sideMax: number;
}

export const PROBE_LIMITS: ProbeLimits = { durationSecondsMax: 12 * 3600, pixelsMax: 40_000_000, sideMax: 8192 };

const RUN_LIMITS = { wallMs: 120_000, cpuSeconds: 60, fileBytes: 1_000_000, memoryBytes: 1_500_000_000 };
/** Formats without a length in their header, or with only an estimate by the bit rate. */
const WITHOUT_LENGTH = new Set<Container>(['aac', 'mp3', 'mpeg-ps', 'mpeg-ts', 'mpeg-video']);

export interface ProbeRequest {
  /** Full path of the file. */
  readonly input: string;
  /** Working directory; nothing is written there. */
  readonly workDir: string;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<ProbeLimits> | undefined;
}

/**
 * Reads the facts of a video or audio file from its headers; for formats without a length, also from its packets.
 *
 * @throws MediaProblem `wrong_type` (not a media file), `not_readable` (broken, empty, too long), `too_many_pixels`.
 */
export async function probe(tools: Tools, request: ProbeRequest): Promise<MediaFacts> {
  const limits = { ...PROBE_LIMITS, ...request.limits };
  const container = await sniffFile(request.input);
  if (container === null || container === 'pdf')
    throw new MediaProblem('wrong_type', `Not media: ${container ?? 'unknown bytes'}.`);
  const { demuxer } = CONTAINERS[container];

  // Without an output ffmpeg always fails, after it has printed the facts.
  const { stderr } = await runFfmpeg(tools, {
    args: inputArgs(request.input, demuxer),
    readable: [request.input],
    outDir: request.workDir,
    limits: RUN_LIMITS,
    signal: request.signal,
    logLevel: 'info',
  });
  const input = parseInput(stderr);
  if (input === null || (!input.video && !input.audio))
    throw new MediaProblem('not_readable', 'No picture and no sound in it.');
  if (input.video) checkSize(input.video, limits);

  const durationSeconds =
    input.durationSeconds === null || WITHOUT_LENGTH.has(container)
      ? (await measure(tools, request, demuxer)) || (input.durationSeconds ?? 0)
      : input.durationSeconds;
  if (!(durationSeconds > 0)) throw new MediaProblem('not_readable', 'It has no length.');
  if (durationSeconds > limits.durationSecondsMax)
    throw new MediaProblem('not_readable', `Longer than ${limits.durationSecondsMax} s.`);
  return { container, durationSeconds, video: input.video, audio: input.audio };
}

function checkSize({ widthPx, heightPx }: VideoStream, { pixelsMax, sideMax }: ProbeLimits): void {
  if (widthPx * heightPx > pixelsMax || Math.max(widthPx, heightPx) > sideMax) {
    throw new MediaProblem('too_many_pixels', `${widthPx} × ${heightPx} pixels.`);
  }
}

/** Measures the length in seconds by reading all packets without decoding them; takes about 1 s per GB. */
async function measure(tools: Tools, { input, workDir, signal }: ProbeRequest, demuxer: string): Promise<number> {
  let seconds = 0;
  await runFfmpeg(tools, {
    args: [
      ...inputArgs(input, demuxer),
      '-map',
      '0:V?',
      '-map',
      '0:a?',
      '-c',
      'copy',
      '-f',
      'null',
      '-progress',
      'pipe:1',
      '-',
    ],
    readable: [input],
    outDir: workDir,
    limits: RUN_LIMITS,
    signal,
    onStdout: progressReader((reached) => {
      seconds = Math.max(seconds, reached);
    }),
  });
  return seconds;
}
