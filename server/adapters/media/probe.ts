import { MEDIA_FPS_MAX, MEDIA_PIXELS_MAX, MEDIA_SIDE_MAX } from '#contract/limits.ts';
import { MediaProblem } from './problem.ts';
import { inputArgs, packetReader, runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import { CONTAINERS, sniffFile } from './sniff.ts';
import type { Container } from './sniff.ts';
import { parseInput } from './probe-text.ts';
import type { AudioStream, VideoStream } from './probe-text.ts';

export interface MediaFacts {
  readonly container: Container;
  /** Until the later of picture and sound ends, seconds. */
  readonly durationSeconds: number;
  /** When the last frame begins and when the sound ends, seconds; null where only the header was read. */
  readonly lastFrameSeconds: number | null;
  readonly soundEndsSeconds: number | null;
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
  /** Most frames per second. */
  readonly fpsMax: number;
}

const PROBE_LIMITS: ProbeLimits = {
  durationSecondsMax: 3 * 3600,
  pixelsMax: MEDIA_PIXELS_MAX,
  sideMax: MEDIA_SIDE_MAX,
  fpsMax: MEDIA_FPS_MAX,
};

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
 * @throws MediaProblem `wrong_type` (not a media file), `not_readable` (broken, empty), `too_long`, `too_many_pixels`,
 * `too_many_frames`.
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

  const read = (stream: VideoStream | AudioStream | null) =>
    stream ? measure(tools, request, { demuxer, index: stream.index }) : null;
  const isMeasured = input.durationSeconds === null || WITHOUT_LENGTH.has(container) || container === 'matroska';
  const isFast = (input.video?.fps ?? 0) > limits.fpsMax;
  const picture = isMeasured || isFast ? await read(input.video) : null;
  const sound = isMeasured ? await read(input.audio) : null;
  const measuredSeconds = Math.max(picture?.seconds ?? 0, sound?.seconds ?? 0);
  const durationSeconds = WITHOUT_LENGTH.has(container)
    ? measuredSeconds || (input.durationSeconds ?? 0)
    : Math.max(input.durationSeconds ?? 0, measuredSeconds);
  if (!(durationSeconds > 0)) throw new MediaProblem('not_readable', 'It has no length.');
  if (durationSeconds > limits.durationSecondsMax)
    throw new MediaProblem('too_long', `Longer than ${limits.durationSecondsMax} s.`);
  // A recorder that was killed in its first instant has announced a picture and written none.
  const isBlank = picture?.isWhole === true && picture.frames === 0;
  const announced = isBlank ? null : input.video;
  const video = announced && isFast ? withCountedRate(announced, picture!, limits) : announced;
  if (!video && !input.audio) throw new MediaProblem('not_readable', 'No picture and no sound in it.');
  return {
    container,
    durationSeconds,
    lastFrameSeconds: (video && picture?.seconds) ?? null,
    soundEndsSeconds: sound?.seconds ?? null,
    video,
    audio: input.audio,
  };
}

/**
 * The header's rate is an estimate by the first frames, which a recorder may have written a millisecond apart.
 *
 * @throws MediaProblem `too_many_frames`
 */
function withCountedRate(video: VideoStream, { frames, seconds }: Measured, { fpsMax }: ProbeLimits): VideoStream {
  const fps = Math.round((frames / Math.max(seconds, 1)) * 100) / 100;
  if (fps > fpsMax) throw new MediaProblem('too_many_frames', `${fps} frames per second.`);
  return { ...video, fps };
}

function checkSize({ widthPx, heightPx }: VideoStream, { pixelsMax, sideMax }: ProbeLimits): void {
  if (widthPx * heightPx > pixelsMax || Math.max(widthPx, heightPx) > sideMax) {
    throw new MediaProblem('too_many_pixels', `${widthPx} × ${heightPx} pixels.`);
  }
}

interface Measured {
  seconds: number;
  frames: number;
  /** Whether it was read to its end. */
  isWhole: boolean;
}

/** Measures a stream by reading its packets without decoding them; takes about 1 s per GB. */
async function measure(
  tools: Tools,
  { input, workDir, signal }: ProbeRequest,
  { demuxer, index }: { demuxer: string; index: number },
): Promise<Measured> {
  let seconds = 0;
  let frames = 0;
  const { exitCode } = await runFfmpeg(tools, {
    args: [...inputArgs(input, demuxer), '-map', `0:${index}`, '-c', 'copy', '-f', 'framecrc', '-'],
    readable: [input],
    outDir: workDir,
    limits: RUN_LIMITS,
    signal,
    onStdout: packetReader((endSeconds) => {
      seconds = Math.max(seconds, endSeconds);
      frames += 1;
    }),
  });
  return { seconds, frames, isWhole: exitCode === 0 };
}
