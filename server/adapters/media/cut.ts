import { join } from 'node:path';
import { limitsFor } from './encode.ts';
import type { EncodeRequest } from './encode.ts';
import { expectSuccess, inputArgs, progressReader, runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import { evenSize, forcedFps } from './ladder.ts';
import { probe } from './probe.ts';
import type { MediaFacts } from './probe.ts';
import type { VideoStream } from './probe-text.ts';
import { MediaProblem } from './problem.ts';
import { SDR_OPTIONS, toSdr } from './sdr.ts';
import { CONTAINERS } from './sniff.ts';
import type { Container } from './sniff.ts';

export interface CutRequest extends EncodeRequest {
  /** The part that is kept, seconds. What is after the end of the video is ignored. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** Name of the result in `outDir`. */
const CUT_FILE = 'cut.mp4';

/** Formats in which a jump to a time is only an estimate: these are decoded from their start. */
const WITHOUT_INDEX = new Set<Container>(['avi', 'mpeg-ps', 'mpeg-ts', 'mpeg-video']);

/** Better than any rendition, because the renditions are made of it. */
const VIDEO_CODEC = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-threads:v', '1', '-fps_mode:v', 'vfr'];
const AUDIO_CODEC = ['-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-ar', '48000', '-af', 'aresample=async=1:first_pts=0'];

/** Rates that ffmpeg prints rounded. */
const EXACT: Readonly<Record<number, string>> = { 23.98: '24000/1001', 29.97: '30000/1001', 59.94: '60000/1001' };
const FASTEST = 60.5;

/**
 * The rate of the smallest step between frames: where frames are missing, as in screen recordings, the last one is
 * repeated, so that the part is as long as it was chosen. Slow motion keeps its frames.
 */
const rateOf = (video: VideoStream): string | null => {
  const { fps, tickRate } = video;
  const isSlowMotion = fps !== null && tickRate !== null && tickRate <= fps * 1.01;
  // Interlaced video counts half pictures.
  const isInterlaced = fps !== null && tickRate !== null && Math.abs(tickRate - 2 * fps) < 0.1;
  const step = isInterlaced ? fps : tickRate;
  const rate = step !== null && (step <= FASTEST || isSlowMotion) ? step : forcedFps(video);
  return rate === null ? null : (EXACT[rate] ?? String(rate));
};

const pictureFilter = (video: VideoStream, isAfterJump: boolean): string => {
  const { widthPx, heightPx } = evenSize(video);
  const rate = rateOf(video);
  const steps = [
    // From the first instant of the part, also where its first frame comes later.
    ...(rate === null ? [] : [`fps=${rate}${isAfterJump ? ':start_time=0' : ''}`]),
    ...(video.hdr ? toSdr(video.hdr, { widthPx, heightPx }) : [`scale=${widthPx}:${heightPx}`]),
    'setsar=1',
    'format=yuv420p',
  ];
  return `[0:${video.index}]${steps.join(',')}[picture]`;
};

interface Part {
  from: number;
  seconds: number;
}

function cutArgs(input: string, { container, video, audio }: MediaFacts, { from, seconds }: Part): string[] {
  const mayJump = !WITHOUT_INDEX.has(container);
  const jump = ['-ss', from.toFixed(3)];
  return [
    ...inputArgs(input, CONTAINERS[container].demuxer, ['-threads', '2', ...(mayJump ? jump : [])]),
    ...(mayJump ? [] : jump),
    '-t',
    seconds.toFixed(3),
    '-filter_complex_threads',
    '1',
    '-filter_complex',
    pictureFilter(video!, mayJump),
    '-map',
    '[picture]',
    ...(audio ? ['-map', `0:${audio.index}`] : []),
    ...VIDEO_CODEC,
    ...(video!.hdr ? SDR_OPTIONS : []),
    ...(audio ? AUDIO_CODEC : []),
    // Nothing of the rest of the file: no title, place, chapters or subtitles.
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-dn',
    '-sn',
    '-progress',
    'pipe:1',
    '-movflags',
    '+faststart',
    CUT_FILE,
  ];
}

/**
 * Cuts a video to a part, exact to the frame: it is encoded again, so that no frame outside of the part is in the file.
 *
 * @returns Path of the result.
 * @throws MediaProblem `wrong_type` without a picture, `not_readable` if nothing of the video is in the part; else as
 * `encodeVideo`.
 */
export async function cutVideo(tools: Tools, request: CutRequest): Promise<string> {
  const { input, outDir, signal, fromSeconds, toSeconds } = request;
  const facts = await probe(tools, { input, workDir: outDir, signal });
  if (!facts.video) throw new MediaProblem('wrong_type', 'There is no picture in it.');
  const seconds = Math.min(toSeconds, facts.durationSeconds) - fromSeconds;
  if (!(seconds > 0)) throw new MediaProblem('not_readable', 'The part is after the end of the video.');
  expectSuccess(
    await runFfmpeg(tools, {
      args: cutArgs(input, facts, { from: fromSeconds, seconds }),
      readable: [input],
      outDir,
      limits: limitsFor(facts, request.limits),
      signal,
      onStdout: progressReader((done) => request.onProgress?.(Math.min(100, Math.floor((done / seconds) * 100)))),
    }),
  );
  return join(outDir, CUT_FILE);
}
